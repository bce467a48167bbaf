//! Loads and stores.

use super::select::{Lowering, Result};
use crate::air::{Arg, InstFlags, Opcode as Air, Tmp};
use crate::base::{LibCall, Type};
use crate::ir::{Opcode, ValueFlags, ValueId};

impl<const RECORDS: bool> Lowering<'_, RECORDS> {
    pub(super) fn load(&mut self, id: ValueId) -> Result {
        let value = self.proc.value(id);
        let opcode = match value.opcode() {
            Opcode::Load8Z => Air::ZeroExtend8To32,
            Opcode::Load8S => Air::SignExtend8To32,
            Opcode::Load16Z => Air::ZeroExtend16To32,
            Opcode::Load16S => Air::SignExtend16To32,
            _ => Self::move_of(value.ty),
        };
        let address = self.address(id, value.child(0), value.offset())?;
        let to = self.tmp(id)?;
        self.emit_flagged(opcode, &[address, to.into()], self.access_flags(id))
    }

    pub(super) fn store(&mut self, id: ValueId) -> Result {
        let value = self.proc.value(id);
        let stored = value.child(0);
        let opcode = match value.opcode() {
            Opcode::Store8 => Air::Store8,
            Opcode::Store16 => Air::Store16,
            _ => Self::move_of(self.proc.type_of(stored)),
        };
        let address = self.address(id, value.child(1), value.offset())?;
        let from = if self.proc.type_of(stored).is_int() {
            self.tmp_or_imm(stored)?
        } else {
            self.tmp(stored)?.into()
        };
        self.emit_flagged(opcode, &[from, address], self.access_flags(id))
    }

    /// Selects MemoryCopy and MemoryFill.
    pub(super) fn bulk_memory(&mut self, id: ValueId) -> Result {
        let function = match self.proc.value(id).opcode() {
            Opcode::MemoryCopy => LibCall::Memmove,
            _ => LibCall::Memset,
        };
        let mut operands: smallvec::SmallVec<[(Type, Arg); 4]> = smallvec::SmallVec::new();
        for &child in self.proc.children(id) {
            operands.push((self.proc.type_of(child), self.tmp(child)?.into()));
        }
        self.library_call(function, &operands, None::<(Type, Tmp)>)
    }

    /// The instruction flags of a memory access.
    pub(super) fn access_flags(&self, id: ValueId) -> InstFlags {
        let flags = self.proc.value(id).flags;
        let mut found = InstFlags::empty();
        found.set(InstFlags::TRAPS, flags.contains(ValueFlags::TRAPS));
        found.set(InstFlags::VOLATILE, flags.contains(ValueFlags::VOLATILE));
        found
    }
}
