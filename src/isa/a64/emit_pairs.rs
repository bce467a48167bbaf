//! Merges two adjacent loads or stores, mostly spills and reloads, into one instruction.

use super::emit::Emit;
use super::emit_sums::AddressSum;
use super::registers::{FP, SP, X16, ZR};
use super::{Mem, Pair};
use crate::air::{Arg, Inst, InstBuffer, InstFlags, Opcode};
use crate::base::{Bank, Reg};

/// A load or store of 32 or 64 bits that cannot trap.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Transfer {
    loads: bool,
    pair: Pair,
    reg: Reg,
    base: Reg,
    /// What the base x16 is computed from.
    sum: Option<AddressSum>,
    offset: i32,
}

impl Emit<'_, '_> {
    /// Emits two consecutive instructions as one. Returns false, and emits nothing, if that is not possible.
    pub(super) fn pair(&mut self, first: &Inst, second: &Inst, insts: &InstBuffer) -> bool {
        // Fast path: most instructions are rejected here.
        let are_moves =
            matches!(first.opcode, Opcode::Move | Opcode::Move32 | Opcode::MoveFloat | Opcode::MoveDouble);
        if first.opcode != second.opcode || !are_moves {
            return false;
        }
        let (Some(a), Some(b)) = (self.transfer(first, insts), self.transfer(second, insts)) else {
            return false;
        };
        // The first load must not write the base or index of the second, and the registers must differ.
        let is_part = |sum: AddressSum| [sum.base, sum.index].contains(&a.reg);
        let depends = a.loads && (a.reg == b.reg || a.reg == b.base || a.sum.is_some_and(is_part));
        if a.loads != b.loads || a.base != b.base || a.sum != b.sum || a.pair != b.pair || depends {
            return false;
        }
        let (low, high) = if a.offset < b.offset { (a, b) } else { (b, a) };
        if high.offset.checked_sub(low.offset) != Some(a.size()) {
            return false;
        }
        let Some(mem) = self.place_of_pair(low) else { return false };
        // A stored or loaded register must not be the base that changes.
        let changes = matches!(mem, Mem::PreIndex { .. } | Mem::PostIndex { .. });
        if changes && [a.reg, b.reg].contains(&a.base) {
            return false;
        }
        self.asm.buffer().set_origin(first.origin);
        if let Some(sum) = a.sum {
            self.at_sum(sum, 0);
        }
        match a.loads {
            true => self.asm.load_pair(a.pair, low.reg, high.reg, mem),
            false => self.asm.store_pair(a.pair, low.reg, high.reg, mem),
        }
        true
    }

    fn transfer(&self, inst: &Inst, insts: &InstBuffer) -> Option<Transfer> {
        let &[from, to] = insts.args(inst) else { return None };
        if inst.flags.intersects(InstFlags::TRAPS | InstFlags::VOLATILE) {
            return None;
        }
        let (loads, reg, place) = match (from, to) {
            (Arg::Tmp(from), place) if to.is_memory() => (false, from.reg()?, place),
            (Arg::Imm(0), place) if to.is_memory() => (false, ZR, place),
            (place, Arg::Tmp(to)) if from.is_memory() => (true, to.reg()?, place),
            _ => return None,
        };
        let (base, sum, offset) = match place {
            Arg::Stack { slot, offset } => (FP, None, self.frame_offset(slot, offset)?),
            Arg::CallArg { offset } => (SP, None, offset),
            Arg::Addr { base, offset } => (base.reg()?, None, offset),
            Arg::Index { .. } => {
                let (sum, offset) = AddressSum::of(place)?;
                (X16, Some(sum), offset)
            }
            _ => return None,
        };
        // Register 31 is the stack pointer as a base, but zero as an operand.
        let is_operand = reg != SP || from == Arg::Imm(0);
        let pair = match (inst.opcode, reg.bank()) {
            (Opcode::Move, Bank::Gp) => Pair::Gp64,
            (Opcode::Move32, Bank::Gp) => Pair::Gp32,
            (Opcode::MoveFloat, Bank::Fp) => Pair::F32,
            (Opcode::MoveDouble, Bank::Fp) => Pair::F64,
            _ => return None,
        };
        is_operand.then_some(Transfer { loads, pair, reg, base, sum, offset })
    }

    /// The memory operand of a pair whose lower half is `low`, if it is in range.
    fn place_of_pair(&self, low: Transfer) -> Option<Mem> {
        let size = low.size();
        let fits = |offset: i32| offset % size == 0 && (-64..64).contains(&(offset / size));
        let near = self.mem_of_pair(low.base, low.offset, size)?;
        match near {
            Mem::Base { disp, .. } if !fits(disp) => {
                let above = self.frame.and_then(|frame| frame.checked_add(low.offset))?;
                (low.base == FP && above >= 0 && fits(above)).then(|| Mem::base(SP, above))
            }
            _ => Some(near),
        }
    }
}

impl Transfer {
    /// Bytes of one register.
    fn size(self) -> i32 {
        1 << self.pair.size_log2()
    }
}
