//! Which registers hold something that code behind a patchpoint needs: for generators that want registers, or must
//! save some.
//!
//! - Requires: allocated code after its clean-ups.
//! - Ensures: `Special::live_across` of every patchpoint.
//! - Cost: one look for patchpoints; if there is one, a walk backward over all operands, repeated once per nested loop.

use crate::air::{Arg, Code, Inst, InstBuffer, Opcode, SpecialId};
use crate::base::RegSet;
use crate::support::Entity;

/// True for instructions of which it is asked.
fn asks(opcode: Opcode) -> bool {
    matches!(opcode, Opcode::Patch | Opcode::TerminalPatch)
}

/// Finds the registers that live across the patchpoints of whole code.
pub fn find_live_across(code: &mut Code) {
    if !code.buffer.insts.iter().any(|inst| asks(inst.opcode)) {
        return;
    }
    let mut live_in = vec![RegSet::EMPTY; code.blocks.len()];
    let mut found = Vec::new();
    let mut changed = true;
    while changed {
        changed = false;
        found.clear();
        for (id, block) in code.blocks.iter().rev() {
            let live_out = block.successors.iter().fold(RegSet::EMPTY, |live, to| {
                live.union(live_in.get(to.index()).copied().unwrap_or_default())
            });
            let insts = code.block_insts(block).iter().rev();
            let live = walk(code, &code.buffer, insts, live_out, &mut found);
            changed |= live != live_in[id.index()];
            live_in[id.index()] = live;
        }
    }
    note(code, &found);
}

/// As [`find_live_across`], for a block in backward order, between which and others nothing is in registers.
pub fn find_live_across_in_block(code: &mut Code, allocated: &InstBuffer) {
    if allocated.insts.iter().any(|inst| asks(inst.opcode)) {
        let mut found = Vec::new();
        walk(code, allocated, allocated.insts.iter(), RegSet::EMPTY, &mut found);
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

/// Goes over the instructions of a block, backward; returns what is live in front of the first.
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
                (special.map_or(RegSet::EMPTY, |s| s.clobbers.union(s.clobbers_early)), 1)
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
        if let (true, Some(Arg::Special(id))) = (asks(inst.opcode), args.first()) {
            found.push((*id, live));
        }
        live = live.union(read.intersection(tracked));
    }
    live
}
