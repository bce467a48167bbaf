//! The temporaries that each instruction reads and writes, decoded once, forward, for both sweeps over the code.
//!
//! An instruction without constraints has one access for each read, then one for each write. Any other has a single
//! access; the sweeps decode its operands themselves.

use super::forms::simple;
use super::point::{Point, early, inst_of};
use crate::air::{Arg, Code, MAX_OPERANDS, Tmp};
use smallvec::SmallVec;

/// At the late point of its instruction.
pub(in crate::regalloc) const LATE: u8 = 1;
/// The operand may be read from its slot.
pub(in crate::regalloc) const IN_SLOT: u8 = 2;
/// Writes the temporary.
pub(in crate::regalloc) const WRITES: u8 = 4;
/// Belongs to a copy.
pub(in crate::regalloc) const COPIES: u8 = 8;
/// Belongs to a copy from one temporary to another.
pub(in crate::regalloc) const TMP_COPY: u8 = 16;
/// Stands for a complete instruction with constraints.
const CONSTRAINED: u8 = 32;

#[derive(Clone, Copy, Debug)]
pub(super) struct Access {
    /// For an instruction with constraints: an arbitrary register.
    pub(super) tmp: Tmp,
    pub(super) point: Point,
    flags: u8,
}

impl Access {
    #[inline]
    pub(super) fn is_late(self) -> bool {
        self.flags & LATE != 0
    }

    #[inline]
    pub(super) fn may_be_in_slot(self) -> bool {
        self.flags & IN_SLOT != 0
    }

    #[inline]
    pub(super) fn writes(self) -> bool {
        self.flags & WRITES != 0
    }

    #[inline]
    pub(super) fn copies(self) -> bool {
        self.flags & COPIES != 0
    }

    #[inline]
    pub(super) fn is_tmp_copy(self) -> bool {
        self.flags & TMP_COPY != 0
    }

    #[inline]
    pub(super) fn is_constrained(self) -> bool {
        self.flags & CONSTRAINED != 0
    }
}

/// Fills unused elements.
const UNUSED: Access = Access { tmp: Tmp::from_bits(0), point: 0, flags: 0 };

/// Maximum number of accesses of an instruction.
const MAX_ACCESSES_PER_INST: usize = 2 * MAX_OPERANDS;

/// The accesses of all instructions.
#[derive(Debug, Default)]
pub(super) struct Accesses {
    /// The accesses, followed by unused elements.
    all: Vec<Access>,
    /// The start of each block's accesses, then the end of the last block's.
    starts: Vec<usize>,
}

impl Accesses {
    /// Decodes all instructions.
    pub(super) fn compute(&mut self, code: &Code) {
        let all = &mut self.all;
        let mut next = 0;
        self.starts.clear();
        for data in code.blocks.values() {
            self.starts.push(next);
            let insts = &code.buffer.insts[data.insts.start as usize..data.insts.end as usize];
            for (inst, number) in insts.iter().zip(data.insts.start..) {
                if all.len() < next + MAX_ACCESSES_PER_INST {
                    all.resize(2 * all.len() + MAX_ACCESSES_PER_INST, UNUSED);
                }
                let point = early(number);
                let Some(summary) = simple(inst.form) else {
                    all[next] = Access { point, flags: CONSTRAINED, ..UNUSED };
                    next += 1;
                    continue;
                };
                for (arg, &flags) in code.buffer.args(inst).iter().zip(&summary.accesses) {
                    let point = point + u32::from(flags & LATE);
                    // Registers in addresses need no access.
                    let mut add = |tmp: Tmp, flags: u8, counts: bool| {
                        all[next] = Access { tmp, point, flags };
                        next += usize::from(counts);
                    };
                    match *arg {
                        Arg::Tmp(tmp) => add(tmp, flags, true),
                        Arg::Addr { base, .. } => add(base, flags & LATE, base.number().is_some()),
                        Arg::Index { base, index, .. } => {
                            add(base, flags & LATE, base.number().is_some());
                            add(index, flags & LATE, index.number().is_some());
                        }
                        _ => {}
                    }
                }
            }
        }
        self.starts.push(next);
    }
    pub(super) fn of_block(&self, block: u32) -> &[Access] {
        let block = block as usize;
        &self.all[self.starts[block]..self.starts[block + 1]]
    }
}

/// The reads of some operands, and the operand of each. `in_slot`: bitset of operands that may stay in slots.
pub(super) fn of_operands(args: &[Arg], in_slot: u8) -> (SmallVec<[Access; 8]>, SmallVec<[usize; 8]>) {
    let (mut accesses, mut operands) = (SmallVec::new(), SmallVec::new());
    for (i, arg) in args.iter().enumerate() {
        let (tmps, may_be) = match *arg {
            Arg::Tmp(tmp) => ([Some(tmp), None], in_slot.checked_shr(i as u32).unwrap_or(0) & 1 != 0),
            Arg::Addr { base, .. } => ([Some(base), None], false),
            Arg::Index { base, index, .. } => ([Some(base), Some(index)], false),
            _ => continue,
        };
        for tmp in tmps.into_iter().flatten() {
            accesses.push(Access { tmp, point: 0, flags: if may_be { IN_SLOT } else { 0 } });
            operands.push(i);
        }
    }
    (accesses, operands)
}

/// True if an access should read its operand from the slot. Only one operand of an instruction can. Candidates are
/// mentioned once by the instruction and live on (`lasts`). The last candidate live across blocks wins, else the first
/// one. `at`: the index of the access in its block.
pub(super) fn is_for_slot(accesses: &[Access], at: usize, lasts: impl Fn(Tmp) -> Option<TmpScope>) -> bool {
    let Access { tmp, point, .. } = accesses[at];
    let Some(lasting) = lasts(tmp) else { return false };
    let of_inst = |other: &&Access| inst_of(other.point) == inst_of(point);
    let before = accesses[..at].iter().rev().take_while(of_inst);
    let behind = accesses[at + 1..].iter().take_while(of_inst);
    let is_alone = |access: &Access| {
        before.clone().chain(behind.clone()).filter(|other| other.tmp == access.tmp).count() == 1
    };
    let is_better = |other: &Access, better: bool| better && other.may_be_in_slot() && is_alone(other);
    let in_way = |other: &Access, better: bool| other.tmp == tmp || is_better(other, better);
    let in_block = lasting == TmpScope::Local;
    !before.clone().any(|other| in_way(other, in_block && lasts(other.tmp).is_some()))
        && !behind.clone().any(|other| in_way(other, lasts(other.tmp) == Some(TmpScope::Global)))
}

/// How long a temporary that may be read from its slot lives.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum TmpScope {
    Local,
    Global,
}
