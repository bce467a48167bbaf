//! Cases of [`super::cases`] for calls with an exceptional successor.

use super::cases::{Case, I64, call_data, start};
use super::*;
use crate::base::{Effects, StateId, Type};
use crate::ir::{BlockId, CallData, Opcode, Procedure, Stackmap, StateEntry, Successor, ValueId};

/// A procedure whose root ends with a call, with its normal and its exceptional successor, both of which branch to a
/// third block. `read` (0, 1 or 2) is the block that reads the result.
fn calls(read: usize) -> Procedure {
    let (mut p, root, ..) = start();
    let blocks = [p.add_block(), p.add_block(), p.add_block()];
    let got = call(&mut p, root, [blocks[0], blocks[1]]);
    p.neg(blocks[read], got);
    p.add_jump(blocks[0], blocks[2]);
    p.add_jump(blocks[1], blocks[2]);
    p.add_return(blocks[2], None);
    p
}

fn call(p: &mut Procedure, block: BlockId, [normal, handler]: [BlockId; 2]) -> ValueId {
    let symbol = p.symbol("f");
    let data = CallData { exceptional: true, ..call_data(p, symbol) };
    let got = p.add_ccall_with(block, I64, symbol, &[], data);
    p.set_successors(block, &[normal.into(), Successor::rare(handler)]);
    got
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
        p.add_branch(root, a, calls, if broken { calls } else { handler });
        p.neg(normal, got);
        p.add_return(normal, None);
        if broken {
            p.add_jump(handler, normal);
        } else {
            p.add_return(handler, None);
        }
        p
    }),
    // Both edges lead to the same block.
    (Rule::ThrownResult, |broken| {
        let (mut p, root, ..) = start();
        let [normal, handler] = [p.add_block(), p.add_block()];
        let got = call(&mut p, root, [normal, if broken { normal } else { handler }]);
        p.neg(normal, got);
        p.add_return(normal, None);
        p.add_return(handler, None);
        p
    }),
    // In an exit state in the handler.
    (Rule::ThrownResult, |broken| {
        let (mut p, root, a, _) = start();
        let blocks = [p.add_block(), p.add_block()];
        let got = call(&mut p, root, blocks);
        let state = p.add_state(StateId::INVALID, 1, 2, &[StateEntry::Value(got)]);
        let map = Stackmap { state, effects: Effects::for_check(), ..Stackmap::default() };
        p.add_stackmap_value(blocks[usize::from(broken)], Opcode::Check, Type::Void, &[a], map);
        for block in blocks {
            p.add_return(block, None);
        }
        p
    }),
    // The result is available wherever the normal successor dominates.
    (Rule::ThrownResult, |broken| {
        let (mut p, root, a, _) = start();
        let [normal, handler, left, right, join] = std::array::from_fn(|_| p.add_block());
        let got = call(&mut p, root, [normal, handler]);
        p.add_branch(normal, a, left, right);
        p.add_jump(left, join);
        p.add_jump(right, join);
        if broken {
            p.add_jump(handler, join);
        } else {
            p.add_return(handler, None);
        }
        p.neg(join, got);
        p.add_return(join, None);
        p
    }),
];
