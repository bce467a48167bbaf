//! The portable macro assembler on AArch64.

use crate::base::{Features, IntCondition, Reg, Width};
use crate::isa::masm::{Address, Backend, BinaryOp, Extension, Operand, ResultCondition};
use crate::isa::masm::{Scratches, UnaryOp};
use crate::isa::{CodeBuffer, EmitError, Label};

/// The macro assembler's operations for one instruction's worth of operands.
pub(in crate::isa) struct Portable<'a> {
    buffer: &'a mut CodeBuffer,
}

impl<'a> Portable<'a> {
    pub(in crate::isa) fn new(buffer: &'a mut CodeBuffer, _: Scratches, _: Features) -> Portable<'a> {
        Portable { buffer }
    }

    fn missing(&mut self, opcode: &'static str) {
        self.buffer.fail(EmitError::UnexpectedOperands { opcode });
    }
}

impl Backend for Portable<'_> {
    fn mov(&mut self, _: Width, _: Reg, _: Operand<'_>) {
        self.missing("mov");
    }

    fn load(&mut self, _: Extension, _: Reg, _: Address<'_>) {
        self.missing("load");
    }

    fn store(&mut self, _: Width, _: Address<'_>, _: Operand<'_>) {
        self.missing("store");
    }

    fn load_float(&mut self, _: Width, _: Reg, _: Address<'_>) {
        self.missing("load_float");
    }

    fn store_float(&mut self, _: Width, _: Address<'_>, _: Reg) {
        self.missing("store_float");
    }

    fn lea(&mut self, _: Reg, _: Address<'_>) {
        self.missing("lea");
    }

    fn extend(&mut self, _: Extension, _: Reg, _: Reg) {
        self.missing("extend");
    }

    fn binary(&mut self, _: BinaryOp, _: Width, _: Reg, _: Reg, _: Operand<'_>) {
        self.missing("binary");
    }

    fn unary(&mut self, _: UnaryOp, _: Width, _: Reg, _: Reg) {
        self.missing("unary");
    }

    fn branch(&mut self, _: IntCondition, _: Width, _: Operand<'_>, _: Operand<'_>, _: Label) {
        self.missing("branch");
    }

    fn branch_test(&mut self, _: ResultCondition, _: Width, _: Operand<'_>, _: Operand<'_>, _: Label) {
        self.missing("branch_test");
    }

    fn jump(&mut self, _: Label) {
        self.missing("jump");
    }

    fn far_jump(&mut self, _: Operand<'_>) {
        self.missing("far_jump");
    }

    fn call(&mut self, _: Operand<'_>) {
        self.missing("call");
    }

    fn near_call(&mut self, _: Label) {
        self.missing("near_call");
    }

    fn ret(&mut self) {
        self.missing("ret");
    }

    fn trap(&mut self) {
        self.missing("trap");
    }

    fn nop(&mut self) {
        self.missing("nop");
    }
}
