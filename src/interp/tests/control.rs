//! Loops, merges, switches and limits.

use super::*;
use crate::ir::Successor;

/// Sums 1..=n in a loop.
pub(super) fn sum() -> Procedure {
    let (mut proc, root) = procedure("sum");
    let (head, body, exit) = (proc.add_block(), proc.add_block(), proc.add_block());
    let n = proc.at(root).argument(I64);
    let zero = proc.at(root).const64(0);
    let (i, acc) = (proc.at(head).phi(I64), proc.at(head).phi(I64));
    let mut b = proc.at(root);
    b.upsilon(n, i);
    b.upsilon(zero, acc);
    b.jump(head);
    proc.at(head).branch(i, body, exit);
    let mut b = proc.at(body);
    let one = b.const64(1);
    let sum = b.add(acc, i);
    let less = b.sub(i, one);
    b.upsilon(sum, acc);
    b.upsilon(less, i);
    b.jump(head);
    proc.at(exit).ret([acc]);
    proc
}

#[test]
fn loops_count() {
    for n in [0, 1, 10, 1000] {
        assert_eq!(result(&[sum()], &[(I64, n)]), n * (n + 1) / 2);
    }
}

#[test]
fn the_step_limit_stops_loops_exactly() {
    let proc = [sum()];
    let steps = run(&proc, &[(I64, 10)]).steps;
    let with = |steps| {
        let limits = Limits { steps, depth: 10 };
        run_with(&proc, &[(I64, 10)], &mut SandboxHost::new(), limits).outcome
    };
    assert!(matches!(with(steps), Outcome::Returned(_)));
    assert_eq!((with(steps - 1), with(0)), (Outcome::StepLimit, Outcome::StepLimit));
}

/// Each iteration swaps the two Phis: the Upsilons read the Phis' values, not their locations.
#[test]
fn swap_problem() {
    let (mut proc, root) = procedure("swap");
    let (head, body, exit) = (proc.add_block(), proc.add_block(), proc.add_block());
    let n = proc.at(root).argument(I64);
    let (one, two) = (proc.at(root).const64(1), proc.at(root).const64(2));
    let [a, b, i] = [I64; 3].map(|ty| proc.at(head).phi(ty));
    for (value, phi) in [(one, a), (two, b), (n, i)] {
        proc.at(root).upsilon(value, phi);
    }
    proc.at(root).jump(head);
    proc.at(head).branch(i, body, exit);
    let less = proc.at(body).sub(i, one);
    for (value, phi) in [(b, a), (a, b), (less, i)] {
        proc.at(body).upsilon(value, phi);
    }
    proc.at(body).jump(head);
    proc.at(exit).ret([a, b]);
    proc.set_signature(crate::base::Signature { params: vec![I64], results: vec![I64, I64] });
    assert_eq!(results(&[proc.clone()], &[(I64, 6)]), [1, 2]);
    assert_eq!(results(&[proc], &[(I64, 7)]), [2, 1]);
}

/// A use of the Phi's old value after the Upsilon for the next iteration.
#[test]
fn lost_copy_problem() {
    let (mut proc, root) = procedure("lost");
    let (head, exit) = (proc.add_block(), proc.add_block());
    let n = proc.at(root).argument(I64);
    let one = proc.at(root).const64(1);
    let x = proc.at(head).phi(I64);
    proc.at(root).upsilon(one, x);
    proc.at(root).jump(head);
    let mut b = proc.at(head);
    let next = b.add(x, one);
    b.upsilon(next, x);
    let more = b.less_than(next, n);
    b.branch(more, head, exit);
    proc.at(exit).ret([x]);
    assert_eq!(result(&[proc], &[(I64, 10)]), 9);
}

#[test]
fn an_upsilon_may_be_far_from_its_phi() {
    let (mut proc, root) = procedure("far");
    let (middle, end) = (proc.add_block(), proc.add_block());
    let a = proc.at(root).argument(I32);
    let seven = proc.at(root).const32(7);
    let phi = proc.at(end).phi(I32);
    proc.at(root).upsilon(seven, phi);
    proc.at(root).branch(a, middle, end);
    proc.at(middle).upsilon(a, phi);
    proc.at(middle).jump(end);
    proc.at(end).ret([phi]);
    assert_eq!((result(&[proc.clone()], &[(I32, 0)]), result(&[proc], &[(I32, 5)])), (7, 5));
}

