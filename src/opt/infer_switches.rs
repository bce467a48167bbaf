//! Makes a Switch of comparisons of one value with constants, one behind the other.
//!
//! Turn this: `#0: Branch(x == 1, #1, #2); #2: Branch(x == 5, #3, #4); #4: Branch(x != 9, #6, #5)`
//! Into this: `#0: Switch(x, 1: #1, 5: #3, 9: #5, default: #6)`
//!
//! A Branch on a value itself asks for 0, and a Switch may be the end, or in between. Only the block before leads to the
//! next one, which does nothing but compare: what is pure in it moves in front of the Switch, where most of it is of no
//! use any more. Of equal constants the first one counts.
//!
//! It pays if there are [`MIN_CASES`], or [`MIN_SHARED`] of which two lead to the same block: how they are decided then,
//! by a table, ranges, bits or a search, emission knows. What most ways end with stays in front: no comparison is taken in
//! that is reached by a rare edge, or by less than half of those that come to the one before.
//!
//! - Requires: valid IR. Predecessors, which it finds.
//! - Ensures: valid IR that means the same. Blocks that were taken in have nothing but an Oops.
//! - Keeps: ids of values and blocks but for the terminal that becomes a Switch, which is a new value; frequencies.
//! - Changes: edges.
//! - Cost: two looks at the end of each block, and one visit of each value that moves; cases are sorted.
//! - Source: B3's inferSwitches.

use super::context::{Context, resolve};
use super::simplify_cfg::empty;
use crate::ir::opcode::Properties;
use crate::ir::validate::Contents;
use crate::ir::{BlockId, Opcode, Procedure, Successor, ValueId};
use crate::support::Entity;

/// So many cases become a Switch.
const MIN_CASES: usize = 5;
/// So many do if two of them lead to one block.
const MIN_SHARED: usize = 3;
/// A block with more values than these does something else than comparing.
const MAX_VALUES: usize = 6;

/// What the end of a block asks.
#[derive(Clone, Copy)]
struct Question {
    /// What is compared.
    selector: ValueId,
    /// With what, and where it goes if that is equal; the cases are those of a Switch, if that is none.
    case: Option<(i64, Successor)>,
    /// Where everything else goes.
    default: Successor,
}

/// What the pass works in.
#[derive(Debug, Default)]
pub(super) struct SwitchWork {
    /// The blocks of the chain that is being looked at, behind the first, and the cases of all.
    chain: Vec<BlockId>,
    cases: Vec<(i64, Successor)>,
}

/// Runs the pass.
pub(super) fn infer_switches(proc: &mut Procedure, cx: &mut Context) {
    cx.flow.find_predecessors(proc);
    // Blocks that go on with what the one before asks.
    cx.scratch.marks.reset(proc.block_count());
    let mut found = false;
    for block in proc.block_ids() {
        if let Some(next) = next(proc, cx, block) {
            cx.scratch.marks.insert(next.index());
            found = true;
        }
    }
    cx.work += proc.block_count() as u64;
    if !found {
        return;
    }
    let mut work = cx.scratch.take::<SwitchWork>();
    let mut changed = false;
    for block in proc.block_ids() {
        if !cx.scratch.marks.contains(block.index()) && work.follow(proc, cx, block) {
            work.join(proc, cx, block);
            changed = true;
        }
    }
    if changed {
        cx.edges_changed();
        cx.contents |= Contents::SWITCHES;
    }
    cx.scratch.put(work);
}

