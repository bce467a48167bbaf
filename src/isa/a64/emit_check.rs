//! Checks: the hidden instruction and one branch; out of line, an undo of the operation and the exit.

use super::emit::{Emit, W32, W64, immediate_bits};
use super::emit_frame::add_immediate;
use super::registers::{X16, X17, ZR};
use super::{Arith, Assembler, Cond, Extend, Multiply, ShiftKind, arithmetic_immediate};
use crate::air::{ExitCause, Opcode};
use crate::base::{Reg, ValueRep, Width};
use crate::isa::patch::{self, ColdCheck};
use crate::isa::stackmap_params::PatchSite;
use crate::isa::{CodeBuffer, Label};

/// Restores the operands of an operation that overflowed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::isa) enum Undo {
    /// They were not overwritten.
    Nothing,
    /// The other operand was added to the register.
    Sum(Width, Reg, OtherOperand),
    /// The other operand was subtracted from the register.
    Difference(Width, Reg, OtherOperand),
    /// The register was subtracted from another one, into itself.
    From(Width, Reg, Reg),
    /// The register was added to itself. The lost bit is in the carry flag.
    Double(Width, Reg),
    /// The register was subtracted from itself, which never overflows: unreachable.
    Never(Reg),
}

/// The other operand of an operation, which is unchanged.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::isa) enum OtherOperand {
    Reg(Reg),
    Imm(i32),
}

impl Undo {
    fn reg(self) -> Option<Reg> {
        match self {
            Undo::Nothing => None,
            Undo::Sum(_, reg, _)
            | Undo::Difference(_, reg, _)
            | Undo::From(_, reg, _)
            | Undo::Double(_, reg)
            | Undo::Never(reg) => Some(reg),
        }
    }

    /// Emits the undo code. The flags are still those of the operation.
    pub(in crate::isa) fn emit(self, buffer: &mut CodeBuffer) {
        let mut asm = Assembler::new(buffer);
        match self {
            Undo::Nothing | Undo::Never(_) => {}
            Undo::Sum(width, reg, OtherOperand::Reg(other)) => {
                asm.arith_rrr(Arith::Sub, width, reg, reg, other)
            }
            Undo::Sum(width, reg, OtherOperand::Imm(imm)) => {
                add_immediate(&mut asm, width, reg, reg, -i64::from(imm));
            }
            Undo::Difference(width, reg, OtherOperand::Reg(other)) => {
                asm.arith_rrr(Arith::Add, width, reg, reg, other);
            }
            Undo::Difference(width, reg, OtherOperand::Imm(imm)) => {
                add_immediate(&mut asm, width, reg, reg, i64::from(imm));
            }
            Undo::From(width, reg, other) => asm.arith_rrr(Arith::Sub, width, reg, other, reg),
            Undo::Double(width, reg) => {
                asm.cset(width, X16, Cond::Hs);
                asm.extr(width, reg, X16, reg, 1);
            }
        }
    }
}

impl Emit<'_, '_> {
    pub(super) fn check(&mut self) {
        if self.try_check().is_none() {
            self.unexpected();
        }
    }

    /// Emits an invalidation point: one instruction, which invalidation replaces by a branch.
    pub(super) fn invalidation_point(&mut self) {
        let Some(mut site) = self.inst.and_then(|inst| PatchSite::new(self.code, inst.origin, self.args, 0))
        else {
            return self.unexpected();
        };
        site.leaves = true;
        let label = self.asm.buffer().new_label();
        self.asm.invalidation_point(label);
        self.add_cold_check(ColdCheck { label, undo: patch::Undo::A64(Undo::Nothing), site });
    }

    /// Like [`Emit::check`]; `None` if the operands cannot be emitted.
    fn try_check(&mut self) -> Option<()> {
        let (code, args, inst) = (self.code, self.args, self.inst?);
        let (form, own) = code.hidden(args)?;
        let opcode = form.get()?.opcode;
        let exit_cause = opcode.exit_cause()?;
        let label = self.asm.buffer().new_label();
        let hidden_inst = inst.hidden(form, opcode);
        let mut hidden = self.nested(&hidden_inst, own);
        let undo = match exit_cause {
            ExitCause::Condition => {
                hidden.exit_if(opcode, label);
                Undo::Nothing
            }
            ExitCause::Overflow | ExitCause::UndoableOverflow => hidden.overflow(opcode, label)?,
        };
        let site = PatchSite::new(code, inst.origin, args, own.len())?;
        if exit_cause != ExitCause::Condition {
            let result = own.last()?.as_tmp()?.reg()?;
            let is_lost = |rep: ValueRep| rep == ValueRep::Register(result) && undo.reg() != Some(result);
            if site.params.iter().any(|param| is_lost(param.rep))
                || site.state.iter().any(|rep| is_lost(*rep))
            {
                return None; // overwritten, and the exit path cannot restore it
            }
        }
        self.add_cold_check(ColdCheck { label, undo: patch::Undo::A64(undo), site });
        Some(())
    }

