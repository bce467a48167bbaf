//! Code memory from `mmap`.
//!
//! Uses, in this order of preference:
//! - Two views of one anonymous file (Linux), so that code can be written while its neighbours run.
//! - Pages that each thread either writes or executes (`MAP_JIT`, Apple's processors). On Apple's systems a hardened
//!   process needs the entitlement `com.apple.security.cs.allow-jit` for it.
//! - `mprotect`.
//!
//! A hardened process (`PR_SET_MDWE`, systemd's `MemoryDenyWriteExecute`) may not make a mapping executable after its
//! creation. There the executable view is created executable.
//!
//! Guarded pages are `PROT_BTI` of Linux on AArch64, if the processor has it. The free part of a region is guarded too,
//! and filled with traps.

use super::mapper::{executes_modified_code, probe};
use super::{Access, Mapper, MappingMode, MemoryError, MemoryRequest, Reservation};
use std::ptr::{NonNull, null_mut};

const READ_WRITE: libc::c_int = libc::PROT_READ | libc::PROT_WRITE;
const READ_EXECUTE: libc::c_int = libc::PROT_READ | libc::PROT_EXEC;
/// For pages that each thread either writes or executes.
const WRITE_AND_EXECUTE: libc::c_int = READ_WRITE | READ_EXECUTE;

/// Code memory from the system.
#[derive(Debug)]
pub struct SystemMapper {
    mode: MappingMode,
    page_size: usize,
    /// The initial protection of the executable view: none, if it can be changed later.
    executable_view: libc::c_int,
    guarded: bool,
}

impl SystemMapper {
    /// Creates a mapper in the best mode that works here, determined by trying.
    ///
    /// # Errors
    /// Returns the error of the last mode tried.
    pub fn new() -> Result<SystemMapper, MemoryError> {
        let with_mode = SystemMapper::with_mode;
        let dual = with_mode(MappingMode::Dual).and_then(|mapper| match executes_modified_code(&mapper)? {
            true => Ok(mapper),
            false => Err(MemoryError::Unsupported),
        });
        let best = dual.or_else(|_| with_mode(MappingMode::PerThread));
        best.or_else(|_| with_mode(MappingMode::Toggling))
    }

    /// Creates a mapper in this mode.
    ///
    /// # Errors
    /// Fails if the mode does not work here.
    pub fn with_mode(mode: MappingMode) -> Result<SystemMapper, MemoryError> {
        if mode == MappingMode::PerThread && !per_thread::is_supported() {
            return Err(MemoryError::Unsupported);
        }
        // SAFETY: `sysconf` only reads.
        let page_size = unsafe { libc::sysconf(libc::_SC_PAGESIZE) };
        let page_size = usize::try_from(page_size).map_err(|_| MemoryError::Unsupported)?;
        let mapper = |executable_view| {
            let mapper = SystemMapper { mode, page_size, executable_view, guarded: false };
            probe(&mapper).map(|()| mapper)
        };
        mapper(libc::PROT_NONE).or_else(|error| match mode {
            MappingMode::Dual => mapper(READ_EXECUTE),
            MappingMode::Toggling | MappingMode::PerThread => Err(error),
        })
    }

    /// This mapper with [guarded](Mapper::is_guarded) pages. If the system or the processor has none, the mapper still
    /// requires landing pads.
    pub fn guarded(self) -> SystemMapper {
        SystemMapper { guarded: true, ..self }
    }

    /// The protection of executable pages.
    fn executable(&self) -> libc::c_int {
        if self.guarded { READ_EXECUTE | guard_protection() } else { READ_EXECUTE }
    }
}

/// The extra protection bits of guarded pages; none if the processor does not support them.
#[cfg(all(any(target_os = "linux", target_os = "android"), target_arch = "aarch64"))]
fn guard_protection() -> libc::c_int {
    /// `PROT_BTI` of Linux: Documentation/arch/arm64 and asm/mman.h.
    const GUARDED: libc::c_int = 0x10;
    if std::arch::is_aarch64_feature_detected!("bti") { GUARDED } else { 0 }
}

/// The extra protection bits of guarded pages: none here.
#[cfg(not(all(any(target_os = "linux", target_os = "android"), target_arch = "aarch64")))]
fn guard_protection() -> libc::c_int {
    0
}

fn refused(request: MemoryRequest, bytes: usize) -> MemoryError {
    MemoryError::Refused { request, bytes, os_error: std::io::Error::last_os_error().raw_os_error() }
}

