//! Stack variables that are only loaded and stored become values, with Phis where paths join.
//!
//! Functions with handlers keep theirs, since a handler sees the value at the throw. So do bodies of generators, whose blocks
//! after a yield begin with `ResumeGeneratorInst`. Source: Braun and others, *Simple and Efficient Construction of Static
//! Single Assignment Form* (2013), with all blocks sealed.

use super::{append, has_handlers, instructions, is_generator, predecessors, replace, reverse_postorder};
use crate::hir::{BlockId, Function, InstId, Literal, Opcode, Operand, Value};
use std::collections::{HashMap, HashSet};

pub(super) fn run(function: &mut Function) {
    if has_handlers(function) || is_generator(function) || !predecessors(function)[0].is_empty() {
        return;
    }
    let mut variables: HashSet<InstId> = HashSet::new();
    for inst in instructions(function) {
        if function.inst(inst).opcode == Opcode::AllocStack {
            variables.insert(inst);
        }
    }
    for inst in instructions(function) {
        let data = function.inst(inst);
        let address = match data.opcode {
            Opcode::LoadStack => Some(0),
            Opcode::StoreStack => Some(1),
            _ => None,
        };
        for (position, operand) in data.operands.iter().enumerate() {
            if let Operand::Value(Value::Inst(used)) = operand
                && Some(position) != address
            {
                variables.remove(used);
            }
        }
    }
    if variables.is_empty() {
        return;
    }
    let mut pass = Pass {
        predecessors: predecessors(function),
        at_start: HashMap::new(),
        at_end: HashMap::new(),
        phis: Vec::new(),
        function,
    };
    let mut replaced: HashMap<InstId, Value> = HashMap::new();
    let mut removed: HashSet<InstId> = variables.clone();
    let order = reverse_postorder(pass.function);
    // Definitions at the ends of blocks come first, so that lookups see them.
    for block in &order {
        for inst in pass.function.blocks[block.0 as usize].insts.clone() {
            let data = pass.function.inst(inst);
            if let (Opcode::StoreStack, [Operand::Value(value), Operand::Value(Value::Inst(to))]) =
                (data.opcode, &*data.operands)
                && variables.contains(to)
            {
                pass.at_end.insert((*block, *to), value.clone());
            }
        }
    }
    for block in &order {
        let mut current: HashMap<InstId, Value> = HashMap::new();
        for inst in pass.function.blocks[block.0 as usize].insts.clone() {
            let data = pass.function.inst(inst);
            match (data.opcode, &*data.operands) {
                (Opcode::StoreStack, [Operand::Value(value), Operand::Value(Value::Inst(to))])
                    if variables.contains(to) =>
                {
                    current.insert(*to, value.clone());
                    removed.insert(inst);
                }
                (Opcode::LoadStack, [Operand::Value(Value::Inst(from))]) if variables.contains(from) => {
                    let from = *from;
                    let value = match current.get(&from) {
                        Some(value) => value.clone(),
                        None => pass.value_at_start(*block, from),
                    };
                    replaced.insert(inst, value);
                    removed.insert(inst);
                }
                _ => {}
            }
        }
    }
    let phis = pass.phis;
    for block in &mut function.blocks {
        block.insts.retain(|inst| !removed.contains(inst));
    }
    for (block, phi) in phis {
        function.blocks[block.0 as usize].insts.insert(0, phi);
    }
    replace(function, &replaced);
}

struct Pass<'a> {
    function: &'a mut Function,
    predecessors: Vec<Vec<BlockId>>,
    at_start: HashMap<(BlockId, InstId), Value>,
    at_end: HashMap<(BlockId, InstId), Value>,
    phis: Vec<(BlockId, InstId)>,
}

impl Pass<'_> {
    /// The value of a variable at the start of a block. Walks blocks with one predecessor in a loop, and joins with a list of
    /// work, since functions may have many blocks.
    fn value_at_start(&mut self, block: BlockId, variable: InstId) -> Value {
        let mut work = Vec::new();
        let value = self.start(block, variable, &mut work);
        while let Some((phi, block)) = work.pop() {
            let mut operands = Vec::new();
            for from in self.predecessors[block.0 as usize].clone() {
                let value = match self.at_end.get(&(from, variable)) {
                    Some(value) => value.clone(),
                    None => self.start(from, variable, &mut work),
                };
                operands.extend([Operand::Value(value), Operand::Block(from)]);
            }
            self.function.insts[phi.0 as usize].operands = operands;
        }
        value
    }

    fn start(&mut self, block: BlockId, variable: InstId, work: &mut Vec<(InstId, BlockId)>) -> Value {
        let mut passed = Vec::new();
        let mut walk = block;
        let value = loop {
            if let Some(known) = self.at_start.get(&(walk, variable)) {
                break known.clone();
            }
            passed.push(walk);
            match &*self.predecessors[walk.0 as usize] {
                [] => break Value::Literal(Literal::Undefined),
                [one] if walk.0 != 0 && !passed.contains(one) => match self.at_end.get(&(*one, variable)) {
                    Some(value) => break value.clone(),
                    None => walk = *one,
                },
                _ => {
                    let phi = append(self.function, Opcode::Phi, Vec::new(), 0);
                    self.phis.push((walk, phi));
                    work.push((phi, walk));
                    break Value::Inst(phi);
                }
            }
        };
        for block in passed {
            self.at_start.insert((block, variable), value.clone());
        }
        value
    }
}