    /// Emits an operation and a branch to `label` on overflow. Returns how to undo it there.
    fn overflow(&mut self, opcode: Opcode, label: Label) -> Option<Undo> {
        use Opcode::*;
        match opcode {
            Add32 => self.checked_sum(W32, label),
            Add64 => self.checked_sum(W64, label),
            Sub32 => self.checked_difference(W32, label),
            Sub64 => self.checked_difference(W64, label),
            Neg32 => self.checked_negation(W32, label),
            Neg64 => self.checked_negation(W64, label),
            Mul32 => self.checked_product_32(label),
            Mul64 => self.checked_product_64(label),
            _ => None,
        }
    }

    /// Emits `to = a + b` or `a - b` and sets the flags; b is operand 1.
    fn with_flags(&mut self, subtracts: bool, width: Width, to: Reg, a: Reg) -> OtherOperand {
        let op = |subtracts| if subtracts { Arith::Subs } else { Arith::Adds };
        let Some(imm) = self.as_imm(1) else {
            let b = self.reg(1);
            self.asm.arith_rrr(op(subtracts), width, to, a, b);
            return OtherOperand::Reg(b);
        };
        // a - b and a + (-b) set the same flags unless b is zero.
        let (negated, size) = (imm < 0, u64::from(imm.unsigned_abs()));
        if arithmetic_immediate(size).is_some() {
            self.asm.arith_rri(op(subtracts != negated), width, to, a, size);
        } else {
            self.asm.mov_ri(X16, immediate_bits(imm, width));
            self.asm.arith_rrr(op(subtracts), width, to, a, X16);
        }
        OtherOperand::Imm(imm)
    }

    fn checked_sum(&mut self, width: Width, label: Label) -> Option<Undo> {
        let (a, to) = (self.reg(0), self.reg(2));
        let other = self.with_flags(false, width, to, a);
        self.asm.b_cond(Cond::Vs, label);
        Some(match other {
            OtherOperand::Reg(b) if a == to && b == to => Undo::Double(width, to),
            other if a == to => Undo::Sum(width, to, other),
            OtherOperand::Reg(b) if b == to => Undo::Sum(width, to, OtherOperand::Reg(a)),
            _ => Undo::Nothing,
        })
    }

    fn checked_difference(&mut self, width: Width, label: Label) -> Option<Undo> {
        let (a, to) = (self.reg(0), self.reg(2));
        let other = self.with_flags(true, width, to, a);
        self.asm.b_cond(Cond::Vs, label);
        Some(match other {
            OtherOperand::Reg(b) if a == b && b == to => Undo::Never(to),
            other if a == to => Undo::Difference(width, to, other),
            OtherOperand::Reg(b) if b == to => Undo::From(width, to, a),
            _ => Undo::Nothing,
        })
    }

    fn checked_negation(&mut self, width: Width, label: Label) -> Option<Undo> {
        let (from, to) = (self.reg(0), self.reg(1));
        self.asm.arith_rrr(Arith::Subs, width, to, ZR, from);
        self.asm.b_cond(Cond::Vs, label);
        Some(if from == to { Undo::From(width, to, ZR) } else { Undo::Nothing })
    }

    /// The 64-bit product must equal the sign extension of its lower half.
    fn checked_product_32(&mut self, label: Label) -> Option<Undo> {
        let (a, to) = (self.reg(0), self.reg(2));
        let b = self.reg_or_imm(1, W32);
        self.asm.multiply_rrrr(Multiply::Smaddl, W64, X16, a, b, ZR);
        self.asm.mov_rr(W32, to, X16);
        self.asm.arith_rre(Arith::Subs, W64, ZR, X16, to, Extend::Sign32, 0);
        self.asm.b_cond(Cond::Ne, label);
        Some(Undo::Nothing)
    }

    /// The upper half of the product must consist of copies of the lower half's sign.
    fn checked_product_64(&mut self, label: Label) -> Option<Undo> {
        let (a, to) = (self.reg(0), self.reg(2));
        let b = match self.as_imm(1) {
            Some(imm) => {
                self.asm.mov_ri(X17, immediate_bits(imm, W64));
                X17
            }
            None => self.reg(1),
        };
        self.asm.smulh(X16, a, b);
        self.asm.mul_rrr(W64, to, a, b);
        self.asm.arith_rrs(Arith::Subs, W64, ZR, X16, to, ShiftKind::Asr, 63);
        self.asm.b_cond(Cond::Ne, label);
        Some(Undo::Nothing)
    }
}
