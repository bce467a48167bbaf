//! Terminal patchpoints: results on every edge, successors, late paths.

use super::support::*;
use barebones::base::{Type, ValueRep};
use barebones::ir::{BlockId, Outcome, Procedure, Successor, ValueId};
use barebones_testing::hostile::Spec;

const INPUTS: &[&[u64]] = &[&[1, 2], &[7, 9], &[u64::MAX, 1], &[1 << 63, 1 << 32], &[24, 40], &[3, 77]];

/// A block that returns a word computed from these values.
fn returning(proc: &mut Procedure, number: i64, values: &[ValueId]) -> BlockId {
    let block = proc.add_block();
    fill(proc, block, number, values);
    block
}

fn fill(proc: &mut Procedure, block: BlockId, number: i64, values: &[ValueId]) {
    let number = proc.at(block).const64(number);
    let mut all = values.to_vec();
    all.push(number);
    let result = mix(proc, block, &all);
    proc.at(block).ret([result]);
}

fn result_kinds() -> [ValueRep; 4] {
    [
        ValueRep::SomeRegister,
        ValueRep::SomeEarlyRegister,
        ValueRep::Register(reg("rdx")),
        ValueRep::StackArgument(24),
    ]
}

/// Results of all kinds, for one, two or three successors, which join or not; some rare.
#[test]
fn results_are_available_on_every_edge() {
    let mut number = 0;
    for result in result_kinds() {
        for successor_count in 1..=3 {
            for rare in [false, true] {
                for joins in [false, true] {
                    let mut proc = procedure();
                    let [x, y] = arguments(&mut proc, [Type::Int64; 2]);
                    let blocks: Vec<BlockId> =
                        (0..if joins { 1 } else { successor_count }).map(|_| proc.add_block()).collect();
                    let successors = (0..successor_count)
                        .map(|n| {
                            let to = blocks[n % blocks.len()];
                            if rare && n == 1 { Successor::rare(to) } else { to.into() }
                        })
                        .collect();
                    let inputs = vec![
                        (x, ValueRep::SomeRegister),
                        (y, ValueRep::LateColdAny),
                        (x, ValueRep::Register(reg("rdx"))),
                        (y, ValueRep::SomeLateRegister),
                    ];
                    let results = vec![(Type::Int64, result), (Type::Double, ValueRep::SomeRegister)];
                    let spec = Spec { inputs, results, successors, ..Spec::default() };
                    let value = spec.append(&mut proc, ROOT);
                    for (n, block) in blocks.iter().enumerate() {
                        fill(&mut proc, *block, n as i64, &[value, x, y]);
                    }
                    check_some(&proc, INPUTS, number);
                    number += 1;
                }
            }
        }
    }
}

/// The result is live across a clobber of all registers, so that it must be spilled on both edges.
#[test]
fn a_result_that_needs_to_be_spilled() {
    let everything: Vec<_> =
        ["rax", "rcx", "rdx", "rsi", "rdi", "r8", "r9", "r10", "r11", "rbx", "r12", "r13"]
            .map(reg)
            .into_iter()
            .collect();
    for edges_meet in [false, true] {
        let mut proc = procedure();
        let [x, y] = arguments(&mut proc, [Type::Int64; 2]);
        let (first, second, join) = (proc.add_block(), proc.add_block(), proc.add_block());
        let results = vec![(Type::Int64, ValueRep::SomeRegister), (Type::Int32, ValueRep::SomeRegister)];
        let inputs = vec![(x, ValueRep::SomeRegister), (y, ValueRep::SomeRegister)];
        let successors = vec![first.into(), second.into(), if edges_meet { join } else { second }.into()];
        let value = Spec { inputs, results, successors, ..Spec::default() }.append(&mut proc, ROOT);
        for block in [first, second] {
            let late = everything.clone();
            Spec { late, ..Spec::default() }.append(&mut proc, block);
            proc.at(block).jump(join);
        }
        fill(&mut proc, join, 5, &[value, x, y]);
        check(&proc, INPUTS);
    }
}

/// A loop whose back edge leaves the patchpoint.
#[test]
fn a_terminal_in_a_loop() {
    let mut proc = procedure();
    let [x, y] = arguments(&mut proc, [Type::Int64; 2]);
    let (header, again, done) = (proc.add_block(), proc.add_block(), proc.add_block());
    let phi = proc.at(header).phi(Type::Int64);
    let count = proc.at(header).phi(Type::Int64);
    let mut b = proc.at(ROOT);
    let ten = b.const64(10);
    b.upsilon(x, phi);
    b.upsilon(ten, count);
    b.jump(header);
    let inputs = vec![(phi, ValueRep::SomeRegisterWithClobber), (y, ValueRep::ColdAny)];
    let results = vec![(Type::Int64, ValueRep::SomeRegister)];
    let successors = vec![again.into(), Successor::rare(done), again.into()];
    let value = Spec { inputs, results, successors, ..Spec::default() }.append(&mut proc, header);
    let mut b = proc.at(again);
    b.upsilon(value, phi);
    let one = b.const64(1);
    let less = b.sub(count, one);
    b.upsilon(less, count);
    b.branch(less, header, done);
    fill(&mut proc, done, 1, &[value, x, y, count]);
    check(&proc, INPUTS);
}

