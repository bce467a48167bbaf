//! The loop around a tested operation: over records in memory, which have operands and results.

use barebones::base::{Target, Type};
use barebones::ir::{BlockId, Procedure, ValueId};

/// A procedure of the address and the number of records of this many words. `operation` gets the procedure, the block in which
/// the body of the loop begins, and the record; it returns the procedure and the block in which the body ends.
pub(crate) fn over_records(
    target: &Target,
    words: usize,
    operation: impl FnOnce(Procedure, BlockId, ValueId) -> (Procedure, BlockId),
) -> Procedure {
    let mut proc = Procedure::new(target);
    let [root, body, out] = [(); 3].map(|()| proc.add_block());
    let [records, count] = [(); 2].map(|()| proc.at(root).argument(Type::Int64));
    let [record, left] = [(); 2].map(|()| proc.at(body).phi(Type::Int64));
    let mut b = proc.at(root);
    b.upsilon(records, record);
    b.upsilon(count, left);
    b.jump(body);
    let (mut proc, end) = operation(proc, body, record);
    let mut b = proc.at(end);
    let step = b.const64(8 * words as i64);
    let next = b.add(record, step);
    b.upsilon(next, record);
    let one = b.const64(1);
    let rest = b.sub(left, one);
    b.upsilon(rest, left);
    b.branch(rest, body, out);
    proc.at(out).ret([]);
    proc
}
