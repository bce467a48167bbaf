//! Atomic accesses and fences: with LSE single instructions, else loops of exclusive accesses.
//!
//! A loop is one instruction of Air, and emits nothing but its own registers between the exclusive accesses: no spill
//! can come between them. x16 holds an address that is no plain register. x17 holds the value to store, an inverted
//! operand, a copy of an operand, or the status of the exclusive store.

use super::assembler_atomic::{AtomicLoad, Barrier};
use super::emit::{Emit, W32, W64};
use super::registers::{X16, X17, ZR};
use super::{Access, Arith, Cond, Extend, Logic};
use crate::air::{Arg, InstFlags, Opcode};
use crate::base::{Features, MemoryOrder, Reg, TrapCode, Width};
use crate::isa::Label;

const W8: Width = Width::W8;
const W16: Width = Width::W16;

impl Emit<'_, '_> {
    /// Emits an atomic access. Returns false for other opcodes.
    pub(super) fn atomic(&mut self, opcode: Opcode) -> bool {
        use Opcode::*;
        match opcode {
            AtomicLoad8 => self.atomic_load(W8),
            AtomicLoad16 => self.atomic_load(W16),
            AtomicLoad32 => self.atomic_load(W32),
            AtomicLoad64 => self.atomic_load(W64),
            AtomicStore8 => self.atomic_store(W8),
            AtomicStore16 => self.atomic_store(W16),
            AtomicStore32 => self.atomic_store(W32),
            AtomicStore64 => self.atomic_store(W64),
            AtomicXchg8 => self.exchange(AtomicLoad::Swap, W8),
            AtomicXchg16 => self.exchange(AtomicLoad::Swap, W16),
            AtomicXchg32 => self.exchange(AtomicLoad::Swap, W32),
            AtomicXchg64 => self.exchange(AtomicLoad::Swap, W64),
            AtomicXchgAdd8 => self.exchange(AtomicLoad::Add, W8),
            AtomicXchgAdd16 => self.exchange(AtomicLoad::Add, W16),
            AtomicXchgAdd32 => self.exchange(AtomicLoad::Add, W32),
            AtomicXchgAdd64 => self.exchange(AtomicLoad::Add, W64),
            AtomicXchgAnd8 => self.exchange(AtomicLoad::Clear, W8),
            AtomicXchgAnd16 => self.exchange(AtomicLoad::Clear, W16),
            AtomicXchgAnd32 => self.exchange(AtomicLoad::Clear, W32),
            AtomicXchgAnd64 => self.exchange(AtomicLoad::Clear, W64),
            AtomicXchgOr8 => self.exchange(AtomicLoad::Set, W8),
            AtomicXchgOr16 => self.exchange(AtomicLoad::Set, W16),
            AtomicXchgOr32 => self.exchange(AtomicLoad::Set, W32),
            AtomicXchgOr64 => self.exchange(AtomicLoad::Set, W64),
            AtomicXchgXor8 => self.exchange(AtomicLoad::Invert, W8),
            AtomicXchgXor16 => self.exchange(AtomicLoad::Invert, W16),
            AtomicXchgXor32 => self.exchange(AtomicLoad::Invert, W32),
            AtomicXchgXor64 => self.exchange(AtomicLoad::Invert, W64),
            AtomicAdd8 => self.in_place(AtomicLoad::Add, W8),
            AtomicAdd16 => self.in_place(AtomicLoad::Add, W16),
            AtomicAdd32 => self.in_place(AtomicLoad::Add, W32),
            AtomicAdd64 => self.in_place(AtomicLoad::Add, W64),
            AtomicAnd8 => self.in_place(AtomicLoad::Clear, W8),
            AtomicAnd16 => self.in_place(AtomicLoad::Clear, W16),
            AtomicAnd32 => self.in_place(AtomicLoad::Clear, W32),
            AtomicAnd64 => self.in_place(AtomicLoad::Clear, W64),
            AtomicOr8 => self.in_place(AtomicLoad::Set, W8),
            AtomicOr16 => self.in_place(AtomicLoad::Set, W16),
            AtomicOr32 => self.in_place(AtomicLoad::Set, W32),
            AtomicOr64 => self.in_place(AtomicLoad::Set, W64),
            AtomicXor8 => self.in_place(AtomicLoad::Invert, W8),
            AtomicXor16 => self.in_place(AtomicLoad::Invert, W16),
            AtomicXor32 => self.in_place(AtomicLoad::Invert, W32),
            AtomicXor64 => self.in_place(AtomicLoad::Invert, W64),
            AtomicStrongCAS8 => self.strong_cas(W8),
            AtomicStrongCAS16 => self.strong_cas(W16),
            AtomicStrongCAS32 => self.strong_cas(W32),
            AtomicStrongCAS64 => self.strong_cas(W64),
            SetAtomicCAS8 => self.set_cas(W8),
            SetAtomicCAS16 => self.set_cas(W16),
            SetAtomicCAS32 => self.set_cas(W32),
            SetAtomicCAS64 => self.set_cas(W64),
            BranchAtomicCAS8 => self.branch_cas(W8),
            BranchAtomicCAS16 => self.branch_cas(W16),
            BranchAtomicCAS32 => self.branch_cas(W32),
            BranchAtomicCAS64 => self.branch_cas(W64),
            _ => return false,
        }
        true
    }

