//! Folds loads into the instructions that use them.
//!
//! A load is folded if it has no other user and may be moved to its user. Values between the load and the instruction,
//! such as a comparison fused with a branch or a copy, must have no other user either, or the load would execute twice.

use super::combinations::Rule;
use super::narrow::immediate_of;
use super::select::{FOLDED, Lowering, NONE, Result};
use crate::air::{Arg, InstFlags, Kinds, Opcode as Air, Tmp, find_form_of_kinds};
use crate::base::{Bank, Target, Type, Width};
use crate::ir::{Opcode, ValueFlags, ValueId};
use smallvec::SmallVec;

/// An operand and the flags that it requires of its instruction.
#[derive(Clone, Copy)]
pub(super) struct Operand {
    pub(super) arg: Arg,
    pub(super) flags: InstFlags,
}

/// True if arithmetic of the target has memory operands.
pub(super) fn is_supported(target: Target) -> bool {
    let kinds = [Kinds::TMP, Kinds::ADDR, Kinds::TMP];
    find_form_of_kinds(Air::Add64, target.desc.arch, target.features, &kinds).is_some()
}

impl From<Arg> for Operand {
    fn from(arg: Arg) -> Operand {
        Operand { arg, flags: InstFlags::empty() }
    }
}

impl<const RECORDS: bool> Lowering<'_, RECORDS> {
    /// True if the value is a full-width load that may be folded into the value being selected.
    pub(super) fn is_foldable_load(&mut self, id: ValueId) -> bool {
        self.is_foldable(id, Opcode::Load)
    }

    /// Like [`Lowering::is_foldable_load`], for another kind of load.
    pub(super) fn is_foldable(&mut self, id: ValueId, load: Opcode) -> bool {
        self.state.folds_loads && self.may_be_done_by_user(id, load)
    }

    /// Like [`Lowering::is_foldable`], for a user that only moves or extends the loaded value.
    pub(super) fn is_extendable_load(&mut self, id: ValueId, load: Opcode) -> bool {
        self.patterns && self.may_be_done_by_user(id, load)
    }

    fn may_be_done_by_user(&mut self, id: ValueId, load: Opcode) -> bool {
        let value = self.proc.value(id);
        value.opcode() == load
            && !value.flags.contains(ValueFlags::VOLATILE)
            && self.is_used_once(id)
            && self.may_sink(id)
    }

    /// True if the value has no temporary yet and may be computed at the value being selected.
    pub(super) fn may_sink(&mut self, id: ValueId) -> bool {
        let (from, to) = (self.facts.value(id), self.facts.value(self.current));
        self.state.tmps[id.number() as usize] == NONE
            && from.block() == to.block()
            && self.state.motion.may_sink(self.proc, self.block, id, self.current)
    }

    /// The memory operand of a load that is folded; the load itself is not selected.
    pub(super) fn fold_load(&mut self, id: ValueId) -> Result<Operand> {
        let value = self.proc.value(id);
        let operand = Operand {
            arg: self.address(id, self.child(id, 0), value.offset())?,
            flags: self.access_flags(id),
        };
        self.state.tmps[id.number() as usize] = FOLDED;
        if operand.flags.contains(InstFlags::TRAPS) {
            self.origin = value.origin; // a trap is attributed to the load
        }
        Ok(operand)
    }

    /// The memory operand of a load that can be folded, else the value's temporary.
    pub(super) fn load_or_tmp(&mut self, id: ValueId) -> Result<Operand> {
        match self.is_foldable_load(id) {
            true => {
                self.took(Rule::LoadInOperand, &[id]);
                self.fold_load(id)
            }
            false => Ok(Arg::Tmp(self.tmp(id)?).into()),
        }
    }

    /// True if [`Lowering::load_constant_or_tmp`] returns memory.
    pub(super) fn is_in_memory(&mut self, id: ValueId) -> bool {
        let value = self.proc.value(id);
        let constant = matches!(value.opcode(), Opcode::ConstFloat | Opcode::ConstDouble);
        constant && value.bits() != 0 && self.state.folds_loads || self.is_foldable_load(id)
    }

    /// Like [`Lowering::load_or_tmp`]; a floating-point constant may be in memory too.
    pub(super) fn load_constant_or_tmp(&mut self, id: ValueId) -> Result<Operand> {
        let value = self.proc.value(id);
        let width = match value.opcode() {
            Opcode::ConstFloat => Width::W32,
            Opcode::ConstDouble => Width::W64,
            _ => return self.load_or_tmp(id),
        };
        // +0 is cheaper to materialize than to load.
        match value.bits() {
            bits if self.state.folds_loads && bits != 0 => {
                self.took(Rule::FloatConstantInOperand, &[id]);
                Ok(Arg::Const { bits, width }.into())
            }
            _ => Ok(Arg::Tmp(self.tmp(id)?).into()),
        }
    }

    /// Emits `opcode load, id` for a value whose only child is a load that can be folded. Returns false and emits
    /// nothing if it is not, or if the target has no such form.
    pub(super) fn fold_into(&mut self, opcode: Air, id: ValueId) -> Result<bool> {
        let child = self.child(id, 0);
        let any = Arg::CallArg { offset: 0 };
        let to = Arg::Tmp(self.tmp(id)?);
        if !self.is_extendable_load(child, Opcode::Load) || !self.has_form(opcode, &[any, to]) {
            return Ok(false);
        }
        self.took(Rule::LoadInCast, &[child]);
        let memory = self.fold_load(child)?;
        self.emit_flagged(opcode, &[memory.arg, to], memory.flags)?;
        Ok(true)
    }

    /// True for a load that was folded into another instruction.
    pub(super) fn is_folded(&self, id: ValueId) -> bool {
        self.state.tmps[id.number() as usize] == FOLDED
    }

    /// Turn this: `SExt32(Load8S(p))`, `SExt32(Load16S(p))`
    /// Into this: a load that extends to 64 bits. Other casts fold a full-width load.
    ///
    /// A zero extension of a value that is already zero-extended is a copy, which allocation may coalesce.
    pub(super) fn cast_of_load(&mut self, id: ValueId) -> Result<bool> {
        let child = self.child(id, 0);
        let cast = self.proc.value(id).opcode();
        if self.resolve(id) != id || cast == Opcode::ZExt32 && self.is_free_extension(id) {
            return Ok(true); // users use its operand
        }
        let (load, opcode) = match (cast, self.proc.value(child).opcode()) {
            (Opcode::SExt32, Opcode::Load8S) => (Opcode::Load8S, Air::SignExtend8To64),
            (Opcode::SExt32, Opcode::Load16S) => (Opcode::Load16S, Air::SignExtend16To64),
            _ => (Opcode::Load, self.cast_opcode(id)),
        };
        if self.is_extendable_load(child, load) {
            let to = Arg::Tmp(self.tmp(id)?);
            self.took(Rule::LoadInCast, &[child]);
            let memory = self.fold_load(child)?;
            self.emit_flagged(opcode, &[memory.arg, to], memory.flags)?;
            return Ok(true);
        }
        if cast == Opcode::ZExt32 && self.is_zero_extended(child) {
            let (from, to) = (self.tmp(child)?, self.tmp(id)?);
            self.emit(Air::Move, &[from.into(), to.into()])?;
            return Ok(true);
        }
        Ok(false)
    }

    /// Emits an integer operation with its second operand in memory, or the first one if it commutes.
    pub(super) fn fold_int_operand(&mut self, id: ValueId) -> Result<bool> {
        let value = self.proc.value(id);
        let Some((opcode, commutes)) = super::arithmetic::with_memory(value.opcode(), value.ty) else {
            return Ok(false);
        };
        let [mut a, mut b] = [self.child(id, 0), self.child(id, 1)];
        if self.immediate(b).is_some() {
            return Ok(false);
        }
        if commutes && !self.is_foldable_load(b) {
            std::mem::swap(&mut a, &mut b);
        }
        if !self.is_foldable_load(b) {
            return Ok(false);
        }
        self.took(Rule::LoadInOperand, &[b]);
        let memory = self.fold_load(b)?;
        let (first, result) = (self.tmp(a)?, self.tmp(id)?);
        self.emit_flagged(opcode, &[first.into(), memory.arg, result.into()], memory.flags)?;
        Ok(true)
    }

    /// Emits a floating-point operation with its last operand in memory, or the first one if it commutes.
    pub(super) fn fold_float_operand(&mut self, id: ValueId) -> Result<bool> {
        let value = self.proc.value(id);
        let Some((narrow, wide, _)) = super::float::row(value.opcode()) else { return Ok(false) };
        let opcode = if value.ty == Type::Double { wide } else { narrow };
        let mut children: SmallVec<[ValueId; 4]> = self.proc.children(id).iter().copied().collect();
        let Some(last) = children.len().checked_sub(1) else { return Ok(false) };
        if matches!(value.opcode(), Opcode::Add | Opcode::Mul) && !self.is_in_memory(children[last]) {
            children.swap(0, last);
        }
        let (tmp, memory) = (Arg::Tmp(Tmp::new(Bank::Fp, 0)), Arg::CallArg { offset: 0 });
        let mut args: SmallVec<[Arg; 4]> = children.iter().map(|_| tmp).collect();
        args[last] = memory;
        args.push(tmp);
        if !self.is_in_memory(children[last]) || !self.has_form(opcode, &args) {
            return Ok(false);
        }
        for (arg, child) in args.iter_mut().zip(&children[..last]) {
            *arg = self.tmp(*child)?.into();
        }
        let operand = self.load_constant_or_tmp(children[last])?;
        (args[last], args[last + 1]) = (operand.arg, self.tmp(id)?.into());
        self.emit_flagged(opcode, &args, operand.flags)?;
        Ok(true)
    }

    /// Emits a load, an operation and a store to the same address as one read-modify-write instruction.
    pub(super) fn modify_in_place(&mut self, store: ValueId) -> Result<bool> {
        let (operation, pointer) = (self.child(store, 0), self.child(store, 1));
        let Some((change, commutes)) = self.change_of_memory(store, operation) else { return Ok(false) };
        if !self.is_used_once(operation) || self.is_needed(operation) {
            return Ok(false);
        }
        let [mut load, mut other] = [self.child(operation, 0), self.child(operation, 1)];
        if commutes && !self.loads_from(load, store, pointer) {
            std::mem::swap(&mut load, &mut other);
        }
        if !self.loads_from(load, store, pointer) || !self.is_foldable(load, self.proc.value(load).opcode()) {
            return Ok(false);
        }
        let width = match self.proc.value(store).opcode() {
            Opcode::Store8 => Some(Width::W8),
            Opcode::Store16 => Some(Width::W16),
            _ => None,
        };
        let other = match (width, self.immediate(other)) {
            (Some(width), Some(Arg::Imm(constant))) => match immediate_of(constant, width) {
                Some(immediate) => immediate,
                None => return Ok(false),
            },
            _ => self.tmp_or_imm(other)?,
        };
        self.took(Rule::ModifyInPlace, &[operation, load]);
        let memory = self.fold_load(load)?;
        let flags = memory.flags | self.access_flags(store);
        self.emit_flagged(change, &[other, memory.arg], flags)?;
        Ok(true)
    }

    /// The instruction for an operation on the memory that `store` writes, and whether the operation commutes.
    fn change_of_memory(&self, store: ValueId, operation: ValueId) -> Option<(Air, bool)> {
        use Opcode::*;
        let (opcode, ty) = (self.proc.value(operation).opcode(), self.proc.type_of(operation));
        if !ty.is_int() || !matches!(opcode, Add | Sub | BitAnd | BitOr | BitXor) {
            return None;
        }
        let [byte, word] = match opcode {
            Add => [Air::Add8, Air::Add16],
            Sub => [Air::Sub8, Air::Sub16],
            BitAnd => [Air::And8, Air::And16],
            BitOr => [Air::Or8, Air::Or16],
            _ => [Air::Xor8, Air::Xor16],
        };
        match self.proc.value(store).opcode() {
            Store8 => Some((byte, opcode != Sub)),
            Store16 => Some((word, opcode != Sub)),
            _ => super::arithmetic::with_memory(opcode, ty),
        }
    }

    /// True if the value loads exactly the bytes that `store` writes.
    fn loads_from(&self, load: ValueId, store: ValueId, pointer: ValueId) -> bool {
        let (loaded, stored) = (self.proc.value(load), self.proc.value(store));
        let is_as_wide = match stored.opcode() {
            Opcode::Store8 => matches!(loaded.opcode(), Opcode::Load8Z | Opcode::Load8S),
            Opcode::Store16 => matches!(loaded.opcode(), Opcode::Load16Z | Opcode::Load16S),
            _ => loaded.opcode() == Opcode::Load,
        };
        is_as_wide
            && loaded.offset() == stored.offset()
            && self.through_copies(self.child(load, 0)) == self.through_copies(pointer)
    }
}
