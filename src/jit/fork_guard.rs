//! Distinguishes a forked child from its parent, without a system call each time.
//!
//! A page that the kernel clears in a child (`MADV_WIPEONFORK`) holds a number. A process that finds it cleared is new,
//! and writes the next number. Without such pages the process id is used, which is a system call.

use std::process;

/// Numbers the processes that inherit this guard.
pub(super) struct ForkGuard {
    #[cfg(any(target_os = "linux", target_os = "android"))]
    page: Option<cleared::Page>,
}

#[cfg(any(target_os = "linux", target_os = "android"))]
impl ForkGuard {
    pub(super) fn new() -> ForkGuard {
        ForkGuard { page: cleared::Page::new() }
    }

    /// The number of this process.
    pub(super) fn process(&self) -> u32 {
        self.page.as_ref().map_or_else(process::id, cleared::Page::process)
    }
}

#[cfg(not(any(target_os = "linux", target_os = "android")))]
impl ForkGuard {
    pub(super) fn new() -> ForkGuard {
        ForkGuard {}
    }

    /// The number of this process.
    pub(super) fn process(&self) -> u32 {
        process::id()
    }
}

#[cfg(any(target_os = "linux", target_os = "android"))]
mod cleared {
    use std::ptr::{NonNull, null_mut};
    use std::sync::atomic::{AtomicU32, Ordering};

    /// A page that the kernel clears in a forked child.
    pub(super) struct Page {
        current: NonNull<AtomicU32>,
        /// The last number used, by this process or an ancestor.
        last: AtomicU32,
    }

    /// Rounded up to a page by the kernel.
    const SIZE: usize = size_of::<AtomicU32>();

    // SAFETY: this value owns the page, which is accessed by atomic operations only.
    unsafe impl Send for Page {}
    // SAFETY: as above.
    unsafe impl Sync for Page {}

    impl Page {
        /// Returns `None` if the kernel lacks such pages (Linux before 4.14).
        pub(super) fn new() -> Option<Page> {
            let protection = libc::PROT_READ | libc::PROT_WRITE;
            let flags = libc::MAP_PRIVATE | libc::MAP_ANONYMOUS;
            // SAFETY: a new mapping at an address chosen by the system does not touch existing ones.
            let start = unsafe { libc::mmap(null_mut(), SIZE, protection, flags, -1, 0) };
            let current = NonNull::new(start).filter(|_| start != libc::MAP_FAILED)?.cast();
            let page = Page { current, last: AtomicU32::new(0) };
            // SAFETY: `page` owns the mapping. Dropping it unmaps it.
            (unsafe { libc::madvise(start, SIZE, libc::MADV_WIPEONFORK) } == 0).then_some(page)
        }

        pub(super) fn process(&self) -> u32 {
            // SAFETY: mapped until `self` is dropped, and aligned to a page.
            let current = unsafe { self.current.as_ref() };
            match current.load(Ordering::Relaxed) {
                0 => {
                    // Threads of a new child may race here; the first one's number is used.
                    let next = self.last.fetch_add(1, Ordering::Relaxed) + 1;
                    match current.compare_exchange(0, next, Ordering::Relaxed, Ordering::Relaxed) {
                        Ok(_) => next,
                        Err(taken) => taken,
                    }
                }
                number => number,
            }
        }
    }

    impl Drop for Page {
        fn drop(&mut self) {
            // SAFETY: mapped in `new`, and owned by this value only.
            unsafe { libc::munmap(self.current.as_ptr().cast(), SIZE) };
        }
    }
}