/// Maps addresses, of a file or anonymous.
fn map(size: usize, protection: libc::c_int, file: Option<libc::c_int>) -> Result<NonNull<u8>, MemoryError> {
    let flags = if file.is_some() { libc::MAP_SHARED } else { libc::MAP_PRIVATE | libc::MAP_ANON };
    let flags = if protection == WRITE_AND_EXECUTE { flags | per_thread::MAP_FLAGS } else { flags };
    #[cfg(any(target_os = "linux", target_os = "android"))]
    let flags = flags | libc::MAP_NORESERVE;
    // SAFETY: a new mapping at an address chosen by the system does not touch existing ones.
    let address = unsafe { libc::mmap(null_mut(), size, protection, flags, file.unwrap_or(-1), 0) };
    match NonNull::new(address) {
        Some(start) if address != libc::MAP_FAILED => Ok(start.cast()),
        _ => Err(refused(MemoryRequest::Reserve, size)),
    }
}

/// # Safety
/// The range is a mapping of this module that nothing uses.
unsafe fn unmap(address: NonNull<u8>, size: usize) {
    // SAFETY: guaranteed by the caller. It cannot fail for a whole mapping.
    unsafe { libc::munmap(address.as_ptr().cast(), size) };
}

/// # Safety
/// The range is in a mapping of this module, and nothing relies on its old protection.
unsafe fn set_protection(
    request: MemoryRequest,
    view: NonNull<u8>,
    offset: usize,
    size: usize,
    protection: libc::c_int,
) -> Result<(), MemoryError> {
    // SAFETY: guaranteed by the caller.
    let result = unsafe { libc::mprotect(view.as_ptr().wrapping_add(offset).cast(), size, protection) };
    if result == 0 { Ok(()) } else { Err(refused(request, size)) }
}

#[cfg(any(target_os = "linux", target_os = "android"))]
mod dual {
    use super::*;

    /// Creates an anonymous file that may be mapped executable.
    fn create_file() -> Result<libc::c_int, MemoryError> {
        let create = |flags: libc::c_uint| {
            // SAFETY: the name is a C string.
            unsafe { libc::syscall(libc::SYS_memfd_create, c"barebones".as_ptr(), flags) as libc::c_int }
        };
        // Linux before 6.3 does not support MFD_EXEC, and does not need it.
        match create(libc::MFD_CLOEXEC | libc::MFD_EXEC) {
            -1 => match create(libc::MFD_CLOEXEC) {
                -1 => Err(refused(MemoryRequest::Reserve, 0)),
                file => Ok(file),
            },
            file => Ok(file),
        }
    }

    /// Maps a new file twice, then closes it, so that a program that closes or reuses every file descriptor does no
    /// harm.
    pub(super) fn reserve(size: usize, executable_view: libc::c_int) -> Result<Reservation, MemoryError> {
        // Exceeding the file size limit would raise a signal, not an error.
        let mut limit = libc::rlimit { rlim_cur: 0, rlim_max: 0 };
        // SAFETY: `limit` is valid for writes.
        let known = unsafe { libc::getrlimit(libc::RLIMIT_FSIZE, &mut limit) } == 0;
        let length = libc::off_t::try_from(size).map_err(|_| MemoryError::Unsupported)?;
        if known && limit.rlim_cur < size as libc::rlim_t {
            return Err(MemoryError::Refused {
                request: MemoryRequest::Reserve,
                bytes: size,
                os_error: None,
            });
        }
        let file = create_file()?;
        // SAFETY: `file` is open and owned by this function.
        let result = if unsafe { libc::ftruncate(file, length) } == 0 {
            map_twice(size, executable_view, file)
        } else {
            Err(refused(MemoryRequest::Reserve, size))
        };
        // SAFETY: `file` is open and owned by this function; mappings outlive it.
        unsafe { libc::close(file) };
        result
    }

    fn map_twice(
        size: usize,
        executable_view: libc::c_int,
        file: libc::c_int,
    ) -> Result<Reservation, MemoryError> {
        let executable = map(size, executable_view, Some(file))?;
        match map(size, libc::PROT_NONE, Some(file)) {
            Ok(writable) => Ok(Reservation { executable, writable, size }),
            Err(error) => {
                // SAFETY: mapped above, and not shared yet.
                unsafe { unmap(executable, size) };
                Err(error)
            }
        }
    }

    /// Populates the memory now: a page that the system cannot provide later would raise a signal, not an error.
    ///
    /// # Safety
    /// The range is in a writable mapping of this module.
    pub(super) unsafe fn populate(view: NonNull<u8>, offset: usize, size: usize) -> Result<(), MemoryError> {
        let start = view.as_ptr().wrapping_add(offset);
        // SAFETY: guaranteed by the caller. The content does not change.
        let result = unsafe { libc::madvise(start.cast(), size, libc::MADV_POPULATE_WRITE) };
        // Linux before 5.14 does not support this advice.
        if result == 0 || std::io::Error::last_os_error().raw_os_error() == Some(libc::EINVAL) {
            Ok(())
        } else {
            Err(refused(MemoryRequest::Commit, size))
        }
    }
}

