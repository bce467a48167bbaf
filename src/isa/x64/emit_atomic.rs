//! Atomic accesses and fences.
//!
//! Every access of x86-64 acquires and releases, and a locked instruction is also sequentially consistent. So the order
//! makes a difference for stores and fences only. A loop of compare-and-swap is one instruction of Air: no spill can
//! come between its instructions.

use super::emit::Emit;
use super::registers::RAX;
use super::{Alu, Cond, Extend, Mem};
use crate::air::{Arg, Opcode};
use crate::base::{MemoryOrder, Reg, Width};

const W8: Width = Width::W8;
const W16: Width = Width::W16;
const W32: Width = Width::W32;
const W64: Width = Width::W64;

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
            AtomicXchg8 => self.exchange(W8, false),
            AtomicXchg16 => self.exchange(W16, false),
            AtomicXchg32 => self.exchange(W32, false),
            AtomicXchg64 => self.exchange(W64, false),
            AtomicXchgAdd8 => self.exchange(W8, true),
            AtomicXchgAdd16 => self.exchange(W16, true),
            AtomicXchgAdd32 => self.exchange(W32, true),
            AtomicXchgAdd64 => self.exchange(W64, true),
            AtomicXchgAnd8 => self.compare_and_swap_loop(Alu::And, W8),
            AtomicXchgAnd16 => self.compare_and_swap_loop(Alu::And, W16),
            AtomicXchgAnd32 => self.compare_and_swap_loop(Alu::And, W32),
            AtomicXchgAnd64 => self.compare_and_swap_loop(Alu::And, W64),
            AtomicXchgOr8 => self.compare_and_swap_loop(Alu::Or, W8),
            AtomicXchgOr16 => self.compare_and_swap_loop(Alu::Or, W16),
            AtomicXchgOr32 => self.compare_and_swap_loop(Alu::Or, W32),
            AtomicXchgOr64 => self.compare_and_swap_loop(Alu::Or, W64),
            AtomicXchgXor8 => self.compare_and_swap_loop(Alu::Xor, W8),
            AtomicXchgXor16 => self.compare_and_swap_loop(Alu::Xor, W16),
            AtomicXchgXor32 => self.compare_and_swap_loop(Alu::Xor, W32),
            AtomicXchgXor64 => self.compare_and_swap_loop(Alu::Xor, W64),
            AtomicAdd8 => self.in_place(Alu::Add, W8),
            AtomicAdd16 => self.in_place(Alu::Add, W16),
            AtomicAdd32 => self.in_place(Alu::Add, W32),
            AtomicAdd64 => self.in_place(Alu::Add, W64),
            AtomicSub8 => self.in_place(Alu::Sub, W8),
            AtomicSub16 => self.in_place(Alu::Sub, W16),
            AtomicSub32 => self.in_place(Alu::Sub, W32),
            AtomicSub64 => self.in_place(Alu::Sub, W64),
            AtomicAnd8 => self.in_place(Alu::And, W8),
            AtomicAnd16 => self.in_place(Alu::And, W16),
            AtomicAnd32 => self.in_place(Alu::And, W32),
            AtomicAnd64 => self.in_place(Alu::And, W64),
            AtomicOr8 => self.in_place(Alu::Or, W8),
            AtomicOr16 => self.in_place(Alu::Or, W16),
            AtomicOr32 => self.in_place(Alu::Or, W32),
            AtomicOr64 => self.in_place(Alu::Or, W64),
            AtomicXor8 => self.in_place(Alu::Xor, W8),
            AtomicXor16 => self.in_place(Alu::Xor, W16),
            AtomicXor32 => self.in_place(Alu::Xor, W32),
            AtomicXor64 => self.in_place(Alu::Xor, W64),
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

    /// A fence: earlier stores become visible before later loads only if it is sequentially consistent.
    pub(super) fn fence(&mut self) {
        if self.order() == MemoryOrder::SeqCst {
            self.asm.mfence();
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

    /// `to = [mem]`, zero-extended.
    fn load_zero(&mut self, width: Width, to: Reg, mem: Mem) {
        match width {
            Width::W8 => self.asm.extend_rm(Extend::Zero8, W32, to, mem),
            Width::W16 => self.asm.extend_rm(Extend::Zero16, W32, to, mem),
            _ => self.asm.mov_rm(width, to, mem),
        }
    }

    /// Zero-extends the result of a narrow instruction.
    fn extend_narrow(&mut self, width: Width, reg: Reg) {
        match width {
            Width::W8 => self.asm.extend_rr(Extend::Zero8, W32, reg, reg),
            Width::W16 => self.asm.extend_rr(Extend::Zero16, W32, reg, reg),
            _ => {}
        }
    }

    /// An immediate of this width. That of 16 bits is sign-extended, so that it has the shortest encoding; of 8 bits there
    /// is one encoding.
    fn narrow_imm(&self, n: usize, width: Width) -> Option<i32> {
        let imm = self.as_imm(n)?;
        Some(match width {
            Width::W16 => i32::from(imm as i16),
            _ => imm,
        })
    }

    fn atomic_load(&mut self, width: Width) {
        let to = self.reg(2);
        let from = self.mem(1);
        self.load_zero(width, to, from);
    }

    /// A plain store, and a fence after it if the order requires one. Selection prefers an exchange then.
    fn atomic_store(&mut self, width: Width) {
        let to = self.mem(2);
        match self.narrow_imm(1, width) {
            Some(imm) => self.asm.mov_mi(width, to, imm),
            None => {
                let from = self.reg(1);
                self.asm.mov_mr(width, to, from);
            }
        }
        self.fence();
    }

    fn exchange(&mut self, width: Width, adds: bool) {
        let (from, to) = (self.reg(1), self.reg(3));
        self.copy(W64, to, from);
        let mem = self.mem(2);
        match adds {
            true => self.asm.lock_xadd_mr(width, mem, to),
            false => self.asm.xchg_mr(width, mem, to),
        }
        self.extend_narrow(width, to);
    }

    fn in_place(&mut self, alu: Alu, width: Width) {
        let mem = self.mem(2);
        match self.narrow_imm(1, width) {
            Some(imm) => self.asm.lock_alu_mi(alu, width, mem, imm),
            None => {
                let from = self.reg(1);
                self.asm.lock_alu_mr(alu, width, mem, from);
            }
        }
    }

    /// `rax` = the old value; the form keeps the operands out of it and of the scratch register.
    fn compare_and_swap_loop(&mut self, alu: Alu, width: Width) {
        let scratch = self.reg(4);
        let mem = self.mem(2);
        self.load_zero(width, RAX, mem);
        let again = self.asm.buffer().bind_new_label();
        let wide = width.max(W32);
        self.asm.mov_rr(wide, scratch, RAX);
        match self.narrow_imm(1, width) {
            Some(imm) => self.asm.alu_ri(alu, wide, scratch, imm),
            None => {
                let from = self.reg(1);
                self.asm.alu_rr(alu, wide, scratch, from);
            }
        }
        let mem = self.mem(2);
        self.asm.lock_cmpxchg_mr(width, mem, scratch);
        self.asm.jcc(Cond::Ne, again);
    }

    /// Operands from `n` are the expected value, which the form requires in `rax`, the new one and the memory.
    fn cmpxchg(&mut self, width: Width, n: usize) {
        let new = self.reg(n + 1);
        let mem = self.mem(n + 2);
        self.asm.lock_cmpxchg_mr(width, mem, new);
    }

    fn strong_cas(&mut self, width: Width) {
        self.cmpxchg(width, 1);
        match width {
            // If it stored, the upper half is still that of the expected value.
            Width::W32 => self.asm.mov_rr(W32, RAX, RAX),
            _ => self.extend_narrow(width, RAX),
        }
    }

    fn set_cas(&mut self, width: Width) {
        self.cmpxchg(width, 1);
        let to = self.reg(4);
        self.asm.setcc_r(Cond::E, to);
        self.asm.extend_rr(Extend::Zero8, W32, to, to);
    }

    fn branch_cas(&mut self, width: Width) {
        self.cmpxchg(width, 2);
        self.branch_if(if self.as_imm(1) == Some(0) { Cond::E } else { Cond::Ne });
    }
}
