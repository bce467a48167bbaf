//! Common subexpressions: an instruction without effect is replaced by an equal one that dominates it.

use super::{dominators, is_pure, predecessors, replace, reverse_postorder};
use crate::hir::{BlockId, Function, Inst, InstId, Opcode, Value};
use std::collections::HashMap;

pub(super) fn run(function: &mut Function) {
    let order = reverse_postorder(function);
    let dominators = dominators(function, &order, &predecessors(function));
    // Values that a block and its dominators have computed, per block.
    let mut known: Vec<HashMap<String, InstId>> = vec![HashMap::new(); function.blocks.len()];
    let mut replaced: HashMap<InstId, Value> = HashMap::new();
    for block in &order {
        for inst in function.blocks[block.0 as usize].insts.clone() {
            let data = function.inst(inst);
            if !is_candidate(function, data) {
                continue;
            }
            let key = key(data, &replaced);
            match find(&known, &dominators, *block, &key) {
                Some(earlier) => drop(replaced.insert(inst, Value::Inst(earlier))),
                None => drop(known[block.0 as usize].insert(key, inst)),
            }
        }
    }
    for block in &mut function.blocks {
        block.insts.retain(|inst| !replaced.contains_key(inst));
    }
    replace(function, &replaced);
}

fn is_candidate(function: &Function, inst: &Inst) -> bool {
    matches!(
        inst.opcode,
        Opcode::HbcLoadConst
            | Opcode::HbcLoadParam
            | Opcode::HbcGetGlobalObject
            | Opcode::HbcResolveEnvironment
            | Opcode::HbcGetThisNS
            | Opcode::GetNewTarget
    ) || is_pure(function, inst)
}

/// Text that equal instructions share, with operands replaced so far.
fn key(inst: &Inst, replaced: &HashMap<InstId, Value>) -> String {
    let mut inst = inst.clone();
    for operand in &mut inst.operands {
        if let crate::hir::Operand::Value(Value::Inst(used)) = operand
            && let Some(Value::Inst(earlier)) = replaced.get(used)
        {
            *used = *earlier;
        }
    }
    format!("{:?} {:?} {:?}", inst.opcode, inst.operator, inst.operands)
}

fn find(
    known: &[HashMap<String, InstId>],
    dominators: &[Option<BlockId>],
    block: BlockId,
    key: &str,
) -> Option<InstId> {
    let mut walk = block;
    loop {
        if let Some(found) = known[walk.0 as usize].get(key) {
            return Some(*found);
        }
        match dominators[walk.0 as usize] {
            Some(up) if up != walk => walk = up,
            _ => return None,
        }
    }
}
