//! Results of calls that may throw: available where the first successor of the call dominates, if the call is its only
//! predecessor.

use super::{Report, Rule, Validator};
use crate::ir::{BlockId, Opcode, Procedure, ValueId};
use crate::support::Entity;

/// Reports uses of call results where the call may have thrown. Linear in values and exit states, like the walk; only
/// for procedures without violations so far.
#[cold]
#[inline(never)]
pub(super) fn check(validator: &mut Validator, proc: &Procedure, report: &mut Report) {
    let Validator { facts, predecessors, dominators, marks, .. } = validator;
    let throws = |block: &BlockId| {
        let id = *proc.block_values(*block).last()?;
        let used = proc.value(id).opcode() == Opcode::CCall && facts.value(id).used_outside();
        used.then_some((id, *block))
    };
    let calls: Vec<(ValueId, BlockId)> = proc.block_ids().filter_map(|block| throws(&block)).collect();
    if calls.is_empty() {
        return;
    }
    predecessors.compute(proc);
    dominators.compute(proc, predecessors);
    // For each call, the block that dominates all valid uses of its result; invalid if there is none.
    let mut returned: Vec<Option<BlockId>> = vec![None; proc.value_count()];
    for (id, block) in calls {
        let [to, thrown] = [0, 1].map(|n| proc.successors(block)[n].block());
        let only = to != thrown && predecessors.of(to.index()) == [block.number()] && to != Procedure::ROOT;
        returned[id.index()] = Some(if only { to } else { BlockId::INVALID });
    }
    marks.reset(proc);
    for block in proc.block_ids().filter(|block| dominators.is_reachable(block.index())) {
        let mut look = |user: ValueId, used: ValueId| {
            let Some(to) = returned[used.index()] else { return };
            if to.is_valid() && dominators.dominates(to.index(), block.index()) {
                return;
            }
            let message = format!("{used} may have thrown where {block} is reached");
            report.add(proc, Rule::ThrownResult, Some(block), Some(user), message);
        };
        for &user in proc.block_values(block) {
            let value = proc.value(user);
            proc.children(user).iter().for_each(|used| look(user, *used));
            proc.base(user).into_iter().for_each(|used| look(user, used));
            let state = proc.state_of(value);
            if state.is_valid() {
                marks.each_value(proc, state, block.number() + 1, |used, _| look(user, used));
            }
        }
    }
}
