//! The mapper of systems without executable memory.

use super::{Access, Mapper, MappingMode, MemoryError, Reservation};
use std::convert::Infallible;

/// Code memory from the system. There is none, so no value of this type exists.
#[derive(Debug)]
pub struct SystemMapper(Infallible);

impl SystemMapper {
    /// Fails.
    ///
    /// # Errors
    /// Always [`MemoryError::Unsupported`].
    pub fn new() -> Result<SystemMapper, MemoryError> {
        Err(MemoryError::Unsupported)
    }

    /// Fails.
    ///
    /// # Errors
    /// Always [`MemoryError::Unsupported`].
    pub fn with_mode(_mode: MappingMode) -> Result<SystemMapper, MemoryError> {
        Err(MemoryError::Unsupported)
    }

    /// Never called.
    pub fn guarded(self) -> SystemMapper {
        match self.0 {}
    }
}

// SAFETY: there is no value of this type.
unsafe impl Mapper for SystemMapper {
    fn mode(&self) -> MappingMode {
        match self.0 {}
    }

    fn page_size(&self) -> usize {
        match self.0 {}
    }

    fn reserve(&self, _size: usize) -> Result<Reservation, MemoryError> {
        match self.0 {}
    }

    unsafe fn commit(
        &self,
        _reservation: &Reservation,
        _offset: usize,
        _size: usize,
    ) -> Result<(), MemoryError> {
        match self.0 {}
    }

    unsafe fn protect(
        &self,
        _reservation: &Reservation,
        _offset: usize,
        _size: usize,
        _access: Access,
    ) -> Result<(), MemoryError> {
        match self.0 {}
    }

    unsafe fn release(&self, _reservation: Reservation) {
        match self.0 {}
    }
}
