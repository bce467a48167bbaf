//! As the cases of all other rules: those of calls with an exceptional successor.

use super::cases::{Case, I64, call_data, start};
use super::*;
use crate::base::{Effects, StateId, Type};
use crate::ir::{BlockId, CallData, Opcode, Procedure, Stackmap, StateEntry, Successor, ValueId};

/// A procedure that ends its root with a call, and the blocks where that returns and where what it throws goes.
/// Both end in a third one; in that and in either of them is read what `read` says: in 0, 1 or 2.
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
    // In the handler, and where its way meets the other.
    (Rule::ThrownResult, |broken| calls(if broken { 1 } else { 0 })),
    (Rule::ThrownResult, |broken| calls(if broken { 2 } else { 0 })),
    // Something else leads to where the call has returned.
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
    // Both ways lead there.
    (Rule::ThrownResult, |broken| {
        let (mut p, root, ..) = start();
        let [normal, handler] = [p.add_block(), p.add_block()];
        let got = call(&mut p, root, [normal, if broken { normal } else { handler }]);
        p.neg(normal, got);
        p.add_return(normal, None);
        p.add_return(handler, None);
        p
    }),
    // By an exit state in the handler.
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
    // Behind the block where the call has returned it is known, however far away.
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
