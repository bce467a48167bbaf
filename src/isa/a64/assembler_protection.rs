//! Branch protection: landing pads and signed return addresses.
//!
//! All these instructions are hints, which execute as `nop` on CPUs without the extension. The CPU records the kind
//! of an indirect branch: a call (`blr`), a jump through x16 or x17, or a jump through another register. On a guarded
//! page its target must be a landing pad for that kind. Returns are not checked.

use super::assembler::{Assembler, Pair};
use super::encoding::Mem;
use super::registers::{FP, LR, SP, X16, X17};
use crate::base::{Arch, Reg, Width};
use crate::isa::unwind::FrameState;

/// The branches that a landing pad accepts; the discriminant is the number of the hint.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[repr(u32)]
pub enum Landing {
    /// Calls, and jumps through x16 and x17 (`bti c`).
    Call = 34,
    /// Jumps (`bti j`).
    Jump = 36,
    /// Both (`bti jc`).
    Any = 38,
}

/// Encodes a hint.
const fn hint(number: u32) -> u32 {
    0xd503_201f | number << 5
}

const PACIASP: u32 = hint(25);

/// True if the instruction accepts calls (`called`), or jumps through x16 or x17.
pub(in crate::isa) fn is_landing_pad(word: u32, called: bool) -> bool {
    let is = |landing: Landing| word == hint(landing as u32);
    is(Landing::Call) || is(Landing::Any) || word == PACIASP || !called && is(Landing::Jump)
}

impl Assembler<'_> {
    /// A landing pad. On guarded pages, every target of an indirect branch must be one.
    pub fn bti(&mut self, landing: Landing) {
        self.put(hint(landing as u32));
    }

    /// Signs the return address in x30, with the stack pointer as modifier. Also a landing pad for calls.
    pub fn paciasp(&mut self) {
        self.put(PACIASP);
        self.writes(LR);
    }

    /// Authenticates the return address in x30, as signed by [`Assembler::paciasp`] with the same stack pointer. On
    /// failure the address becomes invalid, or the instruction traps.
    pub fn autiasp(&mut self) {
        self.put(hint(29));
        self.writes(LR);
    }

    /// Like [`Assembler::autiasp`], for the address in x17 with the modifier in x16.
    pub fn autia1716(&mut self) {
        self.put(hint(12));
        self.writes(X17);
    }

    /// Strips a signature from x30 without checking it.
    pub fn xpaclri(&mut self) {
        self.put(hint(7));
        self.writes(LR);
    }

    /// Begins a function of the client: a landing pad or a signed return address if the code uses them, then saves the
    /// frame pointer and x30, and sets the frame pointer. Records no writes: the registers are restored.
    pub(super) fn enter_frame(&mut self) {
        let written = self.buffer.written();
        self.push_frame_record();
        self.buffer.set_written(written);
    }

    /// Begins a prologue: a landing pad or a signed return address if the code uses them, then the frame record. The
    /// frame pointer points to it.
    pub(super) fn push_frame_record(&mut self) {
        let protection = self.buffer.protection();
        self.buffer.note_entry();
        // The first instruction must be a landing pad for calls; paciasp is one, too.
        if protection.sign_return_address {
            self.paciasp();
            let signed = FrameState { is_signed: true, ..FrameState::at_entry(Arch::A64) };
            self.buffer.set_frame_state(Some(signed));
        } else if protection.landing_pads {
            self.bti(Landing::Call);
        }
        self.store_pair(Pair::Gp64, FP, LR, Mem::PreIndex { base: SP, disp: -16 });
        self.buffer.note_pushed();
        self.mov_sp(FP, SP);
        self.buffer.note_framed();
    }

    /// Removes the frame record, to which the stack pointer points, and authenticates the return address if it is
    /// signed.
    pub(super) fn pop_frame_record(&mut self) {
        self.load_pair(Pair::Gp64, FP, LR, Mem::PostIndex { base: SP, disp: 16 });
        // Here the stack pointer is the same as when the prologue signed.
        if self.buffer.protection().sign_return_address {
            let signed = FrameState { is_signed: true, ..FrameState::at_entry(Arch::A64) };
            self.buffer.set_frame_state(Some(signed));
            self.autiasp();
        }
        self.buffer.note_entry();
    }

    /// Undoes [`Assembler::enter_frame`], and returns.
    pub(super) fn leave_frame(&mut self) {
        let written = self.buffer.written();
        self.buffer.note_framed();
        self.mov_sp(SP, FP);
        self.pop_frame_record();
        self.ret();
        self.buffer.set_written(written);
    }

    /// Jumps to the address in a register, which may be that of an entry. With landing pads it jumps through x17,
    /// because the pads of entries accept no other jumps.
    pub(in crate::isa) fn br_to_entry(&mut self, target: Reg) {
        if self.buffer.protection().landing_pads && target != X16 && target != X17 {
            let written = self.buffer.written();
            self.mov_rr(Width::W64, X17, target);
            self.buffer.set_written(written); // clobbered, like by linker veneers
            return self.br(X17);
        }
        self.br(target);
    }
}
