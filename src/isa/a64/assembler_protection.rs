//! Branch protection: landing pads, and signed return addresses.
//!
//! All are hints, which processors without the extension take for `nop`. A branch through a register notes in the
//! processor how it came: as a call (`blr`), as a jump through x16 or x17, or as a jump through another register; on
//! a guarded page the next instruction must be a pad for that. A return notes nothing.

use super::Assembler;
use super::registers::{LR, X16, X17};
use crate::base::{Reg, Width};

/// What may arrive at a landing pad; the discriminant is the number of the hint.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[repr(u32)]
pub enum Landing {
    /// Calls, and jumps through x16 and x17 (`bti c`).
    Call = 34,
    /// Jumps (`bti j`).
    Jump = 36,
    /// All (`bti jc`).
    Any = 38,
}

/// The instruction of a hint.
const fn hint(number: u32) -> u32 {
    0xd503_201f | number << 5
}

const PACIASP: u32 = hint(25);

/// True if this instruction may be where a call arrives, or a jump through x16 or x17.
pub(in crate::isa) fn is_landing_pad(word: u32, called: bool) -> bool {
    let is = |landing: Landing| word == hint(landing as u32);
    is(Landing::Call) || is(Landing::Any) || word == PACIASP || !called && is(Landing::Jump)
}

impl Assembler<'_> {
    /// A landing pad: the only kind of place where indirect branches may arrive on guarded pages.
    pub fn bti(&mut self, landing: Landing) {
        self.put(hint(landing as u32));
    }

    /// Signs the return address in x30, with the stack pointer as modifier. A landing pad for calls.
    pub fn paciasp(&mut self) {
        self.put(PACIASP);
        self.writes(LR);
    }

    /// Takes the signature from the return address in x30: if it is not that of [`Assembler::paciasp`] with the same
    /// stack pointer, the address becomes one that cannot be returned to, or the instruction traps.
    pub fn autiasp(&mut self) {
        self.put(hint(29));
        self.writes(LR);
    }

    /// As [`Assembler::autiasp`], of the address in x17 with the modifier in x16.
    pub fn autia1716(&mut self) {
        self.put(hint(12));
        self.writes(X17);
    }

    /// Takes away what may be a signature in x30, and checks nothing.
    pub fn xpaclri(&mut self) {
        self.put(hint(7));
        self.writes(LR);
    }

    /// Goes to the address in a register, which may be an entry's. If code has landing pads, it goes through x17: the
    /// pads of entries let no other jumps arrive.
    pub(in crate::isa) fn br_to_entry(&mut self, target: Reg) {
        if self.buffer.protection().landing_pads && target != X16 && target != X17 {
            let written = self.buffer.written();
            self.mov_rr(Width::W64, X17, target);
            self.buffer.set_written(written); // as where the linker puts something between
            return self.br(X17);
        }
        self.br(target);
    }
}
