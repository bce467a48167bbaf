//! The numbered rules of docs/hermes.md.

use super::module::{BlockId, Function, FunctionId, FunctionKind, InstId, Literal, Module, Operand, Value};
use super::opcode::{Kind, Opcode};
use std::fmt;

/// A place where a module breaks a rule.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RuleViolation {
    /// Number of the rule: 1 for H1.
    pub rule: u32,
    /// The function.
    pub function: FunctionId,
    /// Number of the instruction in layout order, if it is one instruction's.
    pub inst: Option<u32>,
    /// What is wrong.
    pub message: String,
}

impl fmt::Display for RuleViolation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "H{}: function {}", self.rule, self.function.0)?;
        if let Some(inst) = self.inst {
            write!(f, ", %{inst}")?;
        }
        write!(f, ": {}", self.message)
    }
}

/// Checks the rules; a well-formed module has no violations. Takes time linear in the module, but for dominance, which
/// takes a product of blocks and depth of loops.
pub fn validate(module: &Module) -> Vec<RuleViolation> {
    let mut found = Vec::new();
    for (index, function) in module.functions.iter().enumerate() {
        let id = FunctionId(index as u32);
        Checker::new(module, function, id, &mut found).check();
    }
    found
}

struct Checker<'a> {
    module: &'a Module,
    function: &'a Function,
    id: FunctionId,
    found: &'a mut Vec<RuleViolation>,
    predecessors: Vec<Vec<BlockId>>,
    /// Block and position of each instruction.
    places: Vec<Option<(BlockId, u32)>>,
    numbers: Vec<u32>,
}

