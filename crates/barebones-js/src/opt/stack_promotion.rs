//! Stack promotion: variables of a frame that no other function uses become stack variables.

use super::append;
use crate::hir::{FunctionId, InstId, Literal, Module, Opcode, Operand, Value, VariableId};
use std::collections::{HashMap, HashSet};

pub(super) fn run(module: &mut Module) {
    let mut captured: HashSet<VariableId> = HashSet::new();
    for (index, function) in module.functions.iter().enumerate() {
        for inst in &function.insts {
            for operand in &inst.operands {
                if let Operand::Variable(variable) = operand
                    && (variable.function.0 as usize != index
                        || !matches!(inst.opcode, Opcode::LoadFrame | Opcode::StoreFrame))
                {
                    captured.insert(*variable);
                }
            }
        }
    }
    for index in 0..module.functions.len() {
        promote(module, FunctionId(index as u32), &captured);
    }
}

fn promote(module: &mut Module, id: FunctionId, captured: &HashSet<VariableId>) {
    let function = &mut module.functions[id.0 as usize];
    let mut stacks: HashMap<VariableId, InstId> = HashMap::new();
    let mut entry: Vec<InstId> = Vec::new();
    for at in 0..function.insts.len() {
        let inst = &function.insts[at];
        if !matches!(inst.opcode, Opcode::LoadFrame | Opcode::StoreFrame) {
            continue;
        }
        let Some(Operand::Variable(variable)) = inst.operands.last().cloned() else { continue };
        if captured.contains(&variable) || variable.function != id {
            continue;
        }
        let stack = *stacks.entry(variable).or_insert_with(|| {
            let name = function.variables[variable.index as usize].name.clone();
            let stack = append(function, Opcode::AllocStack, vec![Operand::Label(name)], 0);
            let undefined = Operand::Value(Value::Literal(Literal::Undefined));
            let store = append(function, Opcode::StoreStack, vec![undefined, stack.into()], 0);
            entry.extend([stack, store]);
            stack
        });
        let inst = &mut function.insts[at];
        let load = inst.opcode == Opcode::LoadFrame;
        inst.opcode = if load { Opcode::LoadStack } else { Opcode::StoreStack };
        if let Some(last) = inst.operands.last_mut() {
            *last = stack.into();
        }
    }
    let first = usize::from(super::is_generator(function));
    let insts = &mut function.blocks[0].insts;
    insts.splice(first..first, entry);
}
