//! The AArch64 assembler for atomic operations: exclusive accesses, ordered accesses, and the Large System Extensions
//! (LSE). Widths are 8 to 64 bits; addresses are plain registers, where 31 is sp.

use super::assembler::{Assembler, rd, rm, rn};
use super::registers::SP;
use crate::base::{MemoryOrder, Reg, Width};

/// Atomic operations that return the old value (LSE); the discriminant is bits 12 to 15.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[repr(u32)]
pub enum AtomicLoad {
    /// Adds (`ldadd`).
    Add = 0,
    /// Clears the bits of the operand (`ldclr`).
    Clear = 1,
    /// Inverts the bits of the operand (`ldeor`).
    Invert = 2,
    /// Sets the bits of the operand (`ldset`).
    Set = 3,
    /// Stores the operand (`swp`).
    Swap = 8,
}

/// The accesses that a barrier orders; the discriminant is its encoding.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[repr(u32)]
pub enum Barrier {
    /// Orders loads before with all accesses after (`ishld`).
    Load = 0b1001,
    /// Orders stores before with stores after (`ishst`).
    Store = 0b1010,
    /// Orders all accesses before with all after (`ish`).
    Full = 0b1011,
}

fn size(width: Width) -> u32 {
    (width as u32).min(3) << 30
}

fn bit(set: bool, bit: u32) -> u32 {
    u32::from(set) << bit
}

impl Assembler<'_> {
    /// Load exclusive: `dst = [address]`, and starts to monitor the address (`ldxr`, or `ldaxr` if the order acquires).
    pub fn load_exclusive(&mut self, order: MemoryOrder, width: Width, dst: Reg, address: Reg) {
        self.plain(0x085f_7c00 | bit(order.acquires(), 15), width, dst, address);
        self.writes(dst);
    }

    /// Store exclusive: `[address] = src` and `status = 0` if the address was not written since it is monitored, else
    /// `status = 1` (`stxr`, or `stlxr` if the order releases). `status` is no other operand.
    pub fn store_exclusive(&mut self, order: MemoryOrder, width: Width, status: Reg, src: Reg, address: Reg) {
        const EXPECTED: &str = "a status register that is no other operand";
        if !self.are_gp([status]) || !self.are_apart(status, [src], EXPECTED) {
            return;
        }
        // As an address 31 is sp.
        if address != SP && !self.are_apart(status, [address], EXPECTED) {
            return;
        }
        let bits = 0x0800_7c00 | bit(order.releases(), 15) | rm(status);
        self.plain(bits, width, src, address);
        self.writes(status);
    }

    /// Load-acquire: `dst = [address]` (`ldar`).
    pub fn load_acquire(&mut self, width: Width, dst: Reg, address: Reg) {
        self.plain(0x08df_fc00, width, dst, address);
        self.writes(dst);
    }

    /// Store-release: `[address] = src` (`stlr`).
    pub fn store_release(&mut self, width: Width, src: Reg, address: Reg) {
        self.plain(0x089f_fc00, width, src, address);
    }

    /// Compare and swap: sets `[address]` to `new` if it is `expected`; `expected` = the old value (`cas`, `casa`,
    /// `casl` or `casal`, LSE).
    pub fn compare_and_swap(
        &mut self,
        order: MemoryOrder,
        width: Width,
        expected: Reg,
        new: Reg,
        address: Reg,
    ) {
        if !self.are_gp([expected]) {
            return;
        }
        let order = bit(order.acquires(), 22) | bit(order.releases(), 15);
        self.plain(0x08a0_7c00 | order | rm(expected), width, new, address);
        self.writes(expected);
    }

    /// `dst = [address]` and `[address] = [address] op src`, atomically (LSE). 31 is zero; into it nothing acquires.
    pub fn atomic_load(
        &mut self,
        op: AtomicLoad,
        order: MemoryOrder,
        width: Width,
        dst: Reg,
        src: Reg,
        address: Reg,
    ) {
        if !self.are_gp([src]) {
            return;
        }
        let order = bit(order.acquires(), 23) | bit(order.releases(), 22);
        self.plain(0x3820_0000 | order | (op as u32) << 12 | rm(src), width, dst, address);
        self.writes(dst);
    }

    /// Orders accesses, for all processors (`dmb`).
    pub fn barrier(&mut self, barrier: Barrier) {
        self.put(0xd503_30bf | (barrier as u32) << 8);
    }

    /// A hint that this is a spin loop (`yield`).
    pub fn yield_hint(&mut self) {
        self.put(0xd503_203f);
    }

    /// Emits an access of `reg`. Emits nothing if an operand is wrong.
    fn plain(&mut self, bits: u32, width: Width, reg: Reg, address: Reg) {
        if !self.are_gp([reg, address]) {
            return;
        }
        if width == Width::W128 {
            return self.buffer.invalid_operand("8 to 64 bits");
        }
        self.put(bits | size(width) | rn(address) | rd(reg));
    }
}
