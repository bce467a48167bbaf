//! Branches, traps, and instructions of later stages that mean nothing.

use super::leaves::missing;
use super::{BlockTarget, Leaves, Missing, Result, Translator};
use crate::ast::*;
use crate::table::Opcode;
use crate::types::Type;
use barebones::base;
use barebones::ir::{BlockId, Successor, ValueId};

/// The core's code of a trap. It has no own code for an interrupt: it is the last of the client's.
fn trap_code(code: TrapCode) -> base::TrapCode {
    match code {
        TrapCode::StackOverflow => base::TrapCode::StackOverflow,
        TrapCode::HeapOutOfBounds => base::TrapCode::HeapOutOfBounds,
        TrapCode::IntegerOverflow => base::TrapCode::IntegerOverflow,
        TrapCode::IntegerDivisionByZero => base::TrapCode::IntegerDivisionByZero,
        TrapCode::BadConversion => base::TrapCode::BadConversion,
        TrapCode::Interrupt => base::TrapCode::User(u16::MAX),
        TrapCode::Unreachable => base::TrapCode::Unreachable,
        TrapCode::User(number) => base::TrapCode::User(number),
    }
}

impl Translator<'_> {
    /// Translates a branch or trap; false if the instruction is another.
    pub(super) fn control(&mut self, inst: &Inst) -> Result<bool> {
        match inst.opcode {
            Opcode::Jump | Opcode::Fallthrough => {
                let call = self.block_call(inst, 0)?;
                self.jump(call, &[])?;
            }
            Opcode::Brif => {
                let condition = self.condition(inst, 0)?;
                let [then, otherwise] = [self.block_call(inst, 0)?, self.block_call(inst, 1)?];
                let [then, otherwise] = [self.edge(then)?, self.edge(otherwise)?];
                self.b().branch(condition, then, otherwise);
            }
            Opcode::BrTable | Opcode::BrTableDeclared => self.table(inst)?,
            Opcode::Brz | Opcode::Brnz => {
                let condition = self.condition(inst, 0)?;
                self.branch_to(inst, condition, inst.opcode == Opcode::Brnz)?;
            }
            Opcode::BrIcmp => {
                let [x, y] = [self.arg_leaves(inst, 0)?, self.arg_leaves(inst, 1)?];
                let ty = self.arg_type(inst, 0)?;
                let condition = self.compare(inst, &x, &y, ty)?;
                self.branch_to(inst, condition, true)?;
            }
            Opcode::BrifFlags | Opcode::Brff => {
                let condition = self.flags_condition(inst)?;
                self.branch_to(inst, condition, true)?;
            }
            Opcode::Trap => {
                let code = self.code(inst)?;
                self.b().trap(code);
            }
            Opcode::ResumableTrap => {
                let code = self.code(inst)?;
                let mut b = self.b();
                let always = b.const32(1);
                b.trap_if(always, code);
            }
            Opcode::Trapnz | Opcode::ResumableTrapnz => {
                let (condition, code) = (self.condition(inst, 0)?, self.code(inst)?);
                self.b().trap_if(condition, code);
            }
            Opcode::Trapz => {
                let (condition, code) = (self.condition(inst, 0)?, self.code(inst)?);
                let mut b = self.b();
                let ty = b.proc.type_of(condition);
                let zero = b.constant(ty, 0);
                let is_zero = b.equal(condition, zero);
                b.trap_if(is_zero, code);
            }
            Opcode::Trapif | Opcode::Trapff => {
                let (condition, code) = (self.flags_condition(inst)?, self.code(inst)?);
                self.b().trap_if(condition, code);
            }
            Opcode::Return => self.ret(inst)?,
            Opcode::Nop | Opcode::SequencePoint | Opcode::Regmove | Opcode::Regspill | Opcode::Regfill => {}
            Opcode::Copy | Opcode::Spill | Opcode::Fill => {
                let leaves = self.arg_leaves(inst, 0)?;
                self.set_leaves(inst, 0, leaves);
            }
            _ => return Ok(false),
        }
        Ok(true)
    }

    pub(super) fn code(&self, inst: &Inst) -> Result<base::TrapCode> {
        match inst.code {
            Some(code) => Ok(trap_code(code)),
            None => self.invalid("a trap code is missing"),
        }
    }

    pub(super) fn condition(&mut self, inst: &Inst, index: usize) -> Result<ValueId> {
        match inst.args.get(index) {
            Some(value) => self.truth(*value),
            None => self.invalid("an operand is missing"),
        }
    }

    pub(super) fn block_call<'i>(&self, inst: &'i Inst, index: usize) -> Result<&'i BlockCall> {
        match inst.blocks.get(index) {
            Some(call) => Ok(call),
            None => self.invalid("a block is missing"),
        }
    }

    pub(super) fn target(&self, block: Block) -> Result<BlockId> {
        self.block_data(block).map(|target| target.id)
    }

    fn block_data(&self, block: Block) -> Result<BlockTarget> {
        match self.blocks.get(block) {
            Some(target) => Ok(*target),
            None => self.invalid(format!("{block} is not a block of the function")),
        }
    }

    /// Appends the Upsilons of a branch and a Jump. `results` are those of a call.
    pub(super) fn jump(&mut self, call: &BlockCall, results: &[Leaves]) -> Result<()> {
        let target = self.block_data(call.block)?;
        let mut phi = target.phis_start;
        for arg in &call.args {
            let leaves = match arg {
                BlockArg::Value(value) => match self.values.get(self.function.resolve(*value)) {
                    Some(leaves) => leaves,
                    None => return self.undefined(*value),
                },
                BlockArg::Result(index) | BlockArg::Exception(index) => match results.get(*index as usize) {
                    Some(result) => result.as_slice(),
                    None => return self.invalid("the call has no such result"),
                },
            };
            let mut b = self.proc.at(self.block);
            for (leaf, phi) in leaves.iter().zip(&self.phis[phi..target.phis_end]) {
                b.upsilon(*leaf, *phi);
            }
            phi = (phi + leaves.len()).min(target.phis_end);
        }
        self.b().jump(target.id);
        Ok(())
    }

    /// The successor of a branch: the block, or a new one that passes arguments to it.
    pub(super) fn edge(&mut self, call: &BlockCall) -> Result<Successor> {
        if call.args.is_empty() {
            return Ok(Successor::new(self.target(call.block)?));
        }
        let block = self.proc.add_block();
        let here = std::mem::replace(&mut self.block, block);
        let appended = self.jump(call, &[]);
        self.block = here;
        appended.map(|()| Successor::new(block))
    }

    /// Branches if a condition is as expected; the rest of the document's block continues in a new block.
    fn branch_to(&mut self, inst: &Inst, condition: ValueId, expected: bool) -> Result<()> {
        let call = self.block_call(inst, 0)?;
        let taken = self.edge(call)?;
        let rest = self.proc.add_block();
        let mut b = self.b();
        if expected {
            b.branch(condition, taken, rest);
        } else {
            b.branch(condition, rest, taken);
        }
        self.switch_to(rest);
        Ok(())
    }

    /// A branch through a table. Absent entries, and a table without a default, continue after the instruction.
    fn table(&mut self, inst: &Inst) -> Result<()> {
        let selector = self.condition(inst, 0)?;
        let rest = inst.blocks.is_empty().then(|| self.proc.add_block());
        let default = match rest {
            Some(rest) => Successor::new(rest),
            None => self.edge(self.block_call(inst, 0)?)?,
        };
        let mut cases: Vec<(i64, Successor)> = Vec::new();
        match &inst.imm {
            Immediate::JumpTable(table) => {
                let blocks = self.function.jump_tables.get(table).map(Vec::as_slice).unwrap_or_default();
                for (number, block) in (0..).zip(blocks) {
                    if let Some(block) = block {
                        cases.push((number, Successor::new(self.target(*block)?)));
                    }
                }
            }
            _ => {
                for (number, call) in (0..).zip(&inst.blocks[1..]) {
                    let edge = self.edge(call)?;
                    cases.push((number, edge));
                }
            }
        }
        let mut b = self.b();
        if cases.is_empty() {
            b.jump(default);
        } else {
            b.switch(selector, &cases, default);
        }
        if let Some(rest) = rest {
            self.switch_to(rest);
        }
        Ok(())
    }

    /// The condition of an instruction on the flags that an earlier comparison computed.
    pub(super) fn flags_condition(&mut self, inst: &Inst) -> Result<ValueId> {
        let value = inst.args.first().map(|value| self.function.resolve(*value));
        let Some(flags) = value.and_then(|value| self.flags.get(value).cloned()) else {
            return self.invalid("the flags are not those of a comparison");
        };
        match inst.float_cc {
            Some(cc) => Ok(self.number_compare(cc, &flags.x, &flags.y, flags.ty)),
            None => self.compare(inst, &flags.x, &flags.y, flags.ty),
        }
    }

    /// Records the operands of a comparison whose result is in flags.
    pub(super) fn remember(&mut self, inst: &Inst, index: usize, x: Leaves, y: Leaves) -> Result<()> {
        let ty = self.arg_type(inst, 0)?;
        if let Some(value) = inst.results.get(index) {
            self.flags.insert(*value, super::Flags { x, y, ty });
        }
        Ok(())
    }

    /// The comparison of an instruction: 0 or 1.
    pub(super) fn compare(&mut self, inst: &Inst, x: &[ValueId], y: &[ValueId], ty: Type) -> Result<ValueId> {
        let Some(cc) = inst.int_cc else { return self.invalid("a condition is missing") };
        let ([x], [y]) = (x, y) else {
            return match missing(ty) {
                Some(Missing::Int128) => self.wide_compare(cc, x, y),
                Some(what) => self.unsupported(what),
                None => self.invalid("operands of different types"),
            };
        };
        let (x, y) = (*x, *y);
        let signed = matches!(
            cc,
            IntCc::SignedLess
                | IntCc::SignedLessEqual
                | IntCc::SignedGreater
                | IntCc::SignedGreaterEqual
                | IntCc::Overflow
                | IntCc::NotOverflow
        );
        let [x, y] = match signed {
            true => [self.sext(x, ty.bits), self.sext(y, ty.bits)],
            false => [self.zext(x, ty.bits), self.zext(y, ty.bits)],
        };
        let mut b = self.b();
        let result = match cc {
            IntCc::Equal => b.equal(x, y),
            IntCc::NotEqual => b.not_equal(x, y),
            IntCc::SignedLess => b.less_than(x, y),
            IntCc::SignedGreaterEqual => b.greater_equal(x, y),
            IntCc::SignedGreater => b.greater_than(x, y),
            IntCc::SignedLessEqual => b.less_equal(x, y),
            IntCc::UnsignedLess => b.below(x, y),
            IntCc::UnsignedGreaterEqual => b.above_equal(x, y),
            IntCc::UnsignedGreater => b.above(x, y),
            IntCc::UnsignedLessEqual => b.below_equal(x, y),
            IntCc::Overflow | IntCc::NotOverflow => return Ok(self.overflow(x, y, ty, cc)),
        };
        Ok(self.bit(result))
    }

    /// Whether the signed difference of sign-extended operands overflows, or not.
    fn overflow(&mut self, x: ValueId, y: ValueId, ty: crate::types::Type, cc: IntCc) -> ValueId {
        let overflows = if ty.bits < 32 {
            let difference = self.b().sub(x, y);
            let extended = self.sext(difference, ty.bits);
            self.b().not_equal(extended, difference)
        } else {
            let mut b = self.b();
            let pair = b.sub_overflow(x, y);
            b.extract(pair, 1)
        };
        let overflows = self.bit(overflows);
        if cc == IntCc::Overflow { overflows } else { self.not(overflows) }
    }
}