    pub(super) fn fence(&mut self) {
        match self.order() {
            MemoryOrder::Compiler | MemoryOrder::Relaxed => {}
            MemoryOrder::Acquire => self.asm.barrier(Barrier::Load),
            _ => self.asm.barrier(Barrier::Full),
        }
    }

    /// The order in the first operand; a number of none is sequentially consistent.
    fn order(&mut self) -> MemoryOrder {
        match self.arg(0) {
            Arg::Imm(number) => MemoryOrder::from_number(number as u64).unwrap_or_default(),
            _ => {
                self.unexpected();
                MemoryOrder::SeqCst
            }
        }
    }

    fn has_lse(&self) -> bool {
        self.code.target.features.contains(Features::LSE)
    }

    /// A register that holds the address of a memory operand. May clobber x16 and x17.
    fn plain_address(&mut self, n: usize) -> Reg {
        if let Arg::Addr { base, offset: 0 } = self.arg(n)
            && let Some(base) = base.reg()
        {
            return base;
        }
        self.address_of(n, W64, X16);
        X16
    }

    /// Adds a trap site for the next access if the instruction may trap.
    fn note_access(&mut self) {
        if self.inst.is_some_and(|inst| inst.flags.contains(InstFlags::TRAPS)) {
            self.asm.buffer().add_trap_site(TrapCode::HeapOutOfBounds);
        }
    }

    fn load_exclusive(&mut self, order: MemoryOrder, width: Width, to: Reg, address: Reg) {
        self.note_access();
        self.asm.load_exclusive(order, width, to, address);
    }

    /// Stores, and branches to `again` if another processor accessed the memory since it was loaded.
    fn store_exclusive(
        &mut self,
        (order, width): (MemoryOrder, Width),
        status: Reg,
        from: Reg,
        address: Reg,
        again: Label,
    ) {
        self.note_access();
        self.asm.store_exclusive(order, width, status, from, address);
        self.asm.cbnz(W32, status, again);
    }

    fn atomic_load(&mut self, width: Width) {
        let to = self.reg(2);
        if !self.order().acquires() {
            let access = [Access::Load8, Access::Load16, Access::Load32, Access::Load64][width as usize & 3];
            let from = self.mem(1, access);
            return self.asm.access(access, to, from);
        }
        let address = self.plain_address(1);
        self.note_access();
        self.asm.load_acquire(width, to, address);
    }

    fn atomic_store(&mut self, width: Width) {
        let from = self.reg(1);
        if !self.order().releases() {
            let access =
                [Access::Store8, Access::Store16, Access::Store32, Access::Store64][width as usize & 3];
            let to = self.mem(2, access);
            return self.asm.access(access, from, to);
        }
        let address = self.plain_address(2);
        self.note_access();
        self.asm.store_release(width, from, address);
    }

    fn exchange(&mut self, op: AtomicLoad, width: Width) {
        let (order, from, to) = (self.order(), self.reg(1), self.reg(3));
        let address = self.plain_address(2);
        if self.has_lse() {
            let from = self.operand_of(op, from);
            self.note_access();
            return self.asm.atomic_load(op, order, width, to, from, address);
        }
        let (new, status) = match op {
            AtomicLoad::Swap => (from, X17),
            _ => (X17, self.reg(4)),
        };
        let again = self.asm.buffer().bind_new_label();
        self.load_exclusive(order, width, to, address);
        self.combine(op, new, to, from);
        self.store_exclusive((order, width), status, new, address, again);
    }

