//! Rules about order: dominance, and the chain of memory tokens.

use super::Checker;
use crate::ir::{BlockId, Function, Inst, Payload, Type, ValueId};
use crate::table::Op;
use std::collections::HashMap;

/// The current memory token at a place, joined over the paths to it.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Token {
    /// No path was seen yet.
    Unseen,
    /// This value.
    Is(ValueId),
    /// None, or different ones on different paths.
    Unknown,
}

/// Reachable blocks in reverse postorder.
pub(crate) fn reverse_postorder(function: &Function) -> Vec<BlockId> {
    let block = |index: usize| BlockId(u32::try_from(index).unwrap_or(u32::MAX));
    let successors: Vec<Vec<usize>> = (0..function.blocks.len())
        .map(|index| function.successors(block(index)).iter().map(|to| to.index()).collect())
        .collect();
    reachable_nodes(&successors).into_iter().map(block).collect()
}

/// The nodes of a graph that are reachable from node 0, in reverse postorder.
fn reachable_nodes(successors: &[Vec<usize>]) -> Vec<usize> {
    let mut seen = vec![false; successors.len()];
    let (mut order, mut stack) = (Vec::new(), Vec::new());
    if !seen.is_empty() {
        seen[0] = true;
        stack.push((0, 0));
    }
    while let Some((node, next)) = stack.pop() {
        match successors[node].get(next) {
            Some(&to) => {
                stack.push((node, next + 1));
                if !std::mem::replace(&mut seen[to], true) {
                    stack.push((to, 0));
                }
            }
            None => order.push(node),
        }
    }
    order.reverse();
    order
}

/// Which nodes of a graph dominate which.
struct Dominance {
    /// For each reachable node its number in preorder of the dominator tree, and the number after its subtree.
    spans: Vec<Option<(usize, usize)>>,
}

impl Dominance {
    /// By the algorithm of Cooper, Harvey and Kennedy.
    fn new(successors: &[Vec<usize>]) -> Dominance {
        let order = reachable_nodes(successors);
        let mut place = vec![0; successors.len()];
        order.iter().enumerate().for_each(|(at, node)| place[*node] = at);
        let mut predecessors = vec![Vec::new(); order.len()];
        for (at, node) in order.iter().enumerate() {
            successors[*node].iter().for_each(|to| predecessors[place[*to]].push(at));
        }
        // Immediate dominators, by places in the order. They are before what they dominate.
        let mut idom: Vec<Option<usize>> = vec![None; order.len()];
        if let Some(first) = idom.first_mut() {
            *first = Some(0);
        }
        let mut changed = true;
        while changed {
            changed = false;
            for at in 1..order.len() {
                let mut new = None;
                for &from in predecessors[at].iter().filter(|from| idom[**from].is_some()) {
                    let Some(mut other) = new else {
                        new = Some(from);
                        continue;
                    };
                    let mut from = from;
                    while from != other {
                        if from > other {
                            from = idom[from].unwrap_or(0);
                        } else {
                            other = idom[other].unwrap_or(0);
                        }
                    }
                    new = Some(other);
                }
                changed |= new != idom[at];
                idom[at] = new;
            }
        }
        let mut sizes = vec![1; order.len()];
        for at in (1..order.len()).rev() {
            sizes[idom[at].unwrap_or(0)] += sizes[at];
        }
        // The first number of each subtree, and the next free one in it.
        let (mut first, mut free) = (vec![0; order.len()], vec![1; order.len()]);
        let mut spans = vec![None; successors.len()];
        for (at, node) in order.iter().enumerate() {
            if at > 0 {
                let parent = idom[at].unwrap_or(0);
                first[at] = free[parent];
                free[parent] += sizes[at];
                free[at] = first[at] + 1;
            }
            spans[*node] = Some((first[at], first[at] + sizes[at]));
        }
        Dominance { spans }
    }

    fn dominates(&self, a: usize, b: usize) -> bool {
        match (self.spans[a], self.spans[b]) {
            (Some((start, end)), Some((inside, _))) => (start..end).contains(&inside),
            _ => false,
        }
    }
}

/// The parts of blocks between calls with a cleanup block: an exception leaves a block before the call has results.
struct Parts {
    /// The first part of each block.
    first: Vec<usize>,
    /// For each part the index of its first instruction in the block.
    starts: Vec<usize>,
    successors: Vec<Vec<usize>>,
}

