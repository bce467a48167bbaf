//! Proves that roots hold their references.
//!
//! A forward dataflow problem over the program: for each root, whether its slot holds the current value of its
//! temporary. A store of the temporary makes it true. Any other definition of the temporary makes it false, except a
//! reload from the slot. A safepoint keeps it for the roots that it lists, because the collector updates those, and
//! makes it false for all others. The meet is the intersection.

use super::{CheckError, CheckErrorKind, Summary, reach};
use crate::air::{Arg, BlockId, Code, FormId, Inst, Opcode, Role, SlotId, Timing, Tmp};
use crate::regalloc::trace::{Trace, TracedBlock};
use crate::support::{BitSet, Entity};

/// The temporaries that a safepoint redefines, by number.
pub(super) fn moving(code: &Code) -> BitSet {
    let mut moving = BitSet::default();
    if !code.specials.values().any(|special| special.safepoint) {
        return moving;
    }
    let derived = code.derived.iter().filter_map(|(tmp, _)| tmp.number());
    derived.for_each(|number| _ = moving.insert(number as usize));
    let references =
        code.tmps.iter().enumerate().filter(|(_, info)| info.reference && !info.remat.is_valid());
    references.for_each(|(number, _)| _ = moving.insert(number));
    moving
}

struct Roots<'a> {
    code: &'a Code,
    trace: &'a Trace,
    /// The root of each slot and of each temporary.
    of_slot: Vec<u32>,
    of_tmp: Vec<u32>,
}

/// Checks the roots of a complete procedure.
pub(super) fn check(code: &Code, trace: &Trace, summaries: &[Option<Summary>], errors: &mut Vec<CheckError>) {
    if code.roots.is_empty() {
        return;
    }
    let (mut of_slot, mut of_tmp) = (vec![u32::MAX; code.slots.len()], vec![u32::MAX; code.tmps.len()]);
    for (n, root) in (0..).zip(&code.roots) {
        let slot = of_slot.get_mut(root.slot.index());
        let tmp = root.tmp.number().and_then(|number| of_tmp.get_mut(number as usize));
        match (slot, tmp) {
            (Some(slot @ &mut u32::MAX), Some(tmp @ &mut u32::MAX)) => (*slot, *tmp) = (n, n),
            _ => return errors.push(super::at_start(BlockId::new(0), CheckErrorKind::WrongSlot)),
        }
    }
    let roots = Roots { code, trace, of_slot, of_tmp };
    let (reachable, entries) = reach(code, summaries);
    let mut blocks: Vec<Option<&TracedBlock>> = vec![None; code.blocks.len()];
    for traced in &trace.blocks {
        if let Some(block) = blocks.get_mut(traced.block.index()) {
            *block = Some(traced);
        }
    }
    let all: BitSet = (0..code.roots.len()).fold(BitSet::default(), |mut all, n| {
        all.insert(n);
        all
    });
    let mut held: Vec<BitSet> = (0..code.blocks.len())
        .map(|block| if entries.contains(block) { BitSet::default() } else { all.clone() })
        .collect();
    let mut work: Vec<usize> = reachable.iter().collect();
    work.reverse();
    let mut queued = reachable.clone();
    while let Some(block) = work.pop() {
        queued.remove(block);
        let mut after = held[block].clone();
        roots.block(blocks[block], &mut after, &mut |_, _| {});
        for to in &code.blocks[BlockId::from_index(block)].successors {
            let Some(known) = held.get_mut(to.index()) else { continue };
            let lost: Vec<usize> = known.iter().filter(|root| !after.contains(*root)).collect();
            lost.iter().for_each(|root| _ = known.remove(*root));
            if !lost.is_empty() && queued.insert(to.index()) {
                work.push(to.index());
            }
        }
    }
    for block in reachable.iter() {
        let mut after = held[block].clone();
        roots.block(blocks[block], &mut after, &mut |inst, kind| {
            let (block, opcode) = (BlockId::from_index(block), inst.opcode);
            errors.push(CheckError { block, inst: 0, opcode, kind });
        });
    }
}