    fn in_place(&mut self, op: AtomicLoad, width: Width) {
        let (order, from) = (self.order(), self.reg(1));
        let address = self.plain_address(2);
        if self.has_lse() {
            let from = self.operand_of(op, from);
            // With the zero register as destination it would not acquire.
            let old = if order.acquires() { X17 } else { ZR };
            self.note_access();
            return self.asm.atomic_load(op, order, width, old, from, address);
        }
        let status = self.reg(3);
        let again = self.asm.buffer().bind_new_label();
        self.load_exclusive(order, width, X17, address);
        self.combine(op, X17, X17, from);
        self.store_exclusive((order, width), status, X17, address, again);
    }

    /// The operand of an instruction of LSE: the one that clears bits takes the inverted operand of an And.
    fn operand_of(&mut self, op: AtomicLoad, from: Reg) -> Reg {
        if op != AtomicLoad::Clear {
            return from;
        }
        self.asm.logic_rrr(Logic::Orn, W64, X17, ZR, from);
        X17
    }

    /// `new = old op from`.
    fn combine(&mut self, op: AtomicLoad, new: Reg, old: Reg, from: Reg) {
        match op {
            AtomicLoad::Add => self.asm.arith_rrr(Arith::Add, W64, new, old, from),
            AtomicLoad::Clear => self.asm.logic_rrr(Logic::And, W64, new, old, from),
            AtomicLoad::Set => self.asm.logic_rrr(Logic::Orr, W64, new, old, from),
            AtomicLoad::Invert => self.asm.logic_rrr(Logic::Eor, W64, new, old, from),
            AtomicLoad::Swap => {}
        }
    }

    /// Compares an old value, zero-extended, with the low bits of the expected one.
    fn compare_old(&mut self, width: Width, old: Reg, expected: Reg) {
        match width {
            Width::W8 => self.asm.arith_rre(Arith::Subs, W32, ZR, old, expected, Extend::Zero8, 0),
            Width::W16 => self.asm.arith_rre(Arith::Subs, W32, ZR, old, expected, Extend::Zero16, 0),
            _ => self.asm.cmp_rr(width, old, expected),
        }
    }

    fn strong_cas(&mut self, width: Width) {
        let (order, expected, new, to) = (self.order(), self.reg(1), self.reg(2), self.reg(4));
        let address = self.plain_address(3);
        if self.has_lse() {
            self.copy(to, expected);
            self.note_access();
            return self.asm.compare_and_swap(order, width, to, new, address);
        }
        let end = self.asm.buffer().new_label();
        self.cas_loop((order, width), [expected, new, to, X17, address], end);
        self.asm.buffer().bind(end);
    }

    /// A loop that ends by a branch to `end` if the old value is another, and else behind its code. Sets the flags.
    fn cas_loop(
        &mut self,
        (order, width): (MemoryOrder, Width),
        [expected, new, old, status, address]: [Reg; 5],
        end: Label,
    ) {
        let again = self.asm.buffer().bind_new_label();
        self.load_exclusive(order, width, old, address);
        self.compare_old(width, old, expected);
        self.asm.b_cond(Cond::Ne, end);
        self.store_exclusive((order, width), status, new, address, again);
    }

    /// A compare-and-swap in x17 that sets the flags to "equal" if it stored. Operands from `n` are the
    /// expected value, the new one and the memory.
    fn cas_with_flags(&mut self, width: Width, n: usize) {
        let (order, expected, new) = (self.order(), self.reg(n), self.reg(n + 1));
        let address = self.plain_address(n + 2);
        if self.has_lse() {
            self.copy(X17, expected);
            self.note_access();
            self.asm.compare_and_swap(order, width, X17, new, address);
            return self.compare_old(width, X17, expected);
        }
        let end = self.asm.buffer().new_label();
        self.cas_loop((order, width), [expected, new, X17, X17, address], end);
        self.asm.buffer().bind(end);
    }

    fn set_cas(&mut self, width: Width) {
        self.cas_with_flags(width, 1);
        let to = self.reg(4);
        self.asm.cset(W32, to, Cond::Eq);
    }

    fn branch_cas(&mut self, width: Width) {
        let on_failure = self.as_imm(1) != Some(0);
        self.cas_with_flags(width, 2);
        self.branch(|emit, inverted, target| {
            emit.asm.b_cond(if inverted != on_failure { Cond::Ne } else { Cond::Eq }, target);
        });
    }
}