impl Parts {
    fn new(function: &Function) -> Parts {
        let throws = |inst: &Inst| matches!(inst.payload, Payload::Call(_, Some(_)));
        let (mut first, mut starts) = (Vec::new(), Vec::new());
        for block in &function.blocks {
            first.push(starts.len());
            starts.push(0);
            starts.extend((1..).zip(&block.insts).filter(|(_, inst)| throws(inst)).map(|(after, _)| after));
        }
        let mut successors = vec![Vec::new(); starts.len()];
        for (index, block) in function.blocks.iter().enumerate() {
            let id = BlockId(u32::try_from(index).unwrap_or(u32::MAX));
            let mut part = first[index];
            for inst in &block.insts {
                let to = function.branches(id, inst).into_iter().map(|(to, _)| first[to.index()]);
                successors[part].extend(to);
                if throws(inst) {
                    successors[part].push(part + 1);
                    part += 1;
                }
            }
        }
        Parts { first, starts, successors }
    }

    /// The part with an instruction of a block, or with what follows the last one.
    fn part_of(&self, block: BlockId, inst: usize) -> usize {
        let first = self.first[block.index()];
        let end = self.first.get(block.index() + 1).copied().unwrap_or(self.starts.len());
        first + self.starts[first..end].partition_point(|start| *start <= inst) - 1
    }
}

impl Checker<'_> {
    pub(super) fn check_flow(&mut self) {
        let order = reverse_postorder(self.function);
        self.check_dominance(&order);
        self.check_tokens(&order);
    }

    fn check_dominance(&mut self, order: &[BlockId]) {
        let function = self.function;
        let parts = Parts::new(function);
        let dominance = Dominance::new(&parts.successors);
        // Where each value is defined: its part, and the number of the instruction; parameters are before all.
        let mut defined: HashMap<ValueId, (usize, usize)> = HashMap::new();
        for &block in order {
            let data = &function.blocks[block.index()];
            defined.extend(data.params.iter().map(|param| (*param, (parts.part_of(block, 0), 0))));
            for (at, inst) in data.insts.iter().enumerate() {
                let place = (parts.part_of(block, at + 1), at + 1);
                defined.extend(inst.results.iter().map(|result| (*result, place)));
            }
        }
        for &block in order {
            for (at, inst) in function.blocks[block.index()].insts.iter().enumerate() {
                let here = parts.part_of(block, at);
                for operand in inst.uses() {
                    let dominates = defined.get(&operand.value).is_some_and(|&(home, number)| {
                        if home == here { number <= at } else { dominance.dominates(home, here) }
                    });
                    if !dominates {
                        let message =
                            format!("the definition of {} does not dominate its use", operand.value);
                        self.report(2, inst.position, message);
                    }
                }
            }
        }
    }

    fn check_tokens(&mut self, order: &[BlockId]) {
        let function = self.function;
        let mut at_entry: HashMap<BlockId, Token> = HashMap::new();
        let mut changed = true;
        while changed {
            changed = false;
            for &block in order {
                let mut token = self.first_token(block, &at_entry);
                for inst in &function.blocks[block.index()].insts {
                    for (to, _) in function.branches(block, inst) {
                        let known = at_entry.get(&to).copied().unwrap_or(Token::Unseen);
                        let after = after(function, inst, token);
                        let met = match (known, after) {
                            (Token::Unseen, token) | (token, Token::Unseen) => token,
                            (a, b) if a == b => a,
                            _ => Token::Unknown,
                        };
                        changed |= met != known;
                        at_entry.insert(to, met);
                    }
                    token = after(function, inst, token);
                }
            }
        }
        for &block in order {
            let mut token = self.first_token(block, &at_entry);
            for inst in &function.blocks[block.index()].insts {
                let used = inst.uses().map(|operand| operand.value);
                // What `ret` takes is not checked: front ends give it the token of the entry.
                let used = used.filter(|value| *function.type_of(*value) == Type::Mem && inst.op != Op::Ret);
                let wrong = |value: &ValueId| token != Token::Is(*value);
                if let Some(value) = used.filter(|_| inst.op != Op::CallRet2).find(wrong) {
                    let message = format!("{value} is not the current state of memory here");
                    self.report(11, inst.position, message);
                }
                token = after(function, inst, token);
            }
        }
    }

    fn first_token(&self, block: BlockId, at_entry: &HashMap<BlockId, Token>) -> Token {
        let params = &self.function.blocks[block.index()].params;
        let own = params.iter().find(|param| *self.function.type_of(**param) == Type::Mem);
        match own {
            Some(param) => Token::Is(*param),
            None if block.0 == 0 => Token::Unknown,
            None => at_entry.get(&block).copied().unwrap_or(Token::Unseen),
        }
    }
}

fn after(function: &Function, inst: &Inst, before: Token) -> Token {
    let result = inst.results.iter().find(|result| *function.type_of(**result) == Type::Mem);
    result.map_or(before, |result| Token::Is(*result))
}
