//! Pre- and post-indexed addressing: merges, within a block, an access with the addition of a constant to its base.
//!
//! ```text
//! ldr x0, [x1]        ldr x0, [x1], #8        ldr x0, [x1, #8]        ldr x0, [x1, #8]!
//! add x1, x1, #8                              add x1, x1, #8
//! ```
//!
//! The sum may also precede the access. Between the two, no instruction may use the base, except accesses before the
//! sum: their offsets are adjusted to the changed base. The search takes the suitable access nearest to the sum; only
//! the sum moves.
//!
//! Moving the sum is not observable. Calls, patchpoints and exits have the registers they read as operands, and
//! pinned registers are excluded. An access that faults leaves its base unchanged, and has no exit state.

use super::emit::Emit;
use super::emit_frame::mem_at;
use super::registers::{FP, SP};
use super::{Access, Mem};
use crate::air::{Arg, Code, Inst, InstBuffer, Opcode, Tmp};
use crate::base::Reg;
use smallvec::SmallVec;
use std::ops::Range;

/// A sum that is merged into an access.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct BaseUpdate {
    base: Reg,
    by: i32,
    /// The access, and the following ones that see the changed base although they precede the sum.
    early: Range<u32>,
    sum: u32,
    /// True for pre-indexed: the access uses the changed base.
    before: bool,
}

/// The merged sums of a block, in order.
pub(super) type BaseUpdates = SmallVec<[BaseUpdate; 4]>;

/// Maximum number of instructions examined per sum.
const REACH: usize = 32;

/// Finds the sums of these instructions that can be merged into accesses.
pub(super) fn find_base_updates(range: &[Inst], insts: &InstBuffer, code: &Code) -> BaseUpdates {
    let mut changes = BaseUpdates::new();
    for (at, inst) in range.iter().enumerate() {
        let Some((base, by)) = sum(inst, insts) else { continue };
        // Pinned registers are read without being operands, and sp and fp have other meanings by their numbers.
        if code.pinned.contains(base) || base == SP || base == FP {
            continue;
        }
        let search = Search { range, insts, sum: at, base, by };
        // An access merges one sum only. Competing sums are near, so only the last changes are compared.
        let near = changes.iter().rev().take_while(|other| other.sum as usize + 2 * REACH >= at);
        let is_free = |change: &BaseUpdate| near.clone().all(|other| other.early.start != change.early.start);
        let found = search.find_before().filter(is_free).or_else(|| search.find_after().filter(is_free));
        if let Some(change) = found {
            changes.push(change);
        }
    }
    changes
}

/// The register to which an instruction adds a constant, and the constant, if an access can encode it.
fn sum(inst: &Inst, insts: &InstBuffer) -> Option<(Reg, i32)> {
    if !matches!(inst.opcode, Opcode::Add64 | Opcode::Sub64 | Opcode::Lea64) {
        return None;
    }
    let (from, by, to) = match (inst.opcode, insts.args(inst)) {
        (Opcode::Add64, &[Arg::Tmp(from), Arg::Imm(by), Arg::Tmp(to)]) => (from, by, to),
        (Opcode::Sub64, &[Arg::Tmp(from), Arg::Imm(by), Arg::Tmp(to)]) => (from, by.checked_neg()?, to),
        (Opcode::Lea64, &[Arg::Addr { base, offset }, Arg::Tmp(to)]) => (base, i64::from(offset), to),
        _ => return None,
    };
    let is_change = from == to && by != 0 && (-256..256).contains(&by);
    Some((to.reg().filter(|_| is_change)?, by as i32))
}

/// The search for an access that can merge a sum.
struct Search<'a> {
    range: &'a [Inst],
    insts: &'a InstBuffer,
    sum: usize,
    base: Reg,
    by: i32,
}

impl Search<'_> {
    /// The last access before the sum that can merge it.
    fn find_before(&self) -> Option<BaseUpdate> {
        for at in (self.sum.saturating_sub(REACH)..self.sum).rev() {
            let Some((offset, access)) = self.base_use(at)? else { continue };
            if offset == 0 || offset == self.by {
                let early = at as u32..self.sum as u32;
                return Some(self.change(early, offset != 0));
            }
            // It will use the changed base: its offset must fit, and stay as aligned as before.
            if !access.fits(offset.checked_sub(self.by)?) || self.by % (1 << access.size_log2()) != 0 {
                return None;
            }
        }
        None
    }

    /// The first access after the sum, if it can merge it.
    fn find_after(&self) -> Option<BaseUpdate> {
        for at in (self.sum + 1..self.range.len()).take(REACH) {
            let Some((offset, _)) = self.base_use(at)? else { continue };
            let early = at as u32..at as u32 + 1;
            return (offset == 0 || offset == -self.by).then(|| self.change(early, offset == 0));
        }
        None
    }

    fn change(&self, early: Range<u32>, before: bool) -> BaseUpdate {
        BaseUpdate { base: self.base, by: self.by, early, sum: self.sum as u32, before }
    }

    /// The use of the base by an instruction: `Some(None)` if none, or an access at an offset. `None` ends the search.
    fn base_use(&self, at: usize) -> Option<Option<(i32, Access)>> {
        let inst = self.range.get(at)?;
        let (args, base) = (self.insts.args(inst), Tmp::from(self.base));
        if !args.iter().any(|arg| arg.mentions(base)) {
            return Some(None);
        }
        match (access(inst.opcode, args)?, args) {
            ((n, access), &[a, b]) => match (n, a, b) {
                (0, Arg::Addr { offset, .. }, Arg::Tmp(other)) if other != base => {
                    Some(Some((offset, access)))
                }
                (1, other, Arg::Addr { offset, .. }) if other != Arg::Tmp(base) => {
                    Some(Some((offset, access)))
                }
                _ => None,
            },
            _ => None,
        }
    }
}