impl<'a> Checker<'a> {
    fn new(
        module: &'a Module,
        function: &'a Function,
        id: FunctionId,
        found: &'a mut Vec<RuleViolation>,
    ) -> Checker<'a> {
        let mut predecessors = vec![Vec::new(); function.blocks.len()];
        let mut places = vec![None; function.insts.len()];
        let mut numbers = vec![0; function.insts.len()];
        let mut number = 0;
        for (block, content) in function.blocks.iter().enumerate() {
            let block = BlockId(block as u32);
            for (position, inst) in content.insts.iter().enumerate() {
                places[inst.0 as usize] = Some((block, position as u32));
                numbers[inst.0 as usize] = number;
                number += 1;
            }
            for successor in function.terminator(block).into_iter().flat_map(|inst| inst.successors()) {
                predecessors[successor.0 as usize].push(block);
            }
        }
        Checker { module, function, id, found, predecessors, places, numbers }
    }

    fn report(&mut self, rule: u32, inst: Option<InstId>, message: impl Into<String>) {
        let inst = inst.map(|inst| self.numbers[inst.0 as usize]);
        self.found.push(RuleViolation { rule, function: self.id, inst, message: message.into() });
    }

    fn check(mut self) {
        let dominators = self.dominators();
        let function = self.function;
        for (index, content) in function.blocks.iter().enumerate() {
            let block = BlockId(index as u32);
            let reachable = dominators[index].is_some();
            if function.terminator(block).is_none() {
                self.report(1, content.insts.last().copied(), "a block ends with a terminator");
            }
            let mut phis_ended = false;
            for (position, inst) in content.insts.iter().enumerate() {
                let data = function.inst(*inst);
                let row = data.opcode.row();
                if row.terminator && position + 1 != content.insts.len() {
                    self.report(1, Some(*inst), "a terminator is the last instruction of its block");
                }
                if data.opcode == Opcode::Phi {
                    if phis_ended {
                        self.report(2, Some(*inst), "Phis are first in their block");
                    }
                    if reachable {
                        self.check_phi(block, *inst, &dominators);
                    }
                } else {
                    phis_ended = true;
                    if reachable {
                        self.check_dominance(block, position as u32, *inst, &dominators);
                    }
                }
                self.check_operands(*inst);
                self.check_place(block, position, *inst);
            }
        }
        self.check_try_depth();
    }

    /// Immediate dominator of each block that is reachable from the entry; the entry is its own.
    fn dominators(&self) -> Vec<Option<BlockId>> {
        let count = self.function.blocks.len();
        let mut order = Vec::with_capacity(count);
        let mut seen = vec![false; count];
        let mut stack = vec![(BlockId(0), false)];
        while let Some((block, done)) = stack.pop() {
            if done {
                order.push(block);
            } else if !std::mem::replace(&mut seen[block.0 as usize], true) {
                stack.push((block, true));
                for successor in
                    self.function.terminator(block).into_iter().flat_map(|inst| inst.successors())
                {
                    stack.push((successor, false));
                }
            }
        }
        let mut rank = vec![0; count];
        for (index, block) in order.iter().enumerate() {
            rank[block.0 as usize] = index;
        }
        let mut dominators = vec![None; count];
        dominators[0] = Some(BlockId(0));
        let mut changed = true;
        while changed {
            changed = false;
            for block in order.iter().rev().skip(1) {
                let mut new: Option<BlockId> = None;
                for predecessor in &self.predecessors[block.0 as usize] {
                    if dominators[predecessor.0 as usize].is_none() {
                        continue;
                    }
                    let mut other = *predecessor;
                    let mut this = new.unwrap_or(other);
                    while this != other {
                        let step = if rank[this.0 as usize] < rank[other.0 as usize] {
                            &mut this
                        } else {
                            &mut other
                        };
                        match dominators[step.0 as usize] {
                            Some(dominator) => *step = dominator,
                            None => break,
                        }
                    }
                    new = Some(this);
                }
                if new.is_some() && dominators[block.0 as usize] != new {
                    dominators[block.0 as usize] = new;
                    changed = true;
                }
            }
        }
        dominators
    }

    /// True if a value of an instruction is available at a position of a block.
    fn dominates(
        &self,
        value: InstId,
        block: BlockId,
        position: u32,
        dominators: &[Option<BlockId>],
    ) -> bool {
        let Some((home, at)) = self.places[value.0 as usize] else { return false };
        if home == block {
            return at < position;
        }
        let mut walk = block;
        while let Some(dominator) = dominators[walk.0 as usize].filter(|dominator| *dominator != walk) {
            if dominator == home {
                return true;
            }
            walk = dominator;
        }
        false
    }

    fn check_dominance(
        &mut self,
        block: BlockId,
        position: u32,
        inst: InstId,
        dominators: &[Option<BlockId>],
    ) {
        let function = self.function;
        for operand in &function.inst(inst).operands {
            if let Operand::Value(Value::Inst(value)) = operand
                && !self.dominates(*value, block, position, dominators)
            {
                self.report(3, Some(inst), "an operand dominates its use");
            }
        }
    }

    fn check_phi(&mut self, block: BlockId, inst: InstId, dominators: &[Option<BlockId>]) {
        let function = self.function;
        let mut listed = Vec::new();
        for pair in function.inst(inst).operands.chunks(2) {
            let [Operand::Value(value), Operand::Block(from)] = pair else { continue };
            listed.push(*from);
            if let Value::Inst(value) = value
                && dominators[from.0 as usize].is_some()
                && !self.dominates(*value, *from, u32::MAX, dominators)
            {
                self.report(3, Some(inst), "a value of a Phi dominates the end of its predecessor");
            }
        }
        let predecessors = &self.predecessors[block.0 as usize];
        let missing = predecessors.iter().any(|predecessor| !listed.contains(predecessor));
        let foreign = listed.iter().any(|from| !predecessors.contains(from));
        if missing || foreign {
            self.report(4, Some(inst), "a Phi has an entry for each predecessor, and no other");
        }
    }

    fn check_operands(&mut self, inst: InstId) {
        let function = self.function;
        let data = function.inst(inst);
        let row = data.opcode.row();
        let past = data.operands.len().checked_sub(row.operands.len());
        let fits = past.is_some_and(|past| {
            if row.group.is_empty() { past == 0 } else { past.is_multiple_of(row.group.len()) }
        });
        if !fits {
            self.report(5, Some(inst), format!("{} has {} operands", row.name, data.operands.len()));
            return;
        }
        for (position, operand) in data.operands.iter().enumerate() {
            let Some(kind) = row.kind(position) else { continue };
            if let Some(message) = self.mismatch(kind, operand) {
                self.report(5, Some(inst), message);
            }
            if let Operand::Value(Value::Inst(value)) = operand {
                let value = function.inst(*value).opcode;
                if value == Opcode::AllocStack && kind != Kind::Stack {
                    self.report(6, Some(inst), "the address of a stack variable is no value");
                }
                if value.row().terminator {
                    self.report(7, Some(inst), "a terminator has no result");
                }
            }
        }
    }

    fn mismatch(&self, kind: Kind, operand: &Operand) -> Option<&'static str> {
        let literal = match operand {
            Operand::Value(value) => value.literal(),
            _ => None,
        };
        match (kind, operand) {
            (Kind::Value, Operand::Value(_)) | (Kind::Block, Operand::Block(_)) => None,
            (Kind::Variable, Operand::Variable(variable)) => {
                let owner = self.module.functions.get(variable.function.0 as usize);
                let known = owner.is_some_and(|owner| (variable.index as usize) < owner.variables.len());
                (!known).then_some("a variable belongs to a frame")
            }
            (Kind::Function, Operand::Function(function)) | (Kind::Scope, Operand::Scope(function)) => {
                let known = (function.0 as usize) < self.module.functions.len();
                (!known).then_some("a function belongs to the module")
            }
            (Kind::Label, Operand::Label(_)) | (Kind::Builtin, Operand::Builtin(_)) => None,
            (Kind::Stack, Operand::Value(Value::Inst(inst))) => {
                let stack = self.function.inst(*inst).opcode == Opcode::AllocStack;
                (!stack).then_some("the operand is a stack variable")
            }
            (Kind::Literal, _) if literal.is_some() => None,
            (Kind::Number, _) if matches!(literal, Some(Literal::Number(_))) => None,
            (Kind::StringLiteral, _) if matches!(literal, Some(Literal::String(_))) => None,
            (Kind::Boolean, _) if matches!(literal, Some(Literal::Boolean(_))) => None,
            _ => Some("the operand has another kind"),
        }
    }

    /// Rules on where an instruction may be, and on special operands.
    fn check_place(&mut self, block: BlockId, position: usize, inst: InstId) {
        let function = self.function;
        let data = function.inst(inst);
        let first = |opcode: Opcode, block: &BlockId| {
            let inst = function.blocks[block.0 as usize].insts.first();
            inst.is_some_and(|inst| function.inst(*inst).opcode == opcode)
        };
        match data.opcode {
            Opcode::Catch => {
                let predecessors = self.predecessors[block.0 as usize].clone();
                let covered = predecessors.len() == 1
                    && function.terminator(predecessors[0]).is_some_and(|inst| {
                        inst.opcode == Opcode::TryStart
                            && inst.operands.first() == Some(&Operand::Block(block))
                    });
                if position != 0 || !covered {
                    self.report(8, Some(inst), "a catch is first in the handler of one TryStartInst");
                }
            }
            Opcode::TryStart => {
                if let Some(Operand::Block(handler)) = data.operands.first()
                    && !first(Opcode::Catch, handler)
                {
                    self.report(8, Some(inst), "a handler begins with CatchInst");
                }
            }
            Opcode::SaveAndYield => {
                if let Some(Operand::Block(next)) = data.operands.get(1)
                    && !first(Opcode::ResumeGenerator, next)
                {
                    self.report(9, Some(inst), "the block after a yield begins with ResumeGeneratorInst");
                }
            }
            Opcode::StartGenerator if block != BlockId(0) || position != 0 => {
                self.report(9, Some(inst), "StartGeneratorInst is the function's first instruction");
            }
            Opcode::GetNewTarget if function.kind == FunctionKind::Arrow => {
                self.report(10, Some(inst), "GetNewTargetInst is not in an arrow function");
            }
            Opcode::HbcCallN if !(2..=5).contains(&data.operands.len()) => {
                self.report(11, Some(inst), "HBCCallNInst has one to four arguments, `this` counted");
            }
            Opcode::Switch | Opcode::SwitchImm => {
                let fixed = data.opcode.row().operands.len();
                let cases = data.operands[fixed.min(data.operands.len())..].iter().step_by(2);
                let cases: Vec<_> = cases.collect();
                let repeated = cases.iter().enumerate().any(|(index, case)| cases[..index].contains(case));
                if cases.is_empty() || repeated {
                    self.report(12, Some(inst), "a switch has cases, each once");
                }
            }
            _ => {}
        }
    }

    /// Checks that each block has one depth of try regions, however it is reached. In bodies of generators it need not:
    /// real IR of `yield*` goes on in its loop from inside the region.
    fn check_try_depth(&mut self) {
        let function = self.function;
        let is_generator = function.insts.first().is_some_and(|inst| inst.opcode == Opcode::StartGenerator);
        if is_generator {
            return;
        }
        let mut depths: Vec<Option<u32>> = vec![None; function.blocks.len()];
        depths[0] = Some(0);
        let mut work = vec![BlockId(0)];
        while let Some(block) = work.pop() {
            let mut depth = depths[block.0 as usize].unwrap_or(0);
            for inst in &function.blocks[block.0 as usize].insts {
                if function.inst(*inst).opcode == Opcode::TryEnd {
                    match depth.checked_sub(1) {
                        Some(outer) => depth = outer,
                        None => {
                            self.report(13, Some(*inst), "TryEndInst ends a region that has begun");
                            return;
                        }
                    }
                }
            }
            let Some(terminator) = function.terminator(block) else { continue };
            for (position, successor) in terminator.successors().enumerate() {
                let body = terminator.opcode == Opcode::TryStart && position == 1;
                let expected = depth + u32::from(body);
                match depths[successor.0 as usize] {
                    None => {
                        depths[successor.0 as usize] = Some(expected);
                        work.push(successor);
                    }
                    Some(known) if known != expected => {
                        let inst = function.blocks[successor.0 as usize].insts.first().copied();
                        self.report(13, inst, "all paths to a block are in as many try regions");
                        return;
                    }
                    Some(_) => {}
                }
            }
        }
    }
}