#[cfg(not(any(target_os = "linux", target_os = "android")))]
mod dual {
    use super::*;

    pub(super) fn reserve(_size: usize, _executable_view: libc::c_int) -> Result<Reservation, MemoryError> {
        Err(MemoryError::Unsupported)
    }

    /// # Safety
    /// None needed.
    pub(super) unsafe fn populate(
        _view: NonNull<u8>,
        _offset: usize,
        _size: usize,
    ) -> Result<(), MemoryError> {
        Err(MemoryError::Unsupported)
    }
}

/// See `MAP_JIT` in pthread.h and sys/mman.h, and Apple's "Porting just-in-time compilers to Apple silicon".
#[cfg(all(target_vendor = "apple", target_arch = "aarch64"))]
mod per_thread {
    pub(super) const MAP_FLAGS: libc::c_int = libc::MAP_JIT;

    /// True if a thread that may write pages may not execute them.
    pub(super) fn is_supported() -> bool {
        // SAFETY: it is a query without effects.
        unsafe { libc::pthread_jit_write_protect_supported_np() != 0 }
    }

    pub(super) fn set_writing(writing: bool) {
        // SAFETY: no code of such pages runs on this thread until the next call (contract of `Mapper`).
        unsafe { libc::pthread_jit_write_protect_np(libc::c_int::from(!writing)) };
    }
}

#[cfg(not(all(target_vendor = "apple", target_arch = "aarch64")))]
mod per_thread {
    pub(super) const MAP_FLAGS: libc::c_int = 0;

    pub(super) fn is_supported() -> bool {
        false
    }

    pub(super) fn set_writing(_writing: bool) {}
}

// SAFETY: mappings are new, at addresses chosen by the system. The two views of `Dual` are of one file, one never
// executable and the other never writable. `Toggling` sets one of the two protections. `PerThread` is only used where a
// thread has one of both.
unsafe impl Mapper for SystemMapper {
    fn mode(&self) -> MappingMode {
        self.mode
    }

    fn page_size(&self) -> usize {
        self.page_size
    }

    fn is_guarded(&self) -> bool {
        self.guarded
    }

    fn reserve(&self, size: usize) -> Result<Reservation, MemoryError> {
        match self.mode {
            MappingMode::Dual if self.executable_view == READ_EXECUTE => {
                dual::reserve(size, self.executable())
            }
            MappingMode::Dual => dual::reserve(size, self.executable_view),
            MappingMode::Toggling | MappingMode::PerThread => {
                let protection = match self.mode {
                    MappingMode::PerThread => WRITE_AND_EXECUTE,
                    _ => libc::PROT_NONE,
                };
                let address = map(size, protection, None)?;
                Ok(Reservation { executable: address, writable: address, size })
            }
        }
    }

    unsafe fn commit(
        &self,
        reservation: &Reservation,
        offset: usize,
        size: usize,
    ) -> Result<(), MemoryError> {
        let &Reservation { executable, writable, .. } = reservation;
        if self.mode == MappingMode::PerThread {
            return Ok(()); // the system allocates pages when they are first written
        }
        // SAFETY: the range is in a reservation of ours (caller), which had no access.
        unsafe { set_protection(MemoryRequest::Commit, writable, offset, size, READ_WRITE)? };
        if self.mode == MappingMode::Dual {
            // SAFETY: as above; it is writable now.
            unsafe { dual::populate(writable, offset, size)? };
            if self.executable_view != READ_EXECUTE {
                // SAFETY: as above.
                unsafe {
                    set_protection(MemoryRequest::Commit, executable, offset, size, self.executable())?
                };
            }
        }
        Ok(())
    }

    unsafe fn protect(
        &self,
        reservation: &Reservation,
        offset: usize,
        size: usize,
        access: Access,
    ) -> Result<(), MemoryError> {
        let protection = match access {
            Access::Write => READ_WRITE,
            Access::Execute => self.executable(),
        };
        // SAFETY: guaranteed by the caller.
        unsafe { set_protection(MemoryRequest::Protect, reservation.executable, offset, size, protection) }
    }

    fn set_writing(&self, writing: bool) {
        per_thread::set_writing(writing);
    }

    unsafe fn release(&self, reservation: Reservation) {
        // SAFETY: guaranteed by the caller.
        unsafe { unmap(reservation.executable, reservation.size) };
        if self.mode == MappingMode::Dual {
            // SAFETY: guaranteed by the caller.
            unsafe { unmap(reservation.writable, reservation.size) };
        }
    }
}
