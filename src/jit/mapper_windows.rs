//! Code memory from `VirtualAlloc`. Pages change their protection; there is no second view.

use super::mapper::probe;
use super::{Access, Mapper, MappingMode, MemoryError, MemoryRequest, Reservation};
use std::ffi::c_void;
use std::ptr::{NonNull, null_mut};

// From winnt.h and memoryapi.h.
const MEM_COMMIT: u32 = 0x1000;
const MEM_RESERVE: u32 = 0x2000;
const MEM_RELEASE: u32 = 0x8000;
const PAGE_NOACCESS: u32 = 0x01;
const PAGE_READWRITE: u32 = 0x04;
const PAGE_EXECUTE_READ: u32 = 0x20;

/// The page size of all 64-bit architectures of Windows.
const PAGE_SIZE: usize = 4096;

#[link(name = "kernel32")]
unsafe extern "system" {
    fn VirtualAlloc(address: *mut c_void, size: usize, kind: u32, protection: u32) -> *mut c_void;
    fn VirtualProtect(address: *mut c_void, size: usize, protection: u32, old: *mut u32) -> i32;
    fn VirtualFree(address: *mut c_void, size: usize, kind: u32) -> i32;
}

/// Code memory from the system.
#[derive(Debug)]
pub struct SystemMapper {
    guarded: bool,
}

impl SystemMapper {
    /// Creates a mapper in the best mode that works here, determined by trying.
    ///
    /// # Errors
    /// Returns the error of the last mode tried.
    pub fn new() -> Result<SystemMapper, MemoryError> {
        SystemMapper::with_mode(MappingMode::Toggling)
    }

    /// Creates a mapper in this mode.
    ///
    /// # Errors
    /// Fails if the mode does not work here.
    pub fn with_mode(mode: MappingMode) -> Result<SystemMapper, MemoryError> {
        if mode != MappingMode::Toggling {
            return Err(MemoryError::Unsupported);
        }
        let mapper = SystemMapper { guarded: false };
        probe(&mapper)?;
        Ok(mapper)
    }

    /// This mapper, but it requires landing pads as if its pages were [guarded](Mapper::is_guarded). The system has no
    /// guarded pages.
    pub fn guarded(self) -> SystemMapper {
        SystemMapper { guarded: true }
    }
}

fn refused(request: MemoryRequest, bytes: usize) -> MemoryError {
    MemoryError::Refused { request, bytes, os_error: std::io::Error::last_os_error().raw_os_error() }
}

fn at(reservation: &Reservation, offset: usize) -> *mut c_void {
    reservation.executable.as_ptr().wrapping_add(offset).cast()
}

// SAFETY: reservations are new, at addresses chosen by the system; a page has one of the two protections.
unsafe impl Mapper for SystemMapper {
    fn mode(&self) -> MappingMode {
        MappingMode::Toggling
    }

    fn is_guarded(&self) -> bool {
        self.guarded
    }

    fn page_size(&self) -> usize {
        PAGE_SIZE
    }

    fn reserve(&self, size: usize) -> Result<Reservation, MemoryError> {
        // SAFETY: a new reservation at an address chosen by the system does not touch existing ones.
        let address = unsafe { VirtualAlloc(null_mut(), size, MEM_RESERVE, PAGE_NOACCESS) };
        let address = NonNull::new(address.cast()).ok_or_else(|| refused(MemoryRequest::Reserve, size))?;
        Ok(Reservation { executable: address, writable: address, size })
    }

    unsafe fn commit(
        &self,
        reservation: &Reservation,
        offset: usize,
        size: usize,
    ) -> Result<(), MemoryError> {
        // SAFETY: the range is inside a reservation of ours (caller).
        let address = unsafe { VirtualAlloc(at(reservation, offset), size, MEM_COMMIT, PAGE_READWRITE) };
        if address.is_null() { Err(refused(MemoryRequest::Commit, size)) } else { Ok(()) }
    }

    unsafe fn protect(
        &self,
        reservation: &Reservation,
        offset: usize,
        size: usize,
        access: Access,
    ) -> Result<(), MemoryError> {
        let protection = match access {
            Access::Write => PAGE_READWRITE,
            Access::Execute => PAGE_EXECUTE_READ,
        };
        let mut old = 0;
        // SAFETY: the range is committed and ours, and nothing relies on its old protection (caller); `old` is valid
        // for writes.
        let done = unsafe { VirtualProtect(at(reservation, offset), size, protection, &mut old) };
        if done == 0 { Err(refused(MemoryRequest::Protect, size)) } else { Ok(()) }
    }

    unsafe fn release(&self, reservation: Reservation) {
        // SAFETY: a whole reservation of ours that nothing uses (caller). It cannot fail for one.
        unsafe { VirtualFree(at(&reservation, 0), 0, MEM_RELEASE) };
    }
}
