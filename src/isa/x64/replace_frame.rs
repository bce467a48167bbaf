//! The x86-64 instructions that build new frames.

use super::emit::{grow_stack, return_popping};
use super::registers::{RBP, RSP};
use super::{Assembler, Mem};
use crate::base::{Bank, Reg, RegSet, Width};
use crate::isa::replace_frame::{FrameAssembler, FramePlace, FrameRules};

/// The stack pointer may be at any multiple of 8.
pub(in crate::isa) const FRAME_RULES: FrameRules =
    FrameRules { size_unit: 8, scratch: RegSet::EMPTY, jump: None };

fn operand(place: FramePlace) -> Mem {
    match place {
        FramePlace::Frame(offset) => Mem::base(RBP, offset),
        FramePlace::Stack(offset) => Mem::base(RSP, offset),
    }
}

impl FrameAssembler for Assembler<'_> {
    fn grow_stack(&mut self, bytes: u32, page: u32) {
        grow_stack(self, bytes, page, None);
    }

    fn set_constant(&mut self, to: Reg, bits: u64) {
        self.mov_ri(to, bits);
    }

    fn load(&mut self, width: Width, to: Reg, from: FramePlace) {
        match to.bank() {
            Bank::Gp => self.mov_rm(width, to, operand(from)),
            Bank::Fp => self.float_load(width, to, operand(from)),
        }
    }

    fn store(&mut self, width: Width, to: FramePlace, from: Reg) {
        match from.bank() {
            Bank::Gp => self.mov_mr(width, operand(to), from),
            Bank::Fp => self.float_store(width, operand(to), from),
        }
    }

    fn set_frame_size(&mut self, bytes: u32) {
        self.lea(Width::W64, RSP, Mem::base(RBP, -(bytes as i32)));
    }

    fn set_address(&mut self, to: Reg, of: FramePlace) {
        self.lea(Width::W64, to, operand(of));
    }

    fn call_address(&mut self, address: u64) {
        let target = self.buffer().constant8(address);
        self.call_m(Mem::label(target));
    }

    fn leave_and_return(&mut self, popped: u32) -> bool {
        self.leave();
        self.buffer().note_entry();
        return_popping(self, popped)
    }

    fn note_saves_on_stack(&mut self, saves: &[(Reg, i32)]) {
        self.buffer().note_saves_on_stack(saves.iter().copied());
    }

    fn note_framed(&mut self) {
        self.buffer().note_framed();
    }
}
