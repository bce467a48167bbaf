//! Rules about order: dominance, and the chain of memory tokens.

use super::Checker;
use crate::ir::{BlockId, Function, Inst, Type, ValueId};
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
    let successors: Vec<Vec<BlockId>> = (0..function.blocks.len())
        .map(|index| function.successors(BlockId(u32::try_from(index).unwrap_or(u32::MAX))))
        .collect();
    let mut seen = vec![false; function.blocks.len()];
    let (mut order, mut stack) = (Vec::new(), Vec::new());
    if !seen.is_empty() {
        seen[0] = true;
        stack.push((BlockId(0), 0));
    }
    while let Some((block, next)) = stack.pop() {
        match successors[block.index()].get(next) {
            Some(to) => {
                stack.push((block, next + 1));
                if !seen[to.index()] {
                    seen[to.index()] = true;
                    stack.push((*to, 0));
                }
            }
            None => order.push(block),
        }
    }
    order.reverse();
    order
}

/// The immediate dominator of each block, as its index in `order`; by the algorithm of Cooper, Harvey and Kennedy.
fn dominators(function: &Function, order: &[BlockId]) -> HashMap<BlockId, usize> {
    let place: HashMap<BlockId, usize> = order.iter().enumerate().map(|(at, block)| (*block, at)).collect();
    let mut predecessors = vec![Vec::new(); order.len()];
    for (at, block) in order.iter().enumerate() {
        for to in function.successors(*block) {
            predecessors[place[&to]].push(at);
        }
    }
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
    order.iter().zip(idom).filter_map(|(block, idom)| Some((*block, idom?))).collect()
}

impl Checker<'_> {
    pub(super) fn check_flow(&mut self) {
        let order = reverse_postorder(self.function);
        self.check_dominance(&order);
        self.check_tokens(&order);
    }

    fn check_dominance(&mut self, order: &[BlockId]) {
        let function = self.function;
        let idom = dominators(function, order);
        let place: HashMap<BlockId, usize> =
            order.iter().enumerate().map(|(at, block)| (*block, at)).collect();
        // Where each value is defined: its block, and the number of the instruction; parameters are before all.
        let mut defined: HashMap<ValueId, (BlockId, usize)> = HashMap::new();
        for &block in order {
            let data = &function.blocks[block.index()];
            defined.extend(data.params.iter().map(|param| (*param, (block, 0))));
            for (at, inst) in data.insts.iter().enumerate() {
                defined.extend(inst.results.iter().map(|result| (*result, (block, at + 1))));
            }
        }
        for &block in order {
            for (at, inst) in function.blocks[block.index()].insts.iter().enumerate() {
                for operand in inst.uses() {
                    let dominates = defined.get(&operand.value).is_some_and(|&(home, number)| {
                        if home == block {
                            return number <= at;
                        }
                        let (mut from, to) = (place[&block], place[&home]);
                        while from > to {
                            from = idom[&order[from]];
                        }
                        from == to
                    });
                    if !dominates {
                        let message =
                            format!("the definition of {} does not dominate its use", operand.value);
                        self.report(2, inst.position, message);
                    }
                }
            }
        }
        // The results of a call are not defined in its cleanup block.
        for &block in order {
            for (at, inst) in function.blocks[block.index()].insts.iter().enumerate() {
                if let crate::ir::Payload::Call(_, Some(cleanup)) = inst.payload {
                    self.check_cleanup(cleanup, block, at, &idom, order, &place);
                }
            }
        }
    }

    /// Values that the block of a call defines at or after it are not defined where its exception leads.
    fn check_cleanup(
        &mut self,
        cleanup: BlockId,
        home: BlockId,
        call: usize,
        idom: &HashMap<BlockId, usize>,
        order: &[BlockId],
        place: &HashMap<BlockId, usize>,
    ) {
        let function = self.function;
        let insts = &function.blocks[home.index()].insts;
        let late: Vec<ValueId> =
            insts.iter().skip(call).flat_map(|inst| inst.results.iter().copied()).collect();
        for &block in order {
            let mut at = place[&block];
            while at > place[&cleanup] {
                at = idom[&order[at]];
            }
            if at != place[&cleanup] {
                continue;
            }
            let wrong = |inst: &&Inst| inst.uses().any(|operand| late.contains(&operand.value));
            if let Some(inst) = function.blocks[block.index()].insts.iter().find(wrong) {
                let position = inst.position;
                self.report(2, position, "a value of the throwing block is not defined in its cleanup");
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
