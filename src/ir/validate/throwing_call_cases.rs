//! Cases of [`super::cases`] for calls with an exceptional successor.

use super::cases::{Case, I64, call_data, start};
use super::*;
use crate::base::{Effects, StateId, Type};
use crate::ir::{BlockId, Opcode, Procedure, Stackmap, StateEntry, Successor, ValueId};

/// A procedure whose root ends with a call, with its normal and its exceptional successor, both of which branch to a
/// third block. `read` (0, 1 or 2) is the block that reads the result.
fn calls(read: usize) -> Procedure {
    let (mut p, root, ..) = start();
    let blocks = [p.add_block(), p.add_block(), p.add_block()];
    let got = call(&mut p, root, [blocks[0], blocks[1]]);
    p.at(blocks[read]).neg(got);
    p.at(blocks[0]).jump(blocks[2]);
    p.at(blocks[1]).jump(blocks[2]);
    p.at(blocks[2]).ret([]);
    p
}

fn call(p: &mut Procedure, block: BlockId, [normal, handler]: [BlockId; 2]) -> ValueId {
    let symbol = p.symbol("f");
    let data = call_data(p, symbol);
    let successors = [normal.into(), Successor::rare(handler)];

    p.at(block).throwing_ccall_with(I64, symbol, &[], data, successors)
}

pub(super) const CASES: &[Case] = &[
    // In the handler, and at the merge after it.
    (Rule::ThrownResult, |broken| calls(if broken { 1 } else { 0 })),
    (Rule::ThrownResult, |broken| calls(if broken { 2 } else { 0 })),
    // The normal successor has another predecessor.
    (Rule::ThrownResult, |broken| {
        let (mut p, root, a, _) = start();
        let [calls, normal, handler] = [p.add_block(), p.add_block(), p.add_block()];
        let got = call(&mut p, calls, [normal, handler]);
        p.at(root).branch(a, calls, if broken { calls } else { handler });
        p.at(normal).neg(got);
        p.at(normal).ret([]);
        if broken {
            p.at(handler).jump(normal);
        } else {
            p.at(handler).ret([]);
        }
        p
    }),
    // Both edges lead to the same block.
    (Rule::ThrownResult, |broken| {
        let (mut p, root, ..) = start();
        let [normal, handler] = [p.add_block(), p.add_block()];
        let got = call(&mut p, root, [normal, if broken { normal } else { handler }]);
        p.at(normal).neg(got);
        p.at(normal).ret([]);
        p.at(handler).ret([]);
        p
    }),
    // In an exit state in the handler.
    (Rule::ThrownResult, |broken| {
        let (mut p, root, a, _) = start();
        let blocks = [p.add_block(), p.add_block()];
        let got = call(&mut p, root, blocks);
        let state = p.add_state(StateId::INVALID, 1, 2, &[StateEntry::Value(got)]);
        let map = Stackmap { state, effects: Effects::for_check(), ..Stackmap::default() };
        p.at(blocks[usize::from(broken)]).stackmap_value(Opcode::Check, Type::Void, &[a], map);
        for block in blocks {
            p.at(block).ret([]);
        }
        p
    }),
    // The result is available wherever the normal successor dominates.
    (Rule::ThrownResult, |broken| {
        let (mut p, root, a, _) = start();
        let [normal, handler, left, right, join] = std::array::from_fn(|_| p.add_block());
        let got = call(&mut p, root, [normal, handler]);
        p.at(normal).branch(a, left, right);
        p.at(left).jump(join);
        p.at(right).jump(join);
        if broken {
            p.at(handler).jump(join);
        } else {
            p.at(handler).ret([]);
        }
        p.at(join).neg(got);
        p.at(join).ret([]);
        p
    }),
];
