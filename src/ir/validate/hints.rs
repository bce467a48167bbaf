//! The rule about branch hints.

use super::{Report, Rule};
use crate::ir::Procedure;
use crate::support::Entity;

/// Checks the hints of a procedure. Linear in their number.
#[cold]
#[inline(never)]
pub(super) fn check(proc: &Procedure, report: &mut Report) {
    let Some(hints) = proc.hints() else { return };
    let exists = |block: &crate::ir::BlockId| block.index() < proc.block_count();
    for (block, weights) in &hints.weights {
        let count = proc.successors(*block).len();
        let message = if !exists(block) {
            format!("{block} has weights, but does not exist")
        } else if weights.len() != count {
            format!("there are {} weights, expected {count}", weights.len())
        } else if weights.iter().all(|weight| *weight == 0) {
            String::from("all weights are 0")
        } else {
            continue;
        };
        report.add(proc, Rule::Hints, exists(block).then_some(*block), None, message);
    }
    for block in hints.cold.iter().filter(|block| !exists(block)) {
        let message = format!("{block} is cold, but does not exist");
        report.add(proc, Rule::Hints, None, None, message);
    }
}
