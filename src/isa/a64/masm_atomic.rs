//! Atomic operations of the macro assembler for AArch64, with LSE or with loops of exclusive accesses.

use super::assembler::{Arith, Logic};
use super::assembler_atomic::AtomicLoad;
use super::encoding::{Cond, Extend};
use super::masm::Portable;
use super::registers::ZR;
use crate::base::{Features, MemoryOrder, Reg, Width};
use crate::isa::masm::{Address, Operand};

/// The operations of the macro assembler are sequentially consistent.
const ORDER: MemoryOrder = MemoryOrder::SeqCst;

impl Portable<'_> {
    /// `[address] = [address] op src`, where `Clear` takes the bits to keep. `dst`, if any, becomes the old value.
    pub(super) fn read_modify_write(
        &mut self,
        op: AtomicLoad,
        width: Width,
        dst: Option<Reg>,
        address: Address<'_>,
        src: Operand<'_>,
    ) -> Option<()> {
        let address = self.plain_address(address, None)?;
        let lse = self.features.contains(Features::LSE);
        // The instruction clears the bits that are set in its operand.
        let src = match src {
            Operand::Imm(imm) if op == AtomicLoad::Clear && lse => Operand::Imm(!imm),
            src => src,
        };
        let inverts = lse && op == AtomicLoad::Clear && !matches!(src, Operand::Imm(_));
        let mut src = self.register(src, width, None)?;
        if inverts {
            let inverted = self.scratch()?;
            self.asm.logic_rrr(Logic::Orn, Width::W64, inverted, ZR, src);
            src = inverted;
        }
        if lse {
            // With the zero register as destination it would not acquire.
            let dst = match dst {
                Some(dst) => dst,
                None => self.scratch()?,
            };
            self.asm.atomic_load(op, ORDER, width, dst, src, address);
            return Some(());
        }
        let old = match dst {
            Some(dst) if dst != src && dst != address => dst,
            _ => self.scratch()?,
        };
        let status = self.scratch()?;
        let new = match (op, dst) {
            (AtomicLoad::Swap, _) => src,
            (_, Some(_)) => self.scratch()?,
            // The old value is not needed.
            (_, None) => old,
        };
        let again = self.asm.buffer.bind_new_label();
        self.asm.load_exclusive(ORDER, width, old, address);
        let at = Width::W64;
        match op {
            AtomicLoad::Add => self.asm.arith_rrr(Arith::Add, at, new, old, src),
            AtomicLoad::Clear => self.asm.logic_rrr(Logic::And, at, new, old, src),
            AtomicLoad::Set => self.asm.logic_rrr(Logic::Orr, at, new, old, src),
            AtomicLoad::Invert => self.asm.logic_rrr(Logic::Eor, at, new, old, src),
            AtomicLoad::Swap => {}
        }
        self.asm.store_exclusive(ORDER, width, status, new, address);
        self.asm.cbnz(Width::W32, status, again);
        if let Some(dst) = dst
            && dst != old
        {
            self.asm.mov_rr(Width::W64, dst, old);
        }
        Some(())
    }

    /// Compare and swap: if `[address]` is `expected`, sets it to `new`. Sets `expected` to the old value. If
    /// `sets_flags`, sets the flags so that `Eq` means success.
    pub(super) fn compare_and_swap(
        &mut self,
        width: Width,
        expected: Reg,
        new: Reg,
        address: Address<'_>,
        sets_flags: bool,
    ) -> Option<()> {
        let address = self.plain_address(address, None)?;
        let compare = |this: &mut Self, old: Reg, expected: Reg| match width {
            Width::W8 => {
                this.asm.arith_rre(Arith::Subs, Width::W32, ZR, old, expected, Extend::Zero8, 0);
            }
            Width::W16 => {
                this.asm.arith_rre(Arith::Subs, Width::W32, ZR, old, expected, Extend::Zero16, 0);
            }
            _ => this.asm.cmp_rr(width, old, expected),
        };
        if self.features.contains(Features::LSE) {
            if !sets_flags {
                self.asm.compare_and_swap(ORDER, width, expected, new, address);
                return Some(());
            }
            let before = self.scratch()?;
            self.asm.mov_rr(Width::W64, before, expected);
            self.asm.compare_and_swap(ORDER, width, expected, new, address);
            compare(self, expected, before);
            return Some(());
        }
        let (old, status) = (self.scratch()?, self.scratch()?);
        let end = self.asm.buffer.new_label();
        let again = self.asm.buffer.bind_new_label();
        self.asm.load_exclusive(ORDER, width, old, address);
        compare(self, old, expected);
        self.asm.b_cond(Cond::Ne, end);
        self.asm.store_exclusive(ORDER, width, status, new, address);
        self.asm.cbnz(Width::W32, status, again);
        self.asm.buffer.bind(end);
        self.asm.mov_rr(Width::W64, expected, old);
        Some(())
    }
}
