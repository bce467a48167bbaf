//! From addresses to names, and between addresses and origins.

use super::Code;
use super::link::{VENEER_SIZE, veneer_of};
use crate::base::Origin;
use std::fmt;
use std::ops::Range;

/// The name of an address in compiled code.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct CodeName {
    /// The procedure's name. In an assembly: that of the last entry function before the address, if it has one.
    pub name: String,
    /// Offset in bytes from the first byte of the procedure, or of that entry function.
    pub offset: u32,
    /// The origin of the instruction, if it has one. For a return address, ask for the address before it.
    pub origin: Option<Origin>,
}

/// `name`, or `name+0x12`.
impl fmt::Display for CodeName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.offset {
            0 => f.write_str(&self.name),
            offset => write!(f, "{}+{offset:#x}", self.name),
        }
    }
}

/// Returns the name of an address in any live code of the process: for backtraces, and for signal handlers' reports
/// written by another thread. `None` if the address is in no compiled code.
///
/// Takes a lock, so it must not be called in a signal handler.
pub fn name_of(address: *const u8) -> Option<CodeName> {
    let code = Code::at(address)?;
    let (offset, origin) = (code.offset_of(address)?, code.origin_at(address));
    let function =
        code.entry_functions().filter(|(_, start)| *start <= offset).max_by_key(|(_, start)| *start);
    let (name, start) = function.unwrap_or((code.name(), 0));
    Some(CodeName { name: name.into(), offset: offset - start, origin })
}

impl Code {
    /// Returns the offsets of the instructions that were compiled for an origin: ranges in ascending order.
    /// [`Code::address_of`] converts them to addresses. The inverse of [`Code::origin_of`].
    pub fn offsets_of(&self, origin: Origin) -> impl Iterator<Item = Range<u32>> {
        let origins = self.origins();
        let end = self.instructions_size();
        origins.iter().enumerate().filter(move |(_, part)| part.origin == origin).filter_map(
            move |(n, part)| {
                let next = origins.get(n + 1).map_or(end, |next| next.offset);
                (part.offset < next).then_some(part.offset..next)
            },
        )
    }

    /// The target of a veneer of the group: code to which a branch leads whose target is out of its reach.
    #[cfg_attr(not(feature = "disasm"), expect(dead_code, reason = "only used by disassembly"))]
    pub(crate) fn veneer_target(&self, address: *const u8) -> Option<*const u8> {
        let group = self.group();
        let code = group.addresses();
        let offset = (address as usize).checked_sub(code.start)?;
        const SIZE: usize = VENEER_SIZE as usize;
        let is_veneer =
            offset.checked_add(SIZE)? <= code.len() && group.procedure_at(address as usize).is_none();
        let bytes = is_veneer.then(|| group.block.copy_code(offset..offset + SIZE))?;
        let arch = super::host_arch()?;
        let (jump, target) = bytes.split_first_chunk::<8>()?;
        (*jump == veneer_of(arch))
            .then(|| u64::from_le_bytes(target.try_into().unwrap_or_default()) as usize)
            .map(std::ptr::without_provenance)
    }
}
