//! Loads, stores and the addresses they fold.

use super::select::{Lowering, Result};
use crate::air::{Arg, Opcode as Air, SlotId, Tmp};
use crate::base::{LibCall, StackSlotId, Type};
use crate::ir::{Opcode, ValueId};

/// How many additions one address folds. Each is looked at again for each address above it, so that without a
/// limit a long chain of additions would take quadratic time.
const MAX_FOLDED_ADDITIONS: usize = 8;

impl Lowering<'_> {
    /// The memory operand for `pointer` + `offset`: additions, small shifts and slots are folded.
    ///
    /// Only values of this block are looked into, so that what they are made of is known to be used here; and
    /// a sum only if nobody else uses it, unless it adds a constant, which costs nothing to add again.
    pub(super) fn address(&mut self, pointer: ValueId, offset: i32) -> Result<Arg> {
        let mut pointer = self.through_copies(pointer);
        let mut offset = offset;
        for _ in 0..=MAX_FOLDED_ADDITIONS {
            let value = self.proc.value(pointer);
            match value.opcode() {
                // The slot is somewhere in the frame: what is not near it may be too far from the frame pointer.
                Opcode::SlotBase if self.is_near_slot(value.slot(), offset) => {
                    return Ok(Arg::Stack { slot: SlotId::new(value.slot().number()), offset });
                }
                Opcode::FramePointer => {
                    return Ok(Arg::Addr {
                        base: Tmp::from_reg(self.target.desc.reg_env.frame_pointer),
                        offset,
                    });
                }
                Opcode::Add if self.is_in_block(pointer) => {
                    let [a, b] = [self.child(pointer, 0), self.child(pointer, 1)];
                    let (other, constant) = match (self.immediate(b), self.immediate(a)) {
                        (Some(Arg::Imm(constant)), _) => (a, constant),
                        (_, Some(Arg::Imm(constant))) => (b, constant),
                        _ => return self.sum_address(pointer, a, b, offset),
                    };
                    match i32::try_from(i64::from(offset).wrapping_add(constant)) {
                        Ok(sum) if constant.checked_add(i64::from(offset)).is_some() => {
                            offset = sum;
                            pointer = self.through_copies(other);
                        }
                        _ => break,
                    }
                }
                _ => break,
            }
        }
        Ok(Arg::Addr { base: self.tmp(pointer)?, offset })
    }

    /// True if the slot has a byte at this offset, or ends there.
    fn is_near_slot(&self, slot: StackSlotId, offset: i32) -> bool {
        let size = self.proc.stack_slots().get(slot).map_or(0, |slot| slot.size);
        u32::try_from(offset).is_ok_and(|offset| offset <= size)
    }

    /// The memory operand for a + b + `offset`, where `sum` is a + b.
    fn sum_address(&mut self, sum: ValueId, a: ValueId, b: ValueId, offset: i32) -> Result<Arg> {
        if !self.is_used_once(sum) {
            return Ok(Arg::Addr { base: self.tmp(sum)?, offset });
        }
        let (base, index, shift) = match (self.scaled(b), self.scaled(a)) {
            (Some((index, shift)), _) => (a, index, shift),
            (None, Some((index, shift))) => (b, index, shift),
            (None, None) => (a, b, 0),
        };
        Ok(Arg::Index { base: self.tmp(base)?, index: self.tmp(index)?, shift, offset })
    }

    /// `index` and `shift` if the value is `index << shift` with a shift that addresses can do.
    fn scaled(&self, id: ValueId) -> Option<(ValueId, u8)> {
        let id = self.through_copies(id);
        if self.proc.value(id).opcode() != Opcode::Shl || !self.is_used_once(id) {
            return None;
        }
        match self.immediate(self.child(id, 1)) {
            Some(Arg::Imm(shift @ 0..=3)) => Some((self.child(id, 0), shift as u8)),
            _ => None,
        }
    }

    /// The loads.
    pub(super) fn load(&mut self, id: ValueId) -> Result {
        if self.is_folded(id) {
            return Ok(());
        }
        let value = self.proc.value(id);
        let opcode = match value.opcode() {
            Opcode::Load8Z => Air::ZeroExtend8To32,
            Opcode::Load8S => Air::SignExtend8To32,
            Opcode::Load16Z => Air::ZeroExtend16To32,
            Opcode::Load16S => Air::SignExtend16To32,
            _ => Self::move_of(value.ty),
        };
        let address = self.address(self.child(id, 0), value.offset())?;
        let to = self.tmp(id)?;
        self.emit_flagged(opcode, &[address, to.into()], self.trap_flags(id))
    }

    /// The stores.
    pub(super) fn store(&mut self, id: ValueId) -> Result {
        if let Some(found) = self.is_modified_in_place(id) {
            return self.modify_in_place(id, &found);
        }
        let value = self.proc.value(id);
        let stored = self.child(id, 0);
        let opcode = match value.opcode() {
            Opcode::Store8 => Air::Store8,
            Opcode::Store16 => Air::Store16,
            _ => Self::move_of(self.proc.type_of(stored)),
        };
        let address = self.address(self.child(id, 1), value.offset())?;
        let from = if self.proc.type_of(stored).is_int() {
            self.tmp_or_imm(stored)?
        } else {
            self.tmp(stored)?.into()
        };
        self.emit_flagged(opcode, &[from, address], self.trap_flags(id))
    }

    /// MemoryCopy and MemoryFill.
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
}