/// The result is used by no successor or by one only.
#[test]
fn results_that_are_not_read() {
    for readers in 0..2 {
        let mut proc = procedure();
        let [x, y] = arguments(&mut proc, [Type::Int64; 2]);
        let blocks = [proc.add_block(), proc.add_block()];
        let inputs = vec![(x, ValueRep::WarmAny), (y, ValueRep::WarmAny)];
        let results = vec![(Type::Int64, ValueRep::SomeRegister), (Type::Int64, ValueRep::SomeEarlyRegister)];
        let successors = blocks.map(Successor::from).to_vec();
        let value = Spec { inputs, results, successors, ..Spec::default() }.append(&mut proc, ROOT);
        for (n, block) in blocks.into_iter().enumerate() {
            let all = [x, y, value];
            fill(&mut proc, block, n as i64, &all[..if n < readers { 3 } else { 2 }]);
        }
        check(&proc, INPUTS);
    }
}

/// A terminal without results, and one without successors.
#[test]
fn ends_without_results() {
    let mut proc = procedure();
    let [x, y] = arguments(&mut proc, [Type::Int64; 2]);
    let a = returning(&mut proc, 1, &[x]);
    let b = returning(&mut proc, 2, &[y]);
    let inputs = vec![(x, ValueRep::SomeRegister), (y, ValueRep::StackArgument(0))];
    Spec { inputs, successors: vec![a.into(), b.into()], ..Spec::default() }.append(&mut proc, ROOT);
    check(&proc, INPUTS);

    let mut proc = procedure();
    let [x] = arguments(&mut proc, [Type::Int64]);
    let [leaves, returns] = [proc.add_block(), proc.add_block()];
    proc.at(ROOT).branch(x, returns, leaves);
    proc.at(returns).ret([x]);
    proc.at(leaves)
        .patchpoint(Type::Void)
        .successors([])
        .meaning(|_| Outcome::Trap(barebones::base::TrapCode::User(3)))
        .generator("leave", |masm, _| {
            masm.buffer().add_trap_site(barebones::base::TrapCode::User(3));
            masm.trap();
            Ok(())
        })
        .append();
    check(&proc, &[&[0], &[1]]);
}

/// The successor information for the generator.
#[test]
fn at_most_one_successor_follows() {
    let mut proc = procedure();
    let [x] = arguments(&mut proc, [Type::Int64]);
    let a = returning(&mut proc, 1, &[x]);
    let b = returning(&mut proc, 2, &[x]);
    proc.at(ROOT)
        .patchpoint(Type::Void)
        .input(x, ValueRep::SomeRegister)
        .successors([a.into(), b.into()])
        .meaning(|args| Outcome::Successor(usize::from(args[0] != 0), vec![]))
        .generator("branch", |masm, params| {
            use barebones::base::IntCondition::{Equal, NotEqual};
            let (zero, other) = (params.successor(0)?, params.successor(1)?);
            let x = params.gpr(0)?;
            match [0, 1].map(|n| params.falls_through_to(n)) {
                [true, true] => return Err(barebones::isa::GeneratorError::new("both follow")),
                [true, false] => masm.branch64(NotEqual, x, 0, other),
                [false, true] => masm.branch64(Equal, x, 0, zero),
                [false, false] => {
                    masm.branch64(Equal, x, 0, zero);
                    masm.jump(other);
                }
            }
            assert!(params.successor(2).is_err() && !params.falls_through_to(2));
            Ok(())
        })
        .append();
    check(&proc, &[&[0], &[1]]);
}

/// A terminal that behaves like a call: it clobbers all caller-saved registers, and the results are in others.
#[test]
fn results_survive_the_clobbers_of_a_call() {
    let volatile: Vec<_> =
        ["rax", "rcx", "rdx", "rsi", "rdi", "r8", "r9", "r10", "r11"].map(reg).into_iter().collect();
    for first_is_early in [false, true] {
        for early in [false, true] {
            let mut proc = procedure();
            let [x, y] = arguments(&mut proc, [Type::Int64; 2]);
            let blocks = [proc.add_block(), proc.add_block()];
            let inputs = vec![(x, ValueRep::Register(reg("rdi"))), (y, ValueRep::ColdAny)];
            let mut results =
                vec![(Type::Int64, ValueRep::SomeEarlyRegister), (Type::Int64, ValueRep::SomeRegister)];
            if !first_is_early {
                results.reverse();
            }
            let destroyed = volatile.clone();
            let (early, late) = if early { (destroyed, vec![]) } else { (vec![], destroyed) };
            let successors = blocks.map(Successor::from).to_vec();
            let spec = Spec { inputs, results, early, late, successors, ..Spec::default() };
            let value = spec.append(&mut proc, ROOT);
            for (n, block) in blocks.into_iter().enumerate() {
                fill(&mut proc, block, n as i64, &[value, x, y]);
            }
            check(&proc, INPUTS);
        }
    }
}

/// A late path is not adjacent to any block, so it falls through to none.
#[test]
fn late_paths_fall_through_to_nothing() {
    let mut proc = procedure();
    let [x] = arguments(&mut proc, [Type::Int64]);
    let a = returning(&mut proc, 1, &[x]);
    let b = returning(&mut proc, 2, &[x]);
    proc.at(ROOT)
        .patchpoint(Type::Void)
        .input(x, ValueRep::SomeRegister)
        .successors([a.into(), b.into()])
        .meaning(|args| Outcome::Successor(usize::from(args[0] != 0), vec![]))
        .generator("branch", |masm, params| {
            use barebones::base::IntCondition::Equal;
            let path = masm.new_label();
            masm.jump(path);
            params.add_late_path(move |masm, params| {
                if (0..2).any(|n| params.falls_through_to(n)) {
                    return Err(barebones::isa::GeneratorError::new("a late path falls through"));
                }
                masm.bind(path);
                masm.branch64(Equal, params.gpr(0)?, 0, params.successor(0)?);
                masm.jump(params.successor(1)?);
                Ok(())
            });
            Ok(())
        })
        .append();
    check(&proc, &[&[0], &[1]]);
}
