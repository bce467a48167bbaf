//! The interface of code memory to the system's memory management.

use super::MemoryError;
use std::ops::Range;
use std::ptr::NonNull;

/// How memory is written and executed without being writable and executable at one address.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MappingMode {
    /// The same pages are mapped twice: one view is writable, the other executable. A forked child shares them with its
    /// parent, see [`CodeMemory`](super::CodeMemory#forked-children).
    Dual,
    /// Pages are mapped once and change their protection. A page that holds running code is never written. A forked
    /// child has its own copy.
    Toggling,
    /// Pages are mapped once, and each thread selects whether it writes or executes them: Apple's `MAP_JIT`.
    PerThread,
}

/// Access to pages in [`MappingMode::Toggling`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Access {
    /// Read and write.
    Write,
    /// Read and execute.
    Execute,
}

/// A reserved range of addresses.
#[derive(Clone, Copy, Debug)]
pub struct Reservation {
    /// Address of the executable view.
    pub executable: NonNull<u8>,
    /// Address of the writable view of the same bytes. Equal to `executable`, except in [`MappingMode::Dual`].
    pub writable: NonNull<u8>,
    /// The size of each view in bytes.
    pub size: usize,
}

// SAFETY: a reservation is plain numbers; accesses to the addresses are controlled by their owner, the arena.
unsafe impl Send for Reservation {}
// SAFETY: as above; a shared reference gives no access to the memory.
unsafe impl Sync for Reservation {}

impl Reservation {
    /// The address ranges of the views. Both are equal, except in [`MappingMode::Dual`].
    fn views(&self) -> Option<[Range<usize>; 2]> {
        let range = |start: NonNull<u8>| Some(start.addr().get()..start.addr().get().checked_add(self.size)?);
        Some([range(self.executable)?, range(self.writable)?])
    }

    /// Checks a mapper's answer to a request for `size` bytes.
    pub(super) fn check(&self, mode: MappingMode, page: usize, size: usize) -> Result<(), MemoryError> {
        let broken = |expected, found| Err(MemoryError::BrokenContract { expected, found });
        if self.size != size {
            return broken("a reservation of the requested size", self.size);
        }
        for view in [self.executable, self.writable] {
            if !view.addr().get().is_multiple_of(page) {
                return broken("a reservation that starts at a page", view.addr().get());
            }
        }
        let Some([executable, writable]) = self.views() else {
            return broken("a reservation inside the address space", self.executable.addr().get());
        };
        match mode {
            MappingMode::Dual if overlap(&executable, &writable) => {
                broken("views at different addresses", writable.start)
            }
            MappingMode::Toggling | MappingMode::PerThread if executable != writable => {
                broken("one view of the memory", writable.start)
            }
            _ => Ok(()),
        }
    }

    /// Checks that no address belongs to another reservation.
    pub(super) fn check_disjoint(
        &self,
        mut others: impl Iterator<Item = Reservation>,
    ) -> Result<(), MemoryError> {
        let views = |reservation: &Reservation| reservation.views().into_iter().flatten();
        let is_shared =
            |other: &Reservation| views(other).any(|taken| views(self).any(|view| overlap(&view, &taken)));
        match others.find(is_shared) {
            None => Ok(()),
            Some(_) => Err(MemoryError::BrokenContract {
                expected: "a reservation that overlaps no other",
                found: self.executable.addr().get(),
            }),
        }
    }
}

fn overlap(a: &Range<usize>, b: &Range<usize>) -> bool {
    a.start < b.end && b.start < a.end
}

/// Maps memory for code. [`super::SystemMapper`] uses the system's. A client implements it for memory of its own, or
/// wraps the system's to count, limit or refuse requests: see `docs/code_memory.md` in the repository.
///
/// Any thread that links or drops code calls the methods, while locks of the library are held. They must not use code,
/// code memory or linkers, nor wait for a thread that does, and must not panic.
///
/// # Safety
/// A reservation has the requested size, starts at a page, and nothing else uses its addresses until it is released.
/// Its views are equal, except in [`MappingMode::Dual`], where they do not overlap. The library checks this much, and
/// rejects a reservation with [`MemoryError::BrokenContract`]; it cannot check the rest. After a successful `commit`
/// the writable view of the range can be read and written; in [`MappingMode::Dual`] the executable view shows the same
/// bytes and can be executed. After a successful `protect` the range has the given access. In
/// [`MappingMode::PerThread`] committed pages can be written by threads that selected writing, and executed by all
/// others. A failed request leaves the content unchanged, and may be repeated. For one thread, no address is ever
/// writable and executable at once.
pub unsafe trait Mapper: Send + Sync {
    /// How this mapper makes memory executable. Always the same.
    fn mode(&self) -> MappingMode;

    /// The page size in bytes: a power of two from 4096 to 1 MiB. Always the same.
    fn page_size(&self) -> usize;

    /// True if code must have landing pads; code without them is rejected. It runs on guarded pages if the processor
    /// has them: there, indirect branches may only arrive at landing pads.
    fn is_guarded(&self) -> bool {
        false
    }

    /// Reserves addresses without memory. `size` is a multiple of the page size and of 64 KiB. If it fails, a smaller
    /// size may be requested.
    ///
    /// # Errors
    /// Any. [`MemoryError::Mapper`] has a reason in words, for a mapper that refuses requests itself.
    fn reserve(&self, size: usize) -> Result<Reservation, MemoryError>;

