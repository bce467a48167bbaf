//! Removal of blocks that are not reachable, and of instructions without effect whose results nothing uses.

use super::{is_pure, reverse_postorder, simplify};
use crate::hir::opcode::Effect;
use crate::hir::{BlockId, Function, InstId, Opcode, Operand, Value};
use std::collections::HashSet;

pub(super) fn run(function: &mut Function) {
    remove_unreachable(function);
    let mut used: HashSet<InstId> = HashSet::new();
    let mut work: Vec<InstId> = Vec::new();
    for inst in super::instructions(function) {
        let data = function.inst(inst);
        let row = data.opcode.row();
        let removable = matches!(row.effect, Effect::None | Effect::Read) && !row.terminator;
        if !removable && !is_pure(function, data) {
            work.push(inst);
        }
    }
    while let Some(inst) = work.pop() {
        if used.insert(inst) {
            for operand in &function.inst(inst).operands {
                if let Operand::Value(Value::Inst(operand)) = operand {
                    work.push(*operand);
                }
            }
        }
    }
    for block in &mut function.blocks {
        block.insts.retain(|inst| used.contains(inst));
    }
}

/// Removes blocks that are not reachable, with their entries in Phis.
pub(super) fn remove_unreachable(function: &mut Function) {
    let reachable: HashSet<BlockId> = reverse_postorder(function).into_iter().collect();
    if reachable.len() == function.blocks.len() {
        return;
    }
    let mut new = vec![BlockId(0); function.blocks.len()];
    let mut count = 0;
    for index in 0..function.blocks.len() {
        let block = BlockId(index as u32);
        if reachable.contains(&block) {
            new[index] = BlockId(count);
            count += 1;
            continue;
        }
        let successors: Vec<BlockId> =
            function.terminator(block).into_iter().flat_map(|inst| inst.successors()).collect();
        for successor in successors {
            simplify::forget(function, successor, block);
        }
    }
    let mut index = 0;
    function.blocks.retain(|_| {
        index += 1;
        reachable.contains(&BlockId(index - 1))
    });
    let live: HashSet<InstId> = super::instructions(function).collect();
    for (index, inst) in function.insts.iter_mut().enumerate() {
        if live.contains(&InstId(index as u32)) {
            for operand in &mut inst.operands {
                if let Operand::Block(block) = operand {
                    *block = new[block.0 as usize];
                }
            }
        } else {
            // Instructions of removed blocks keep their place in the arena, without operands.
            inst.opcode = Opcode::Unreachable;
            inst.operands.clear();
        }
    }
}