type Report<'a> = dyn FnMut(&Inst, CheckErrorKind) + 'a;

impl Roots<'_> {
    fn root_of_slot(&self, slot: SlotId) -> Option<usize> {
        self.of_slot.get(slot.index()).filter(|root| **root != u32::MAX).map(|root| *root as usize)
    }

    fn root_of_tmp(&self, tmp: Tmp) -> Option<usize> {
        let root = self.of_tmp.get(tmp.number()? as usize)?;
        (*root != u32::MAX).then_some(*root as usize)
    }

    /// Walks the program's instructions of a block forward.
    fn block(&self, traced: Option<&TracedBlock>, held: &mut BitSet, report: &mut Report<'_>) {
        let range = traced.map_or(0..0, |traced| traced.program.start as usize..traced.program.end as usize);
        for inst in self.trace.program.insts.get(range).unwrap_or(&[]).iter().rev() {
            self.inst(inst, held, report);
        }
    }

    fn inst(&self, inst: &Inst, held: &mut BitSet, report: &mut Report<'_>) {
        let args = self.trace.program.args(inst);
        if let (Opcode::Move, &[from, to]) = (inst.opcode, args) {
            match (from, to) {
                (Arg::Tmp(tmp), Arg::Stack { slot, offset: 0 }) if self.root_of_slot(slot).is_some() => {
                    let root = self.root_of_slot(slot).unwrap_or(0);
                    if self.root_of_tmp(tmp) != Some(root) {
                        report(inst, CheckErrorKind::WrongRoot { tmp });
                    }
                    held.insert(root);
                    return;
                }
                (Arg::Stack { slot, offset: 0 }, Arg::Tmp(tmp)) if self.root_of_slot(slot).is_some() => {
                    let root = self.root_of_slot(slot).unwrap_or(0);
                    if self.root_of_tmp(tmp) != Some(root) || !held.contains(root) {
                        report(inst, CheckErrorKind::WrongRoot { tmp });
                    }
                    return;
                }
                _ => {}
            }
        }
        let special = self.code.safepoint(args).and_then(|id| self.code.specials.get(id));
        if let Some(special) = special {
            self.safepoint(inst, &special.roots, held, report);
        }
        let first = usize::from(inst.form == FormId::SPECIAL);
        let specs = self.code.operands(inst, args);
        for (arg, spec) in args.iter().skip(first).zip(specs) {
            match *arg {
                Arg::Tmp(tmp) if spec.role.def_timing().is_some() => {
                    if let Some(root) = self.root_of_tmp(tmp) {
                        held.remove(root);
                    }
                }
                Arg::Stack { slot, .. } => {
                    let Some(root) = self.root_of_slot(slot) else { continue };
                    // Only exit states of safepoints read roots.
                    let reads =
                        spec.role == Role::LateColdUse && spec.role.use_timing() == Some(Timing::Late);
                    if special.is_none() || !reads || !held.contains(root) {
                        report(inst, CheckErrorKind::WrongRoot { tmp: self.code.roots[root].tmp });
                    }
                }
                _ => {}
            }
        }
    }

    fn safepoint(&self, inst: &Inst, listed: &[u32], held: &mut BitSet, report: &mut Report<'_>) {
        let mut after = BitSet::default();
        for &root in listed {
            let Some(data) = self.code.roots.get(root as usize) else {
                report(inst, CheckErrorKind::WrongSlot);
                continue;
            };
            let base_is_listed = data.base.is_none_or(|base| listed.binary_search(&base).is_ok());
            let base = data.base.and_then(|base| self.code.roots.get(base as usize)).map(|base| base.tmp);
            if !held.contains(root as usize) || !base_is_listed || base != self.code.base_of(data.tmp) {
                report(inst, CheckErrorKind::WrongRoot { tmp: data.tmp });
            }
            after.insert(root as usize);
        }
        *held = after;
    }
}