/// What the end of a block asks, if it is that what something is equal to.
fn question(proc: &Procedure, block: BlockId) -> Option<Question> {
    let terminal = proc.value(proc.terminal(block)?);
    match (terminal.opcode(), proc.successors(block)) {
        (Opcode::Switch, [.., default]) => {
            let selector = resolve(proc, proc.children_of(terminal)[0]);
            Some(Question { selector, case: None, default: *default })
        }
        (Opcode::Branch, &[then, otherwise]) => {
            let predicate = resolve(proc, proc.children_of(terminal)[0]);
            let value = proc.value(predicate);
            let compared = match (value.opcode(), proc.children_of(value)) {
                (Opcode::Equal | Opcode::NotEqual, &[a, b]) => {
                    proc.value(resolve(proc, b)).int().map(|constant| (resolve(proc, a), constant))
                }
                _ => None,
            };
            let (to, default) = match compared {
                Some(_) if value.opcode() == Opcode::Equal => (then, otherwise),
                _ => (otherwise, then),
            };
            let (selector, constant) = compared.unwrap_or((predicate, 0));
            Some(Question { selector, case: Some((constant, to)), default })
        }
        _ => None,
    }
}

/// The block that goes on with what a block asks, if there is one.
fn next(proc: &Procedure, cx: &Context, block: BlockId) -> Option<BlockId> {
    let asked = question(proc, block)?;
    let next = asked.default.block();
    let is_likely = !asked.default.is_rare() && 2.0 * proc.frequency(next) >= proc.frequency(block);
    let goes_on = is_likely
        && next != Procedure::ROOT
        && cx.flow.predecessors.of(next.index()).len() == 1
        && question(proc, next).is_some_and(|other| other.selector == asked.selector)
        && only_compares(proc, next);
    goes_on.then_some(next)
}

/// True if all that a block does may as well be done in front of it.
fn only_compares(proc: &Procedure, block: BlockId) -> bool {
    let values = proc.block_values(block);
    let may_move = |id: &ValueId| proc.value(*id).opcode().has(Properties::PURE);
    values.len() <= MAX_VALUES && values[..values.len() - 1].iter().all(may_move)
}

impl SwitchWork {
    /// Follows a chain from its first block on; true if it becomes a Switch.
    fn follow(&mut self, proc: &Procedure, cx: &mut Context, first: BlockId) -> bool {
        self.chain.clear();
        let mut last = first;
        while let Some(next) = next(proc, cx, last) {
            self.chain.push(next);
            last = next;
        }
        if self.chain.is_empty() {
            return false;
        }
        self.cases.clear();
        for block in [first].iter().chain(&self.chain) {
            match question(proc, *block).and_then(|asked| asked.case) {
                Some(case) => self.cases.push(case),
                None => {
                    let terminal = proc.terminal(*block).map(|id| proc.value(id));
                    let cases = terminal.map_or(&[][..], |terminal| proc.switch_cases(terminal));
                    self.cases.extend(cases.iter().copied().zip(proc.successors(*block).iter().copied()));
                }
            }
        }
        // Of equal constants the first one counts.
        self.cases.sort_by_key(|(constant, _)| *constant);
        self.cases.dedup_by_key(|(constant, _)| *constant);
        cx.work += self.cases.len() as u64;
        let cases = &self.cases;
        let is_shared = |n: usize| cases[..n].iter().any(|(_, to)| to.block() == cases[n].1.block());
        cases.len() >= MIN_CASES || cases.len() >= MIN_SHARED && (1..cases.len()).any(is_shared)
    }

    /// Makes a Switch of the chain that was followed.
    fn join(&mut self, proc: &mut Procedure, cx: &mut Context, first: BlockId) {
        let last = self.chain.last().copied().unwrap_or(first);
        let (Some(asked), Some(terminal)) = (question(proc, last), proc.terminal(first)) else { return };
        cx.scratch.kept.clear();
        cx.scratch.kept.extend_from_slice(proc.block_values(first));
        cx.scratch.kept.pop();
        for &block in &self.chain {
            if let Some((end, others)) = proc.block_values(block).split_last() {
                cx.scratch.kept.extend_from_slice(others);
                let end = *end;
                empty(proc, block, end);
            }
        }
        cx.work += cx.scratch.kept.len() as u64;
        let origin = proc.value(terminal).origin;
        let outer = std::mem::replace(&mut proc.origin, origin);
        proc.replace_with_nop(terminal);
        proc.set_block_values(first, &cx.scratch.kept);
        proc.add_switch(first, asked.selector, &self.cases, asked.default);
        proc.origin = outer;
    }
}
