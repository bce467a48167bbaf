//! Where machine code of a function is entered: the first operation, loops, handlers, what follows calls and yields.

use super::NO_ENTRY;
use crate::interp::bytecode::{Code, Op};
use barebones::ir::{BlockId, Procedure};

/// Blocks of the operations that begin one, and whether each operation is an entry.
pub(super) fn find_blocks(code: &Code, procedure: &mut Procedure) -> (Vec<Option<BlockId>>, Vec<bool>) {
    let mut entries = vec![false; code.ops.len()];
    let mut begins = vec![false; code.ops.len()];
    let mut target = |from: usize, to: u32| {
        if let Some(begins) = begins.get_mut(to as usize) {
            *begins = true;
        }
        // The interpreter may leave a loop at each jump backwards, and generators go on after a yield.
        let entered = match code.ops[from] {
            Op::Yield(..) => code.resumed_at(to),
            _ if to as usize <= from => to as usize,
            _ => return,
        };
        if let Some(entry) = entries.get_mut(entered) {
            *entry = true;
        }
    };
    for (at, op) in code.ops.iter().enumerate() {
        let mut op = *op;
        if let Op::Switch(_, table) = op {
            let table = &code.switches[table as usize];
            let cases = table.cases.iter().map(|(_, to)| *to).chain(table.dense.iter().copied());
            cases.chain([table.default]).filter(|to| *to != u32::MAX).for_each(|to| target(at, to));
        } else if let Some(to) = op.target() {
            target(at, *to);
        }
    }
    for (_, _, handler) in &code.handlers {
        entries[*handler as usize] = true;
    }
    for (at, op) in code.ops.iter().enumerate() {
        let calls =
            matches!(op, Op::Call(..) | Op::Construct(..) | Op::ConstructWith(..) | Op::IteratorNext(..));
        if calls && at + 1 < code.ops.len() {
            entries[at + 1] = true;
        }
    }
    if let Some(first) = entries.first_mut() {
        *first = true;
    }
    let starts =
        begins.iter().zip(&entries).map(|(begins, entry)| (*begins || *entry).then(|| procedure.add_block()));
    (starts.collect(), entries)
}

/// Numbers entries in order; the other operations are [`NO_ENTRY`].
pub(super) fn number(entries: &[bool]) -> Box<[u32]> {
    let mut next = 0;
    let numbers = entries.iter().map(|entry| {
        next += u32::from(*entry);
        if *entry { next - 1 } else { NO_ENTRY }
    });
    numbers.collect()
}
