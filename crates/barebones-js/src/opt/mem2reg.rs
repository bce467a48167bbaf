//! Stack variables that are only loaded and stored become values, with Phis where paths join.
//!
//! A handler sees the value at the throw, but the only edge to it comes from the start of its region. So a variable that a
//! handler may read stays if a region writes it. Bodies of generators in which a block after a yield joins paths keep theirs,
//! since that block begins with `ResumeGeneratorInst`. Source: Braun and others, *Simple and Efficient Construction of Static
//! Single Assignment Form* (2013), with all blocks sealed.

use super::{append, has_handlers, instructions, is_generator, predecessors, replace, reverse_postorder};
use crate::hir::{BlockId, Function, InstId, Literal, Opcode, Operand, Value};
use std::collections::{HashMap, HashSet};

pub(super) fn run(function: &mut Function) {
    let before = predecessors(function);
    let joins = |block: &usize| {
        let first = function.blocks[*block].insts.first();
        let resumes = first.is_some_and(|inst| function.inst(*inst).opcode == Opcode::ResumeGenerator);
        resumes && before[*block].len() > 1
    };
    if !before[0].is_empty() || (0..function.blocks.len()).any(|block| joins(&block)) {
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
    if has_handlers(function) {
        keep_what_handlers_read(function, &mut variables);
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

/// Leaves out variables that a handler may read after a region has written them.
fn keep_what_handlers_read(function: &Function, variables: &mut HashSet<InstId>) {
    let order = reverse_postorder(function);
    let written = written_in_regions(function, &order);
    // Variables whose value at the start of a block may be read, up to the least fixpoint.
    let mut live: Vec<HashSet<InstId>> = vec![HashSet::new(); function.blocks.len()];
    let mut changed = true;
    while changed {
        changed = false;
        for block in order.iter().rev() {
            let mut now: HashSet<InstId> = HashSet::new();
            for successor in function.terminator(*block).into_iter().flat_map(|inst| inst.successors()) {
                now.extend(&live[successor.0 as usize]);
            }
            for inst in function.blocks[block.0 as usize].insts.iter().rev() {
                let data = function.inst(*inst);
                match (data.opcode, &*data.operands) {
                    (Opcode::StoreStack, [_, Operand::Value(Value::Inst(to))]) => _ = now.remove(to),
                    (Opcode::LoadStack, [Operand::Value(Value::Inst(from))]) => _ = now.insert(*from),
                    _ => {}
                }
            }
            changed |= now != live[block.0 as usize];
            live[block.0 as usize] = now;
        }
    }
    for block in &order {
        let first = function.blocks[block.0 as usize].insts.first();
        if first.is_some_and(|inst| function.inst(*inst).opcode == Opcode::Catch) {
            let read = &live[block.0 as usize];
            variables.retain(|variable| !(read.contains(variable) && written.contains(variable)));
        }
    }
}

/// Variables that a region may write. In a generator, whose regions do not nest on all paths, all that are written.
fn written_in_regions(function: &Function, order: &[BlockId]) -> HashSet<InstId> {
    let anywhere = is_generator(function);
    let mut depths: Vec<u32> = vec![0; function.blocks.len()];
    let mut written: HashSet<InstId> = HashSet::new();
    for block in order {
        let mut depth = depths[block.0 as usize];
        for inst in &function.blocks[block.0 as usize].insts {
            let data = function.inst(*inst);
            match (data.opcode, &*data.operands) {
                (Opcode::TryEnd, _) => depth = depth.saturating_sub(1),
                (Opcode::StoreStack, [_, Operand::Value(Value::Inst(to))]) if depth > 0 || anywhere => {
                    written.insert(*to);
                }
                _ => {}
            }
        }
        let Some(last) = function.terminator(*block) else { continue };
        for (index, successor) in last.successors().enumerate() {
            let enters = last.opcode == Opcode::TryStart && index == 1;
            depths[successor.0 as usize] = depth + u32::from(enters);
        }
    }
    written
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
