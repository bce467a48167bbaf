//! Checks of operands: banks of registers, widths, and registers that one instruction must not name twice. An operand
//! that an instruction cannot encode is an error of the buffer.

use super::assembler::Assembler;
use super::encoding::Mem;
use super::registers::SP;
use crate::base::{Reg, Width};

impl Assembler<'_> {
    /// True if these are general registers; otherwise records an error.
    #[inline(always)]
    pub(super) fn are_gp<const N: usize>(&mut self, regs: [Reg; N]) -> bool {
        self.are_of(false, regs)
    }

    #[inline(always)]
    pub(super) fn are_of<const N: usize>(&mut self, float: bool, regs: [Reg; N]) -> bool {
        self.are_right(misplaced(float, regs), 0)
    }

    /// True if these are general registers, and the width is 32 or 64 bits; otherwise records an error.
    #[inline(always)]
    pub(super) fn are_gp_words<const N: usize>(&mut self, width: Width, regs: [Reg; N]) -> bool {
        self.are_right(misplaced(false, regs), not_word(width))
    }

    /// Like [`Assembler::are_gp_words`], for floating-point registers.
    #[inline(always)]
    pub(super) fn are_fp_words<const N: usize>(&mut self, width: Width, regs: [Reg; N]) -> bool {
        self.are_right(misplaced(true, regs), not_word(width))
    }

    /// Like [`Assembler::are_gp`], for floating-point registers.
    #[inline(always)]
    pub(super) fn are_fp<const N: usize>(&mut self, regs: [Reg; N]) -> bool {
        self.are_of(true, regs)
    }

    /// True if the width is 32 or 64 bits; otherwise records an error.
    #[inline(always)]
    pub(super) fn is_word(&mut self, width: Width) -> bool {
        self.are_right(0, not_word(width))
    }

    #[inline(always)]
    fn are_right(&mut self, misplaced: usize, wrong_width: usize) -> bool {
        let right = misplaced | wrong_width == 0;
        if !right {
            self.buffer.invalid_operand(if misplaced != 0 {
                "AArch64 registers of the banks that the instruction takes"
            } else {
                "a width of 32 or 64 bits"
            });
        }
        right
    }

    /// True unless the instruction changes the base and accesses it also as one of `regs`, whose result the manual
    /// leaves open; then records an error. As a base 31 is sp, and differs from every register.
    #[inline(always)]
    pub(super) fn keeps_base<const N: usize>(&mut self, mem: Mem, regs: [Reg; N]) -> bool {
        match mem {
            Mem::PreIndex { base, .. } | Mem::PostIndex { base, .. } => {
                base == SP || self.are_apart(base, regs, "a base that changes and is no other operand")
            }
            Mem::Base { .. } | Mem::Index { .. } | Mem::Label(_) => true,
        }
    }

    /// True if `reg` is none of `others`; otherwise records an error.
    pub(super) fn are_apart<const N: usize>(
        &mut self,
        reg: Reg,
        others: [Reg; N],
        expected: &'static str,
    ) -> bool {
        let apart = !others.contains(&reg);
        if !apart {
            self.buffer.invalid_operand(expected);
        }
        apart
    }
}

/// Zero if all registers are of the bank.
#[inline(always)]
fn misplaced<const N: usize>(float: bool, regs: [Reg; N]) -> usize {
    let bank = usize::from(float) << 5;
    regs.iter().fold(0, |wrong, reg| wrong | (reg.index() ^ bank) & 0x20)
}

/// Zero for 32 and 64 bits.
#[inline(always)]
const fn not_word(width: Width) -> usize {
    const { assert!(Width::W32 as u8 == 2 && Width::W64 as u8 == 3) };
    width as usize & !1 ^ 2
}
