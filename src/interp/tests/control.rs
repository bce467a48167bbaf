//! Loops, merges, switches and limits.

use super::*;
use crate::ir::Successor;

/// Sums 1..=n in a loop.
pub(super) fn sum() -> Procedure {
    let (mut proc, root) = procedure("sum");
    let (head, body, exit) = (proc.add_block(), proc.add_block(), proc.add_block());
    let n = proc.add_argument(root, I64);
    let zero = proc.add_const64(root, 0);
    let (i, acc) = (proc.phi(head, I64), proc.phi(head, I64));
    proc.upsilon(root, n, i);
    proc.upsilon(root, zero, acc);
    proc.add_jump(root, head);
    proc.add_branch(head, i, body, exit);
    let one = proc.add_const64(body, 1);
    let sum = proc.add(body, acc, i);
    let less = proc.sub(body, i, one);
    proc.upsilon(body, sum, acc);
    proc.upsilon(body, less, i);
    proc.add_jump(body, head);
    proc.add_return(exit, Some(acc));
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
    let n = proc.add_argument(root, I64);
    let (one, two) = (proc.add_const64(root, 1), proc.add_const64(root, 2));
    let [a, b, i] = [I64; 3].map(|ty| proc.phi(head, ty));
    for (value, phi) in [(one, a), (two, b), (n, i)] {
        proc.upsilon(root, value, phi);
    }
    proc.add_jump(root, head);
    proc.add_branch(head, i, body, exit);
    let less = proc.sub(body, i, one);
    for (value, phi) in [(b, a), (a, b), (less, i)] {
        proc.upsilon(body, value, phi);
    }
    proc.add_jump(body, head);
    proc.add_returns(exit, &[a, b]);
    proc.set_signature(crate::base::Signature { params: vec![I64], results: vec![I64, I64] });
    assert_eq!(results(&[proc.clone()], &[(I64, 6)]), [1, 2]);
    assert_eq!(results(&[proc], &[(I64, 7)]), [2, 1]);
}

/// A use of the Phi's old value after the Upsilon for the next iteration.
#[test]
fn lost_copy_problem() {
    let (mut proc, root) = procedure("lost");
    let (head, exit) = (proc.add_block(), proc.add_block());
    let n = proc.add_argument(root, I64);
    let one = proc.add_const64(root, 1);
    let x = proc.phi(head, I64);
    proc.upsilon(root, one, x);
    proc.add_jump(root, head);
    let next = proc.add(head, x, one);
    proc.upsilon(head, next, x);
    let more = proc.less_than(head, next, n);
    proc.add_branch(head, more, head, exit);
    proc.add_return(exit, Some(x));
    assert_eq!(result(&[proc], &[(I64, 10)]), 9);
}

#[test]
fn an_upsilon_may_be_far_from_its_phi() {
    let (mut proc, root) = procedure("far");
    let (middle, end) = (proc.add_block(), proc.add_block());
    let a = proc.add_argument(root, I32);
    let seven = proc.add_const32(root, 7);
    let phi = proc.phi(end, I32);
    proc.upsilon(root, seven, phi);
    proc.add_branch(root, a, middle, end);
    proc.upsilon(middle, a, phi);
    proc.add_jump(middle, end);
    proc.add_return(end, Some(phi));
    assert_eq!((result(&[proc.clone()], &[(I32, 0)]), result(&[proc], &[(I32, 5)])), (7, 5));
}

#[test]
fn tuples_merge() {
    let (mut proc, root) = procedure("tuples");
    let end = proc.add_block();
    let (a, b, c) = (proc.add_argument(root, I64), proc.add_argument(root, I64), proc.add_const32(root, 9));
    let pair = proc.add_carry(root, a, b, c);
    let ty = proc.type_of(pair);
    let phi = proc.phi(end, ty);
    let variable = proc.add_variable(ty);
    proc.set(root, pair, variable);
    let got = proc.get(root, variable);
    proc.upsilon(root, got, phi);
    proc.add_jump(root, end);
    let parts = [0, 1].map(|i| proc.extract(end, phi, i));
    proc.add_returns(end, &parts);
    assert_eq!(results(&[proc], &[(I64, u64::MAX), (I64, 3)]), [3, 1]);
}

#[test]
fn switches_choose() {
    for ty in [I32, I64] {
        let (mut proc, root) = procedure("switch");
        let selector = proc.add_argument(root, ty);
        let blocks: Vec<BlockId> = (0..5).map(|_| proc.add_block()).collect();
        let cases = [(3, blocks[0]), (-5, blocks[1]), (i64::from(i32::MIN), blocks[2]), (3, blocks[3])];
        proc.add_switch(root, selector, &cases, blocks[4]);
        for (i, block) in blocks.iter().enumerate() {
            let number = proc.add_const32(*block, i as i32);
            proc.add_return(*block, Some(number));
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
    let a = proc.add_argument(root, I64);
    proc.add_branch(root, a, yes, Successor::rare(no));
    for (block, number) in [(yes, 1), (no, 0)] {
        let number = proc.add_const32(block, number);
        proc.add_return(block, Some(number));
    }
    assert_eq!((result(&[proc.clone()], &[(I64, 1 << 63)]), result(&[proc], &[(I64, 0)])), (1, 0));
}

#[test]
fn entry_switch_selects_the_entry() {
    let (mut proc, root) = procedure("entries");
    let blocks = [proc.add_block(), proc.add_block()];
    proc.add_entry_switch(root, &blocks.map(Successor::new));
    for (i, block) in blocks.into_iter().enumerate() {
        let number = proc.add_const32(block, 10 + i as i32);
        proc.add_return(block, Some(number));
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
    let a = proc.add_argument(root, I32);
    proc.trap_if(root, a, TrapCode::User(7));
    proc.add_oops(root);
    undefined(run(&[proc.clone()], &[(I32, 0)]), "Oops");
    traps(run(&[proc.clone()], &[(I32, 1)]), TrapCode::User(7));

    let (mut proc, root) = procedure("trap");
    let trap = proc.add_trap(root, TrapCode::Unreachable);
    let place = Place { procedure: 0, value: trap };
    let outcome = run(&[proc], &[]).outcome;
    assert_eq!(outcome, Outcome::Trap { code: TrapCode::Unreachable, place });
}
