//! Checks of operands: banks of registers, and widths. An operand that an instruction cannot encode is an error of the
//! buffer, and nothing is emitted.

use super::assembler::Assembler;
use super::encoding::Widths;
use crate::base::{Bank, Reg, Width};

impl Assembler<'_> {
    /// True if `width` is one of `widths`; otherwise records an error.
    #[inline(always)]
    pub(super) fn is_sized(&mut self, widths: Widths, width: Width) -> bool {
        let is = widths.bits >> width as u8 & 1 != 0;
        if !is {
            self.buffer.invalid_operand(widths.text);
        }
        is
    }

    /// True if these are general registers of x86-64; otherwise records an error.
    #[inline(always)]
    pub(super) fn are_gp<const N: usize>(&mut self, regs: [Reg; N]) -> bool {
        self.is_right(regs.iter().fold(0, |wrong, reg| wrong | misplaced(*reg, Bank::Gp)))
    }

    /// Like [`Assembler::are_gp`], for floating-point registers.
    #[inline(always)]
    pub(super) fn are_fp<const N: usize>(&mut self, regs: [Reg; N]) -> bool {
        self.is_right(regs.iter().fold(0, |wrong, reg| wrong | misplaced(*reg, Bank::Fp)))
    }

    /// Like [`Assembler::are_gp`], for a register of this bank.
    #[inline(always)]
    pub(super) fn is_of(&mut self, bank: Bank, reg: Reg) -> bool {
        self.is_right(misplaced(reg, bank))
    }

    #[inline(always)]
    fn is_right(&mut self, wrong: usize) -> bool {
        if wrong != 0 {
            self.buffer.invalid_operand("x86-64 registers of the banks that the instruction takes");
        }
        wrong == 0
    }
}

/// Returns zero if `reg` is an x86-64 register of this bank.
#[inline(always)]
fn misplaced(reg: Reg, bank: Bank) -> usize {
    // The bits of the bank and of register numbers from 16.
    let bank = if bank == Bank::Fp { 0x20 } else { 0 };
    (reg.index() ^ bank) & 0x30
}