    /// Commits memory to a part of a reservation: writable, with any content. Each part is committed once.
    ///
    /// # Errors
    /// As for [`Mapper::reserve`].
    ///
    /// # Safety
    /// The reservation is one of this mapper. Offset and size are multiples of the page size and inside it.
    unsafe fn commit(&self, reservation: &Reservation, offset: usize, size: usize)
    -> Result<(), MemoryError>;

    /// Changes the access to committed pages. Only called in [`MappingMode::Toggling`].
    ///
    /// # Errors
    /// As for [`Mapper::reserve`].
    ///
    /// # Safety
    /// As for `commit`. The range is committed, and nothing relies on its old access.
    unsafe fn protect(
        &self,
        reservation: &Reservation,
        offset: usize,
        size: usize,
        access: Access,
    ) -> Result<(), MemoryError>;

    /// Selects whether the calling thread writes or executes the pages of this mapper. Only called in
    /// [`MappingMode::PerThread`], with `true` and `false` alternating; no JIT code runs while writing is selected.
    fn set_writing(&self, _writing: bool) {}

    /// Releases a reservation that [`Mapper::reserve`] returned: addresses and memory.
    ///
    /// # Safety
    /// The reservation is one of this mapper, and nothing uses its addresses any more.
    unsafe fn release(&self, reservation: Reservation);
}

/// Selects writing for the current thread while it lives, in [`MappingMode::PerThread`].
pub(super) struct WriteGuard<'a>(Option<&'a dyn Mapper>);

impl<'a> WriteGuard<'a> {
    pub(super) fn new(mapper: &'a dyn Mapper) -> WriteGuard<'a> {
        let mapper = (mapper.mode() == MappingMode::PerThread).then_some(mapper);
        mapper.inspect(|mapper| mapper.set_writing(true));
        WriteGuard(mapper)
    }
}

impl Drop for WriteGuard<'_> {
    fn drop(&mut self) {
        self.0.inspect(|mapper| mapper.set_writing(false));
    }
}

/// Checks that memory of this mapper can be reserved, written and made executable. Called once per mode, since only an
/// attempt shows what a system, a sandbox or a security policy allows.
pub(super) fn probe(mapper: &dyn Mapper) -> Result<(), MemoryError> {
    let page = mapper.page_size();
    let reservation = mapper.reserve(page)?;
    let result = (|| {
        // SAFETY: the page is the whole reservation.
        unsafe { mapper.commit(&reservation, 0, page)? };
        let writing = WriteGuard::new(mapper);
        // SAFETY: the page is committed and writable (contract of `commit`).
        unsafe { reservation.writable.write_volatile(0xC3) };
        drop(writing);
        if mapper.mode() == MappingMode::Toggling {
            // SAFETY: the page is committed, and not used otherwise.
            unsafe { mapper.protect(&reservation, 0, page, Access::Execute)? };
        }
        // SAFETY: the page is committed and readable in either access (contracts of `commit` and `protect`).
        let seen = unsafe { reservation.executable.read_volatile() };
        if seen == 0xC3 { Ok(()) } else { Err(MemoryError::Unsupported) }
    })();
    // SAFETY: it came from this mapper, and its addresses are not used any more.
    unsafe { mapper.release(reservation) };
    result
}

/// True if modified code executes as written last, with the two views of [`MappingMode::Dual`]. Processors guarantee it
/// if synchronized as their manuals require. Some emulators execute the old code (QEMU before 8.1; valgrind, which
/// looks for changes only where no file is mapped).
#[cfg(all(unix, any(target_arch = "aarch64", target_arch = "x86_64")))]
pub(super) fn executes_modified_code(mapper: &dyn Mapper) -> Result<bool, MemoryError> {
    let page = mapper.page_size();
    let reservation = mapper.reserve(page)?;
    // SAFETY: the page is the whole reservation.
    let committed = unsafe { mapper.commit(&reservation, 0, page) };
    let results = committed.map(|()| {
        [1, 2].map(|result: u32| {
            let code = if cfg!(target_arch = "aarch64") {
                [0x5280_0000 | result << 5, 0xd65f_03c0] // mov w0, #result; ret
            } else {
                [0xb8 | result << 8, 0xc3 << 8] // mov eax, result; ret
            };
            // SAFETY: the page is committed, writable, and aligned for instructions.
            unsafe { reservation.writable.cast::<[u32; 2]>().write_volatile(code) };
            super::icache::synchronize(reservation.executable, size_of_val(&code));
            super::icache::publish_running(reservation.executable);
            super::icache::serialize_cores();
            // SAFETY: the page can be executed, and contains a function of this type, whether the old or the new one.
            let function = unsafe {
                std::mem::transmute::<*mut u8, extern "C" fn() -> u32>(reservation.executable.as_ptr())
            };
            function()
        })
    });
    // SAFETY: it came from this mapper, and its addresses are not used any more.
    unsafe { mapper.release(reservation) };
    results.map(|results| results == [1, 2])
}

/// There is no code to try.
#[cfg(all(unix, not(any(target_arch = "aarch64", target_arch = "x86_64"))))]
pub(super) fn executes_modified_code(_mapper: &dyn Mapper) -> Result<bool, MemoryError> {
    Ok(true)
}
