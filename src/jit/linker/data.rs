//! The memory of data objects.

use crate::jit::code::Data;
use crate::jit::memory::ExecutableBlock;
use crate::jit::{CodeMemory, MemoryError};

/// The bytes of a data object.
pub(super) enum Contents {
    /// Ordinary memory.
    Writable(Data),
    /// Code memory: there, published bytes cannot be written, as in an object file's read-only section that is mapped
    /// with the code.
    ReadOnly(ExecutableBlock),
}

impl Contents {
    pub(super) fn writable(bytes: &[u8]) -> Result<Contents, MemoryError> {
        Data::new(&[bytes]).map(Contents::Writable)
    }

    pub(super) fn read_only(memory: &CodeMemory, bytes: &[u8]) -> Result<Contents, MemoryError> {
        let mut block = memory.allocate(bytes.len(), 16)?;
        block.write(|place| place.copy_from_slice(bytes));
        block.publish(bytes.len()).map(Contents::ReadOnly)
    }

    pub(super) fn bytes(&self) -> *mut [u8] {
        match self {
            Contents::Writable(data) => data.get(0).expect("allocated with one object"),
            Contents::ReadOnly(block) => block.code().cast_mut(),
        }
    }

    pub(super) fn is_writable(&self) -> bool {
        matches!(self, Contents::Writable(_))
    }
}