/// The memory operand of an instruction that is only a load or store, and its access.
fn access(opcode: Opcode, args: &[Arg]) -> Option<(usize, Access)> {
    use Opcode::*;
    let stores = args.get(1)?.is_memory();
    let access = match (opcode, stores) {
        (Move, false) => Access::Load64,
        (Move, true) => Access::Store64,
        (Move32, false) => Access::Load32,
        (Move32, true) => Access::Store32,
        (MoveFloat, false) => Access::LoadF32,
        (MoveFloat, true) => Access::StoreF32,
        (MoveDouble, false) => Access::LoadF64,
        (MoveDouble, true) => Access::StoreF64,
        (ZeroExtend8To32, false) => Access::Load8,
        (SignExtend8To32, false) => Access::LoadSigned8To32,
        (ZeroExtend16To32, false) => Access::Load16,
        (SignExtend16To32, false) => Access::LoadSigned16To32,
        (SignExtend8To64, false) => Access::LoadSigned8,
        (SignExtend16To64, false) => Access::LoadSigned16,
        (SignExtend32To64, false) => Access::LoadSigned32,
        (Store8, true) => Access::Store8,
        (Store16, true) => Access::Store16,
        _ => return None,
    };
    Some((usize::from(stores), access))
}

impl Emit<'_, '_> {
    /// True if the instruction is a sum that is merged into an access.
    pub(super) fn is_merged_sum(&self) -> bool {
        self.changes.binary_search_by_key(&self.at, |change| change.sum).is_ok()
    }

    /// The merged sums near this instruction.
    fn updates_near(&self) -> impl Iterator<Item = &BaseUpdate> {
        const REACH: u32 = self::REACH as u32;
        let start = self.changes.partition_point(|change| change.sum + REACH < self.at);
        self.changes[start..].iter().take_while(|change| change.sum <= self.at + 1 + REACH)
    }

    /// The memory operand of an access at `base + offset`, like [`mem_at`], with merged sums applied.
    pub(super) fn mem_near(&mut self, base: Reg, offset: i32, access: Access) -> Mem {
        let is_early = |change: &&BaseUpdate| change.base == base && change.early.contains(&self.at);
        let change = self.updates_near().find(is_early).cloned();
        match change {
            None => mem_at(&mut self.asm, base, offset, access),
            Some(change) if change.early.start == self.at => change.mem(),
            Some(change) => Mem::base(base, offset.wrapping_sub(change.by)),
        }
    }

    /// The memory operand of a pair: this access and the next one, the lower of which is at `base + offset`. `None`
    /// if one of them changes the base and a pair cannot.
    pub(super) fn mem_of_pair(&self, base: Reg, offset: i32, size: i32) -> Option<Mem> {
        let next = self.at + 1;
        let touches = |change: &&BaseUpdate| {
            change.base == base && (change.early.contains(&self.at) || change.early.start == next)
        };
        let Some(change) = self.updates_near().find(touches) else { return Some(Mem::base(base, offset)) };
        if change.early.start != self.at && change.early.start != next {
            return Some(Mem::base(base, offset.checked_sub(change.by)?));
        }
        // The unchanged base, relative to the base that the accesses' offsets refer to.
        let old = if change.sum < change.early.start { -change.by } else { 0 };
        let (base, disp) = (change.base, change.by);
        match offset - old {
            // The range of pairs covers every sum that an access merges, but only multiples of the size.
            _ if disp % size != 0 => None,
            0 => Some(Mem::PostIndex { base, disp }),
            distance if distance == disp => Some(Mem::PreIndex { base, disp }),
            _ => None,
        }
    }
}

impl BaseUpdate {
    /// True if the access changes this register.
    pub(super) fn changes(&self, reg: Reg) -> bool {
        self.base == reg
    }

    fn mem(&self) -> Mem {
        let (base, disp) = (self.base, self.by);
        if self.before { Mem::PreIndex { base, disp } } else { Mem::PostIndex { base, disp } }
    }
}