#[test]
fn tuples_merge() {
    let (mut proc, root) = procedure("tuples");
    let end = proc.add_block();
    let (a, b, c) = (proc.at(root).argument(I64), proc.at(root).argument(I64), proc.at(root).const32(9));
    let pair = proc.at(root).add_carry(a, b, c);
    let ty = proc.type_of(pair);
    let phi = proc.at(end).phi(ty);
    let variable = proc.add_variable(ty);
    proc.at(root).set(pair, variable);
    let got = proc.at(root).get(variable);
    proc.at(root).upsilon(got, phi);
    proc.at(root).jump(end);
    let parts = [0, 1].map(|i| proc.at(end).extract(phi, i));
    proc.at(end).ret(parts.iter().copied());
    assert_eq!(results(&[proc], &[(I64, u64::MAX), (I64, 3)]), [3, 1]);
}

#[test]
fn switches_choose() {
    for ty in [I32, I64] {
        let (mut proc, root) = procedure("switch");
        let selector = proc.at(root).argument(ty);
        let blocks: Vec<BlockId> = (0..5).map(|_| proc.add_block()).collect();
        let cases = [(3, blocks[0]), (-5, blocks[1]), (i64::from(i32::MIN), blocks[2]), (3, blocks[3])];
        proc.at(root).switch(selector, &cases, blocks[4]);
        for (i, block) in blocks.iter().enumerate() {
            let number = proc.at(*block).const32(i as i32);
            proc.at(*block).ret([number]);
        }
        for (selector, expected) in [(3, 0), (-5, 1), (i32::MIN, 2), (0, 4), (i32::MAX, 4)] {
            let bits = if ty == I32 { u64::from(selector as u32) } else { selector as i64 as u64 };
            assert_eq!(result(&[proc.clone()], &[(ty, bits)]), expected, "{ty} {selector}");
        }
    }
}

#[test]
fn branches_test_all_bits() {
    let (mut proc, root) = procedure("branch");
    let (yes, no) = (proc.add_block(), proc.add_block());
    let a = proc.at(root).argument(I64);
    proc.at(root).branch(a, yes, Successor::rare(no));
    for (block, number) in [(yes, 1), (no, 0)] {
        let number = proc.at(block).const32(number);
        proc.at(block).ret([number]);
    }
    assert_eq!((result(&[proc.clone()], &[(I64, 1 << 63)]), result(&[proc], &[(I64, 0)])), (1, 0));
}

#[test]
fn entry_switch_selects_the_entry() {
    let (mut proc, root) = procedure("entries");
    let blocks = [proc.add_block(), proc.add_block()];
    proc.at(root).entry_switch(&blocks.map(Successor::new));
    for (i, block) in blocks.into_iter().enumerate() {
        let number = proc.at(block).const32(10 + i as i32);
        proc.at(block).ret([number]);
    }
    proc.entry_count = 2;
    let procs = [proc];
    let interpreter = Interpreter::of(&procs).unwrap();
    let enter = |entry| {
        interpreter
            .call_entry("entries", entry, &[], &mut SandboxHost::new(), Limits::default())
            .map(returned)
    };
    assert_eq!((enter(0), enter(1)), (Ok(vec![10]), Ok(vec![11])));
    let error = InterpError::NoEntry { procedure: "entries".to_string(), entries: 2, found: 2 };
    assert_eq!(enter(2), Err(error));
}

#[test]
fn oops_is_undefined_and_traps_trap() {
    let (mut proc, root) = procedure("ends");
    let mut b = proc.at(root);
    let a = b.argument(I32);
    b.trap_if(a, TrapCode::User(7));
    b.add_oops();
    undefined(run(&[proc.clone()], &[(I32, 0)]), "Oops");
    traps(run(&[proc.clone()], &[(I32, 1)]), TrapCode::User(7));

    let (mut proc, root) = procedure("trap");
    let trap = proc.at(root).trap(TrapCode::Unreachable);
    let place = Place { procedure: 0, value: trap };
    let outcome = run(&[proc], &[]).outcome;
    assert_eq!(outcome, Outcome::Trap { code: TrapCode::Unreachable, place });
}
