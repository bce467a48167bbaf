//! Memory of data objects.

use cranelift_codegen::binemit::Addend;
use cranelift_module::{DataDescription, Init, ModuleError, ModuleRelocTarget, ModuleResult};

/// Default alignment in bytes, which suits any pointer.
const ALIGN: u64 = 16;

/// An address to be written into an object.
pub(crate) struct Pointer {
    /// Where in the object, in bytes.
    offset: usize,
    /// Whose address.
    pub(crate) target: ModuleRelocTarget,
    /// Added to the address.
    pub(crate) addend: Addend,
}

/// A data object at an address that does not change.
pub(crate) struct Object {
    /// The memory, larger than the object by its alignment.
    memory: Vec<u8>,
    start: usize,
    /// In bytes.
    pub(crate) size: usize,
    /// Addresses that are not written yet.
    pub(crate) pointers: Vec<Pointer>,
}

impl Object {
    pub(crate) fn new(description: &DataDescription) -> ModuleResult<Object> {
        let (size, contents): (usize, &[u8]) = match &description.init {
            Init::Uninitialized => return Err(invalid("the data object has no content")),
            Init::Zeros { size } => (*size, &[]),
            Init::Bytes { contents } => (contents.len(), contents),
        };
        let align = description.align.unwrap_or(ALIGN).max(1);
        let extra = usize::try_from(align).ok().filter(|align| align.is_power_of_two());
        let Some(extra) = extra else { return Err(invalid("the alignment is no power of two")) };
        let Some(total) = size.max(1).checked_add(extra) else {
            return Err(invalid("the data is too large"));
        };
        let mut memory = Vec::new();
        let reserved = memory.try_reserve_exact(total);
        reserved.map_err(|error| ModuleError::Allocation { err: std::io::Error::other(error) })?;
        memory.resize(total, 0);
        let start = (memory.as_ptr() as usize).next_multiple_of(extra) - memory.as_ptr() as usize;
        memory[start..start + contents.len()].copy_from_slice(contents);
        let mut pointers = Vec::new();
        let mut add = |offset: u32, target: Option<&ModuleRelocTarget>, addend| {
            let offset = offset as usize;
            let Some(target) = target.cloned() else {
                return Err(invalid("a pointer to an undeclared symbol"));
            };
            if offset.checked_add(8).is_none_or(|end| end > size) {
                return Err(invalid("a pointer outside of the data object"));
            }
            pointers.push(Pointer { offset, target, addend });
            Ok(())
        };
        for (offset, function) in &description.function_relocs {
            add(*offset, description.function_decls.get(*function), 0)?;
        }
        for (offset, data, addend) in &description.data_relocs {
            add(*offset, description.data_decls.get(*data), *addend)?;
        }
        Ok(Object { memory, start, size, pointers })
    }

    pub(crate) fn address(&self) -> *const u8 {
        self.memory[self.start..].as_ptr()
    }

    /// Writes an address, which is one of `pointers`.
    pub(crate) fn write(&mut self, pointer: &Pointer, address: *const u8) {
        let at = self.start + pointer.offset;
        let address = (address as u64).wrapping_add_signed(pointer.addend);
        self.memory[at..at + 8].copy_from_slice(&address.to_ne_bytes());
    }
}

pub(crate) fn invalid(what: &str) -> ModuleError {
    ModuleError::Backend(anyhow::anyhow!("{what}"))
}
