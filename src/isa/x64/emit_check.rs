//! Checks: the hidden instruction and one branch; out of line, an undo of the operation and the exit.

use super::emit::Emit;
use super::emit_flags::FlagsOf;
use super::{Alu, Assembler, Cond, Mem, Shift, Unary};
use crate::air::{Arg, ExitCause, Opcode, find_form};
use crate::base::{Reg, ValueRep, Width};
use crate::isa::patch::{self, ColdCheck};
use crate::isa::stackmap_params::PatchSite;
use crate::isa::{CodeBuffer, Label};

/// Restores the operands of an operation that overflowed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::isa) enum Undo {
    /// They were not overwritten.
    Nothing,
    /// The register was overwritten; applying this inverse operation with the other operand restores it.
    With(Alu, Width, Reg, OtherOperand),
    /// The register was added to itself. The lost bit is in the carry flag.
    Double(Width, Reg),
    /// The register was negated.
    Neg(Width, Reg),
}

/// The other operand of an operation, which is unchanged.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::isa) enum OtherOperand {
    Reg(Reg),
    Imm(i32),
    /// Memory in the frame, at an offset from the frame pointer.
    Frame(i32),
}

impl Undo {
    fn reg(self) -> Option<Reg> {
        match self {
            Undo::Nothing => None,
            Undo::With(_, _, reg, _) | Undo::Double(_, reg) | Undo::Neg(_, reg) => Some(reg),
        }
    }

    /// Emits the undo code. The flags are still those of the operation.
    pub(in crate::isa) fn emit(self, buffer: &mut CodeBuffer) {
        let mut asm = Assembler::new(buffer);
        match self {
            Undo::Nothing => {}
            Undo::With(alu, width, reg, OtherOperand::Reg(other)) => asm.alu_rr(alu, width, reg, other),
            Undo::With(alu, width, reg, OtherOperand::Imm(imm)) => asm.alu_ri(alu, width, reg, imm),
            Undo::With(alu, width, reg, OtherOperand::Frame(offset)) => {
                asm.alu_rm(alu, width, reg, Mem::base(super::registers::RBP, offset));
            }
            Undo::Double(width, reg) => asm.shift_ri(Shift::Rcr, width, reg, 1),
            Undo::Neg(width, reg) => asm.unary_r(Unary::Neg, width, reg),
        }
    }
}

impl Emit<'_, '_> {
    pub(super) fn check(&mut self) {
        if self.try_check().is_none() {
            self.unexpected();
        }
    }

    /// Emits an invalidation point: one instruction, of which invalidation changes only the opcode.
    pub(super) fn invalidation_point(&mut self) {
        let Some(mut site) = self.inst.and_then(|inst| PatchSite::new(self.code, inst.origin, self.args, 0))
        else {
            return self.unexpected();
        };
        site.leaves = true;
        let label = self.asm.buffer().new_label();
        self.asm.invalidation_point(label);
        self.flags = FlagsOf::Nothing;
        self.add_cold_check(ColdCheck { label, undo: patch::Undo::X64(Undo::Nothing), site });
    }

    /// Like [`Emit::check`]; `None` if the operands cannot be emitted.
    fn try_check(&mut self) -> Option<()> {
        let (code, args, inst) = (self.code, self.args, self.inst?);
        let (form, own) = code.hidden(args)?;
        let opcode = form.get()?.opcode;
        let exit_cause = opcode.exit_cause()?;
        // Spilling may have replaced a register by its slot, so find the form again.
        let form = find_form(opcode, code.target.desc.arch, code.target.features, own)?;
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
        self.flags = FlagsOf::Nothing;
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
        self.add_cold_check(ColdCheck { label, undo: patch::Undo::X64(undo), site });
        Some(())
    }

    /// Emits an operation and a branch to `label` on overflow. Returns how to undo it there.
    fn overflow(&mut self, opcode: Opcode, label: Label) -> Option<Undo> {
        use Opcode::*;
        let width = match opcode {
            Add32 | Sub32 | Mul32 | Neg32 => Width::W32,
            _ => Width::W64,
        };
        let undo = match opcode {
            Add32 | Add64 => self.add_or_sub(Alu::Add, width)?,
            Sub32 | Sub64 => self.add_or_sub(Alu::Sub, width)?,
            Neg32 | Neg64 => {
                let to = self.reg(1);
                let own = self.as_reg(0) == Some(to);
                self.load_first(width, to);
                self.asm.unary_r(Unary::Neg, width, to);
                if own { Undo::Neg(width, to) } else { Undo::Nothing }
            }
            Mul32 | Mul64 => {
                self.multiply(width);
                Undo::Nothing
            }
            _ => return None,
        };
        self.asm.jcc(Cond::O, label);
        Some(undo)
    }

    /// Emits operand 2 = operand 0 + or - operand 1.
    fn add_or_sub(&mut self, alu: Alu, width: Width) -> Option<Undo> {
        let to = self.reg(2);
        let back = if alu == Alu::Add { Alu::Sub } else { Alu::Add };
        let (a, b) = (self.as_reg(0), self.as_reg(1));
        if alu == Alu::Add && a == Some(to) && b == Some(to) {
            self.asm.alu_rr(alu, width, to, to);
            return Some(Undo::Double(width, to));
        }
        // The second operand of a sum may be in the result's register.
        let (first, second) = if alu == Alu::Add && b == Some(to) { (1, 0) } else { (0, 1) };
        if self.as_reg(second) == Some(to) {
            return match self.as_reg(first) {
                // x - x does not overflow.
                Some(other) if other == to => {
                    self.asm.alu_rr(alu, width, to, to);
                    Some(Undo::Nothing)
                }
                _ => None,
            };
        }
        let own = self.as_reg(first) == Some(to);
        match self.as_reg(first) {
            Some(from) => self.copy(width, to, from),
            None => {
                let from = self.mem(first);
                self.asm.mov_rm(width, to, from);
            }
        }
        let other = match (self.as_reg(second), self.as_imm(second), self.arg(second)) {
            (Some(reg), _, _) => {
                self.asm.alu_rr(alu, width, to, reg);
                OtherOperand::Reg(reg)
            }
            (None, Some(imm), _) => {
                self.asm.alu_ri(alu, width, to, imm);
                OtherOperand::Imm(imm)
            }
            (None, None, Arg::Stack { slot, offset }) => {
                let mem = self.mem(second);
                self.asm.alu_rm(alu, width, to, mem);
                OtherOperand::Frame(self.frame_offset(slot, offset)?)
            }
            _ => return None,
        };
        Some(if own { Undo::With(back, width, to, other) } else { Undo::Nothing })
    }

    /// Emits operand 2 = operand 0 * operand 1.
    fn multiply(&mut self, width: Width) {
        let to = self.reg(2);
        match (self.as_reg(0), self.as_imm(1)) {
            (Some(a), Some(imm)) => self.asm.imul_rri(width, to, a, imm),
            (None, Some(imm)) => {
                let a = self.mem(0);
                self.asm.imul_rmi(width, to, a, imm);
            }
            (_, None) => {
                let (first, second) = if self.as_reg(1) == Some(to) { (1, 0) } else { (0, 1) };
                match self.as_reg(first) {
                    Some(from) => self.copy(width, to, from),
                    None => {
                        let from = self.mem(first);
                        self.asm.mov_rm(width, to, from);
                    }
                }
                match self.as_reg(second) {
                    Some(other) => self.asm.imul_rr(width, to, other),
                    None => {
                        let other = self.mem(second);
                        self.asm.imul_rm(width, to, other);
                    }
                }
            }
        }
    }
}
