//! Addressing modes: folds additions, small shifts and slots into memory operands, and sums into Lea instructions.
//!
//! A folded value is computed again by each instruction that folds it, which costs nothing, but its operands must then
//! be live until there. So at O1 and O2 a sum or shift with other users is folded only if its operands are live anyway.

use super::combinations::Rule;
use super::fuse::Extended;
use super::select::{Lowering, NONE, Result};
use crate::air::{Arg, IndexExtend, Opcode as Air, SlotId, SlotKind, Tmp};
use crate::base::{Arch, StackSlotId, Type};
use crate::ir::{Opcode, ValueId};

/// Maximum number of additions folded into one address. They are examined for each address that uses them, so a long
/// chain would take quadratic time without a limit.
const MAX_FOLDED_ADDITIONS: usize = 8;

/// base + (index << shift) + offset.
#[derive(Clone, Copy)]
struct Sum {
    base: ValueId,
    index: ValueId,
    shift: u8,
    offset: i32,
}

impl<const RECORDS: bool> Lowering<'_, RECORDS> {
    /// The memory operand of an access to `pointer` + `offset`. Folds additions, small shifts and slots.
    ///
    /// Only values of this block are folded, so that their operands are known to be available here. A sum of two values
    /// must have no other user; a sum with a constant may have, because adding the constant again costs nothing.
    pub(super) fn address(&mut self, access: ValueId, pointer: ValueId, offset: i32) -> Result<Arg> {
        let mut pointer = self.through_copies(pointer);
        let mut offset = offset;
        for _ in 0..=MAX_FOLDED_ADDITIONS {
            let value = self.proc.value(pointer);
            match value.opcode() {
                // Other accesses are never executed.
                Opcode::SlotBase if self.is_in_slot(access, value.slot(), offset) => {
                    self.took(Rule::SlotInAddress, &[pointer]);
                    return Ok(Arg::Stack { slot: SlotId::new(value.slot().number()), offset });
                }
                Opcode::FramePointer => {
                    self.took(Rule::FramePointerInAddress, &[pointer]);
                    return Ok(Arg::Addr { base: Tmp::from_reg(self.target.desc.frame_pointer), offset });
                }
                Opcode::Add | Opcode::Sub if self.is_in_block(pointer) => {
                    let Some((other, constant)) = self.constant_addend(pointer) else {
                        match value.opcode() {
                            Opcode::Add => return self.sum_address(pointer, offset),
                            _ => break,
                        }
                    };
                    // If the sum is computed anyway, folding must not extend the live range of its operand.
                    let is_worth = !self.patterns || !self.is_needed(pointer) || self.is_live_anyway(other);
                    match i64::from(offset).checked_add(constant).map(i32::try_from) {
                        Some(Ok(sum)) if is_worth => {
                            self.took(Rule::ConstantInAddress, &[pointer]);
                            (pointer, offset) = (self.through_copies(other), sum);
                        }
                        _ => break,
                    }
                }
                _ => break,
            }
        }
        Ok(Arg::Addr { base: self.address_part(pointer)?, offset })
    }

    /// True if an access can have base, index and offset at once. Otherwise one of them needs an instruction, which
    /// should not be repeated for each access.
    fn has_index_and_offset(&self) -> bool {
        self.arch == Arch::X64
    }

    /// True if an access at this offset is inside the slot.
    fn is_in_slot(&self, access: ValueId, slot: StackSlotId, offset: i32) -> bool {
        let size = self.proc.stack_slots().get(slot).map_or(0, |slot| slot.size);
        let bytes = self.proc.access_bytes(self.proc.value(access));
        u32::try_from(offset).is_ok_and(|offset| offset.checked_add(bytes).is_some_and(|end| end <= size))
    }

    /// For an addition or subtraction of a constant: the other operand, and the constant added.
    #[inline]
    fn constant_addend(&self, sum: ValueId) -> Option<(ValueId, i64)> {
        let sum = self.proc.value(sum);
        let ([a, b], is_sub) = ([sum.child(0), sum.child(1)], sum.opcode() == Opcode::Sub);
        match self.immediate(b) {
            Some(Arg::Imm(constant)) if is_sub => Some((a, constant.checked_neg()?)),
            Some(Arg::Imm(constant)) => Some((a, constant)),
            _ if is_sub => None,
            _ => match self.immediate(a)? {
                Arg::Imm(constant) => Some((b, constant)),
                _ => None,
            },
        }
    }

    /// True if the value is computed in any case.
    pub(super) fn is_needed(&self, id: ValueId) -> bool {
        self.facts.value(id).used_outside() || self.state.tmps[id.number() as usize] != NONE
    }

    /// True if the value or its temporary is live below, is rematerialized at its uses, or is in a pinned register.
    fn is_live_anyway(&self, id: ValueId) -> bool {
        let id = self.resolve(id);
        let opcode = self.proc.value(id).opcode();
        matches!(opcode, Opcode::SlotBase | Opcode::SymbolAddress | Opcode::GetPinned) || self.is_needed(id)
    }

    /// True if an address may fold this value of the block with the operands `parts`.
    #[inline]
    fn folds_into_address(&self, id: ValueId, parts: &[ValueId]) -> bool {
        self.is_in_block(id)
            && (self.is_used_once(id)
                || self.patterns
                    && !self.is_needed(id)
                    && parts.iter().all(|part| self.is_live_anyway(*part)))
    }

    /// True for a sum that is not computed so far and has few users, if folding it makes no more values live than the
    /// sum. Most often all its users are accesses, and the sum is never computed.
    fn is_shared_address(&self, sum: ValueId, parts: [ValueId; 2]) -> bool {
        const FEW: u32 = 3;
        let is_new = |part: &&ValueId| {
            let leaf = self.scaled(**part).map_or(**part, |(index, _)| index);
            !self.is_live_anyway(leaf)
        };
        self.patterns
            && self.is_local(sum)
            && self.facts.value(sum).uses() <= FEW
            && !self.is_needed(sum)
            && parts.iter().filter(is_new).count() <= 1
    }

    /// The memory operand for `sum` + `offset`, where neither addend is a constant.
    fn sum_address(&mut self, sum: ValueId, offset: i32) -> Result<Arg> {
        let value = self.proc.value(sum);
        let [a, b] = [value.child(0), value.child(1)];
        if self.state.fuses_operations
            && offset == 0
            && let Some(address) = self.extended_address(sum, [a, b])?
        {
            return Ok(address);
        }
        let is_free = self.has_index_and_offset() || offset == 0 || self.is_used_once(sum);
        let extends = [a, b].iter().any(|part| self.is_fusible_extension(*part));
        if !is_free
            || extends
            || !self.folds_into_address(sum, &[a, b]) && !self.is_shared_address(sum, [a, b])
        {
            return Ok(Arg::Addr { base: self.tmp(sum)?, offset });
        }
        let parts = self.parts(a, b, offset);
        self.took(Rule::SumInAddress, &[sum]);
        self.took_parts([a, b]);
        self.index_arg(parts)
    }

    /// Records which parts of a sum are those of an address: see [`Lowering::parts`].
    #[inline(always)]
    fn took_parts(&mut self, [a, b]: [ValueId; 2]) {
        if !RECORDS {
            return;
        }
        let scaled = [b, a].into_iter().find(|part| self.scaled(*part).is_some());
        for part in [a, b] {
            let leaf = match self.scaled(part) {
                Some((index, _)) if scaled == Some(part) => {
                    self.took(Rule::ShiftInAddress, &[self.through_copies(part)]);
                    index
                }
                _ => part,
            };
            if self.patterns && self.folded_constant(leaf).is_some() {
                self.took(Rule::ConstantInAddress, &[self.through_copies(leaf)]);
            }
        }
    }

    /// The memory operand for a sum without offset in which one addend is extended from 32 bits.
    fn extended_address(&mut self, sum: ValueId, [a, b]: [ValueId; 2]) -> Result<Option<Arg>> {
        const MAX_SHIFT: i64 = 3;
        for [base, index] in [[a, b], [b, a]] {
            let Some(Extended { from, extend, amount: shift @ ..=MAX_SHIFT }) = self.as_extended(index)
            else {
                continue;
            };
            if self.folds_into_address(sum, &[base, from]) {
                if RECORDS {
                    self.took(Rule::SumInAddress, &[sum]);
                    self.took(Rule::ExtensionInAddress, &[index, self.shifted_from(index)]);
                }
                let (base, index) = (self.address_part(base)?, self.tmp(from)?);
                return Ok(Some(Arg::Index { base, index, shift: shift as u8, extend, offset: 0 }));
            }
        }
        Ok(None)
    }

    fn index_arg(&mut self, sum: Sum) -> Result<Arg> {
        let (Sum { base, index, shift, offset }, extend) = (sum, IndexExtend::Whole);
        for (slot, index) in [(base, index), (index, base)] {
            if let Some((base, offset)) = self.in_frame(slot, offset)
                && (slot == sum.base || shift == 0)
            {
                self.took(Rule::SlotInAddress, &[slot]);
                return Ok(Arg::Index { base, index: self.address_part(index)?, shift, extend, offset });
            }
        }
        let (base, index) = (self.address_part(base)?, self.address_part(index)?);
        Ok(Arg::Index { base, index, shift, extend, offset })
    }

    /// The frame pointer and the offset from it of `offset` bytes into a slot, if the value is the address of a slot.
    ///
    /// The access does not name the slot, so the slot becomes [`SlotKind::Locked`]: ordinary memory.
    fn in_frame(&mut self, id: ValueId, offset: i32) -> Option<(Tmp, i32)> {
        if !self.patterns {
            return None;
        }
        let value = self.proc.value(self.through_copies(id));
        if value.opcode() != Opcode::SlotBase {
            return None;
        }
        let slot = self.code.slots.get_mut(SlotId::new(value.slot().number()))?;
        let offset = slot.offset?.checked_add(offset)?;
        slot.kind = SlotKind::Locked;
        Some((Tmp::from_reg(self.target.desc.frame_pointer), offset))
    }

    /// The address a + b + `offset`, with shifts and, at O1 and O2, constants of both addends folded.
    fn parts(&self, a: ValueId, b: ValueId, offset: i32) -> Sum {
        let (base, index, shift) = match (self.scaled(b), self.scaled(a)) {
            (Some((index, shift)), _) => (a, index, shift),
            (None, Some((index, shift))) => (b, index, shift),
            (None, None) => (a, b, 0),
        };
        let mut sum = Sum { base, index, shift, offset };
        if self.patterns {
            if let Some((base, constant)) = self.folded_constant(base)
                && let Some(offset) = sum.offset.checked_add(constant)
            {
                (sum.base, sum.offset) = (base, offset);
            }
            if let Some((index, constant)) = self.folded_constant(index)
                && let Some(constant) = constant.checked_mul(1 << shift)
                && let Some(offset) = sum.offset.checked_add(constant)
            {
                (sum.index, sum.offset) = (index, offset);
            }
        }
        sum
    }

    /// `x` and `constant` if the value is x + constant and an address may fold it.
    fn folded_constant(&self, id: ValueId) -> Option<(ValueId, i32)> {
        let id = self.through_copies(id);
        if !matches!(self.proc.value(id).opcode(), Opcode::Add | Opcode::Sub) {
            return None;
        }
        let (other, constant) = self.constant_addend(id)?;
        let constant = i32::try_from(constant).ok()?;
        if !self.has_index_and_offset() && !self.is_used_once(id) {
            return None;
        }
        self.folds_into_address(id, &[other]).then_some((other, constant))
    }

    /// `index` and `shift` if the value is `index << shift`, with a shift that addresses support.
    fn scaled(&self, id: ValueId) -> Option<(ValueId, u8)> {
        let id = self.through_copies(id);
        let opcode = self.proc.value(id).opcode();
        let is_product = opcode == Opcode::Mul && self.patterns && self.proc.value(id).ty.is_int();
        if opcode != Opcode::Shl && !is_product {
            return None;
        }
        let [index, amount] = [self.child(id, 0), self.child(id, 1)];
        if !self.folds_into_address(id, &[index]) {
            return None;
        }
        match self.immediate(amount) {
            Some(Arg::Imm(factor @ (2 | 4 | 8))) if is_product => Some((index, factor.ilog2() as u8)),
            Some(Arg::Imm(shift @ 0..=3)) if !is_product => Some((index, shift as u8)),
            _ => None,
        }
    }

    // ---- Sums -----------------------------------------------------------------------------------------

    /// Emits an addition, or a multiplication by a small constant, as an address computation if that includes further
    /// operations. Returns false and emits nothing if not.
    pub(super) fn sum_as_address(&mut self, id: ValueId) -> Result<bool> {
        let Some(sum) = self.sum_of_more(id) else { return Ok(false) };
        self.took_sum(id);
        let opcode = if self.proc.value(id).ty == Type::Int64 { Air::Lea64 } else { Air::Lea32 };
        let (address, to) = (self.index_arg(sum)?, Arg::Tmp(self.tmp(id)?));
        self.emit(opcode, &[address, to])?;
        Ok(true)
    }

    /// Records which values are part of a sum: see [`Lowering::sum_of_more`].
    #[inline(always)]
    fn took_sum(&mut self, id: ValueId) {
        if !RECORDS {
            return;
        }
        let [a, b] = [self.child(id, 0), self.child(id, 1)];
        if self.proc.value(id).opcode() == Opcode::Mul {
            self.took(Rule::ProductAsAddress, &[b]);
        } else if let Some((other, _)) = self.constant_addend(id) {
            let inner = self.through_copies(other);
            self.took(Rule::SumAsAddress, &[inner]);
            self.took_parts([self.child(inner, 0), self.child(inner, 1)]);
        } else {
            self.took(Rule::SumAsAddress, &[]);
            self.took_parts([a, b]);
        }
    }

    fn sum_of_more(&self, id: ValueId) -> Option<Sum> {
        let [a, b] = [self.child(id, 0), self.child(id, 1)];
        if self.proc.value(id).opcode() == Opcode::Mul {
            let Some(Arg::Imm(factor @ (3 | 5 | 9))) = self.immediate(b) else { return None };
            return Some(Sum { base: a, index: a, shift: (factor - 1).ilog2() as u8, offset: 0 });
        }
        if let Some((other, constant)) = self.constant_addend(id) {
            let inner = self.through_copies(other);
            let is_sum =
                self.proc.value(inner).opcode() == Opcode::Add && self.constant_addend(inner).is_none();
            let offset = i32::try_from(constant).ok().filter(|_| is_sum && self.is_used_once(inner))?;
            return Some(self.parts(self.child(inner, 0), self.child(inner, 1), offset));
        }
        let sum = self.parts(a, b, 0);
        (sum.shift != 0 || sum.offset != 0).then_some(sum)
    }
}
