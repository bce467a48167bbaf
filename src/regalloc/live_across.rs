//! Finds the registers that are live across patchpoints, for generators that need free registers or must save some.
//!
//! - Requires: allocated code after its cleanup.
//! - Ensures: `Special::live_across` of every patchpoint.
//! - Cost: one search for patchpoints. If there is one, a backward walk over all operands, repeated once per loop
//!   nesting level, independent of the order of the blocks.

use crate::air::{Arg, BlockId, Code, Inst, InstBuffer, Opcode, SpecialId};
use crate::analysis::{Order, Predecessors};
use crate::base::RegSet;
use crate::support::Entity;
use std::collections::VecDeque;
use std::ops::Range;

/// True for patchpoints.
fn is_patchpoint(opcode: Opcode) -> bool {
    matches!(opcode, Opcode::Patch | Opcode::TerminalPatch)
}

/// Finds the registers live across the patchpoints of a procedure. Returns the number of block visits.
pub fn find_live_across(code: &mut Code) -> usize {
    if !code.buffer.insts.iter().any(|inst| is_patchpoint(inst.opcode)) {
        return 0;
    }
    let (mut order, mut predecessors) = (Order::new(), Predecessors::new());
    order.compute(code);
    predecessors.compute(code);
    // Postorder: successors first, except along back edges. Unreachable blocks need no answer.
    let mut queue: VecDeque<usize> = order.nodes().rev().collect();
    let mut queued = vec![false; code.blocks.len()];
    queue.iter().for_each(|block| queued[*block] = true);
    let mut live_in = vec![RegSet::EMPTY; code.blocks.len()];
    let mut found = Vec::new();
    let mut walked = 0;
    while let Some(block) = queue.pop_front() {
        queued[block] = false;
        walked += 1;
        let block_data = &code.blocks[BlockId::from_index(block)];
        let live_out = block_data
            .successors
            .iter()
            .fold(RegSet::EMPTY, |live, to| live.union(live_in.get(to.index()).copied().unwrap_or_default()));
        let insts = code.block_insts(block_data).iter().rev();
        let live = walk(code, &code.buffer, insts, live_out, &mut found);
        if live != live_in[block] {
            live_in[block] = live;
            for from in predecessors.of(block).iter().map(|from| *from as usize) {
                if order.number(from).is_some() && !std::mem::replace(&mut queued[from], true) {
                    queue.push_back(from);
                }
            }
        }
    }
    // Later entries overwrite earlier ones: the last walk of a block has the fixpoint.
    note(code, &found);
    walked
}

/// As [`find_live_across`], for one block in backward order with no registers live between blocks.
pub fn find_live_across_in_block(code: &mut Code, allocated: &InstBuffer, block: Range<usize>) {
    let insts = allocated.insts.get(block).unwrap_or(&[]);
    if insts.iter().any(|inst| is_patchpoint(inst.opcode)) {
        let mut found = Vec::new();
        walk(code, allocated, insts.iter(), RegSet::EMPTY, &mut found);
        note(code, &found);
    }
}

fn note(code: &mut Code, found: &[(SpecialId, RegSet)]) {
    for &(special, live) in found {
        if let Some(special) = code.specials.get_mut(special) {
            special.live_across = live;
        }
    }
}

/// Walks a block backward. Returns the registers live at its entry.
fn walk<'a>(
    code: &Code,
    buffer: &InstBuffer,
    insts: impl Iterator<Item = &'a Inst>,
    mut live: RegSet,
    found: &mut Vec<(SpecialId, RegSet)>,
) -> RegSet {
    let tracked = code.env().allocatable_set().difference(code.pinned);
    for inst in insts {
        let args = buffer.args(inst);
        let specs = code.operands(inst, args);
        let (mut written, first) = match (inst.form.get(), args.first()) {
            (Some(form), _) => (form.clobbers, 0),
            (None, Some(Arg::Special(id))) => {
                let special = code.specials.get(*id);
                (special.map_or(RegSet::EMPTY, |s| code.lost_registers(s).union(s.clobbers_early)), 1)
            }
            (None, _) => (RegSet::EMPTY, 0),
        };
        let mut read = RegSet::EMPTY;
        for (arg, spec) in args.iter().skip(first).zip(specs) {
            match *arg {
                Arg::Tmp(tmp) => {
                    let Some(reg) = tmp.reg() else { continue };
                    if spec.role.def_timing().is_some() {
                        written.insert(reg);
                    }
                    if spec.role.is_use() {
                        read.insert(reg);
                    }
                }
                mut arg => arg.for_each_address_tmp(|tmp| {
                    if let Some(reg) = tmp.reg() {
                        read.insert(reg);
                    }
                }),
            }
        }
        live = live.difference(written);
        if let (true, Some(Arg::Special(id))) = (is_patchpoint(inst.opcode), args.first()) {
            found.push((*id, live));
        }
        live = live.union(read.intersection(tracked));
    }
    live
}
