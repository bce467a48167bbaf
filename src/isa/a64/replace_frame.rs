//! The AArch64 instructions that build new frames.

use super::emit_frame::{add_immediate, grow_stack, mem_at, return_popping};
use super::registers::{FP, SP, X16, X17};
use super::{Access, Assembler, Mem};
use crate::base::{Bank, Reg, RegSet, Width};
use crate::isa::replace_frame::{FrameAssembler, FramePlace, FrameRules};

/// The stack pointer must be aligned to 16 for accesses. x16 holds large offsets; far jumps use x16 and x17.
pub(in crate::isa) const FRAME_RULES: FrameRules =
    FrameRules { size_unit: 16, scratch: RegSet::of(&[X16, X17]), jump: Some(X17) };

impl Assembler<'_> {
    fn frame_operand(&mut self, place: FramePlace, access: Access) -> Mem {
        match place {
            FramePlace::Frame(offset) => mem_at(self, FP, offset, access),
            FramePlace::Stack(offset) => mem_at(self, SP, offset, access),
        }
    }
}

impl FrameAssembler for Assembler<'_> {
    fn grow_stack(&mut self, bytes: u32, page: u32) {
        grow_stack(self, bytes, page);
    }

    fn set_constant(&mut self, to: Reg, bits: u64) {
        self.mov_ri(to, bits);
    }

    fn load(&mut self, width: Width, to: Reg, from: FramePlace) {
        let access = match (to.bank(), width) {
            (Bank::Gp, Width::W32) => Access::Load32,
            (Bank::Gp, _) => Access::Load64,
            (Bank::Fp, Width::W32) => Access::LoadF32,
            (Bank::Fp, Width::W128) => Access::LoadF128,
            (Bank::Fp, _) => Access::LoadF64,
        };
        let mem = self.frame_operand(from, access);
        self.access(access, to, mem);
    }

    fn store(&mut self, width: Width, to: FramePlace, from: Reg) {
        let access = match (from.bank(), width) {
            (Bank::Gp, Width::W32) => Access::Store32,
            (Bank::Gp, _) => Access::Store64,
            (Bank::Fp, Width::W32) => Access::StoreF32,
            (Bank::Fp, Width::W128) => Access::StoreF128,
            (Bank::Fp, _) => Access::StoreF64,
        };
        let mem = self.frame_operand(to, access);
        self.access(access, from, mem);
    }

    /// Sets it in one step, because signal handlers may overwrite memory below the stack pointer.
    fn set_frame_size(&mut self, bytes: u32) {
        add_immediate(self, Width::W64, X16, FP, -i64::from(bytes));
        self.mov_sp(SP, X16);
    }

    fn set_address(&mut self, to: Reg, of: FramePlace) {
        let (base, offset) = match of {
            FramePlace::Frame(offset) => (FP, offset),
            FramePlace::Stack(offset) => (SP, offset),
        };
        add_immediate(self, Width::W64, to, base, offset.into());
    }

    fn call_address(&mut self, address: u64) {
        self.mov_ri(X17, address);
        self.blr(X17);
    }

    fn leave_and_return(&mut self, popped: u32) -> bool {
        self.mov_sp(SP, FP);
        self.pop_frame_record();
        return_popping(self, popped)
    }

    fn note_saves_on_stack(&mut self, saves: &[(Reg, i32)]) {
        self.buffer().note_saves_on_stack(saves.iter().copied());
    }

    fn note_framed(&mut self) {
        self.buffer().note_framed();
    }
}
