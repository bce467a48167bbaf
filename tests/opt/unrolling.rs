//! Loops that count to the limits of their type and past them: if four iterations share one test, the trip count stays
//! the same.

use barebones::base::Type;
use barebones::host_target;
use barebones::interp::{Interpreter, Limits, Outcome, SandboxHost};
use barebones::ir::{Module, Opcode, Procedure, validate};
use barebones::opt::{InputProfile, Levels, Optimizer, PassSet};

/// Maximum number of iterations of the loops under test.
const MAX_ITERATIONS: u32 = 40;

const RELATIONS: [Opcode; 9] = [
    Opcode::LessThan,
    Opcode::LessEqual,
    Opcode::GreaterThan,
    Opcode::GreaterEqual,
    Opcode::Below,
    Opcode::BelowEqual,
    Opcode::Above,
    Opcode::AboveEqual,
    Opcode::NotEqual,
];

/// A loop that counts from its first argument and compares with its second one.
#[derive(Clone, Copy, Debug)]
struct Loop {
    ty: Type,
    relation: Opcode,
    step: i64,
    /// True if it compares the sum and not the Phi.
    tests_sum: bool,
    /// True if the test is at the top.
    at_top: bool,
    /// Number of values per iteration that compute something: a sum and a test, and products and sums. The Branch is
    /// one more.
    size: usize,
}

impl Loop {
    /// A procedure whose result depends on each iteration and on their order.
    fn procedure(&self) -> Procedure {
        let mut proc = Procedure::new(&host_target().expect("a host"));
        proc.name = "main".into();
        let [entry, head, body, end] = [0; 4].map(|_| proc.add_block());
        let mut b = proc.at(entry);
        let [first, last] = [0; 2].map(|_| b.argument(self.ty));
        let zero = b.constant(self.ty, 0);
        let factor = b.constant(self.ty, 31);
        let step = b.constant(self.ty, self.step as u64);
        let counter = proc.at(head).phi(self.ty);
        let mixed = proc.at(head).phi(self.ty);
        let mut b = proc.at(entry);
        b.upsilon(first, counter);
        b.upsilon(zero, mixed);
        b.jump(head);
        let sum = proc.at(head).add(counter, step);
        let side = if self.tests_sum { sum } else { counter };
        let goes_on = proc.at(head).apply_typed(self.relation, Type::Int32, &[side, last]);
        let work = if self.at_top { body } else { head };
        if self.at_top {
            proc.at(head).branch(goes_on, body, end);
        }
        let mut b = proc.at(work);
        let product = b.mul(mixed, factor);
        let mut next = b.add(product, counter);
        for _ in 4..self.size {
            next = b.mul(next, factor);
        }
        b.upsilon(sum, counter);
        b.upsilon(next, mixed);
        if self.at_top {
            proc.at(work).jump(head);
            proc.at(end).ret([mixed]);
        } else {
            proc.at(head).branch(goes_on, head, end);
            proc.at(body).jump(end);
            proc.at(end).ret([next]);
        }
        proc
    }

    /// The trip count, if it is small, and whether the counter passes the limit of the type, as a signed or an unsigned
    /// number.
    fn trip_count(&self, first: i64, last: i64) -> Option<(u32, bool)> {
        let narrow = |number: i64| if self.ty == Type::Int32 { i64::from(number as i32) } else { number };
        let (mut counter, mut wraps) = (first, false);
        for iteration in 0..MAX_ITERATIONS {
            let sum = narrow(counter.wrapping_add(self.step));
            let side = if self.tests_sum { sum } else { counter };
            let (a, b) = (side as u64, last as u64);
            let goes_on = match self.relation {
                Opcode::LessThan => side < last,
                Opcode::LessEqual => side <= last,
                Opcode::GreaterThan => side > last,
                Opcode::GreaterEqual => side >= last,
                Opcode::Below => a < b,
                Opcode::BelowEqual => a <= b,
                Opcode::Above => a > b,
                Opcode::AboveEqual => a >= b,
                _ => side != last,
            };
            wraps |= (sum > counter) != (self.step > 0) || (sum as u64 > counter as u64) != (self.step > 0);
            if !goes_on {
                return Some((if self.at_top { iteration } else { iteration + 1 }, wraps));
            }
            counter = sum;
        }
        None
    }
}

fn result(interpreter: &Interpreter<'_>, host: &mut SandboxHost, ty: Type, args: [i64; 2]) -> u64 {
    let args = args.map(|arg| (ty, if ty == Type::Int32 { u64::from(arg as u32) } else { arg as u64 }));
    let execution = interpreter.call("main", &args, host, Limits::default());
    match execution.expect("exists").outcome {
        Outcome::Returned(results) => results[0].1,
        other => panic!("{other:?}"),
    }
}

#[test]
fn trip_counts_are_preserved_at_type_limits() {
    let only = PassSet::only("unroll_by_four").expect("a pass");
    let mut cases = Vec::new();
    for ty in [Type::Int32, Type::Int64] {
        for relation in RELATIONS {
            for step in [1, -1, 3, -3] {
                for (tests_sum, at_top) in [(false, false), (false, true), (true, false), (true, true)] {
                    cases.push(Loop { ty, relation, step, tests_sum, at_top, size: 4 });
                }
            }
        }
    }
    let mut host = SandboxHost::new();
    for case in cases {
        let before = case.procedure();
        let mut after = before.clone();
        let facts = validate(&after).unwrap_or_else(|errors| panic!("{case:?}: {errors:?}"));
        Optimizer::new().run(&mut after, facts.contents(), Levels::O2, only, None);
        assert!(validate(&after).is_ok(), "{case:?}");
        let (is_less, is_greater) = match case.relation {
            Opcode::NotEqual => (true, true),
            Opcode::LessThan | Opcode::LessEqual | Opcode::Below | Opcode::BelowEqual => (true, false),
            _ => (false, true),
        };
        let comes_there = if case.step > 0 { is_less } else { is_greater };
        assert_eq!(after.block_count() > before.block_count(), comes_there, "{case:?}");

        let modules = [before, after].map(|proc| Module { procedures: vec![proc], ..Module::default() });
        let [before, after] = [0, 1].map(|n| Interpreter::new(&modules[n]).expect("is valid"));
        let (mut executions, mut long, mut wrapping) = (0, 0, 0);
        let least = if case.ty == Type::Int32 { i64::from(i32::MIN) } else { i64::MIN };
        let narrow = |number: i64| if case.ty == Type::Int32 { i64::from(number as i32) } else { number };
        for near in [0, least] {
            for last in [-13, -12, -4, -3, -1, 0, 1, 3, 4, 12, 13].map(|d| narrow(near.wrapping_add(d))) {
                for (steps, beside) in
                    [3, 4, 5, 8, 9, 12].into_iter().flat_map(|steps| [(steps, 0), (steps, 1)])
                {
                    let first = narrow(last.wrapping_sub(steps * case.step + beside));
                    let Some((trip_count, wraps)) = case.trip_count(first, last) else { continue };
                    let args = [first, last];
                    let expected = result(&before, &mut host, case.ty, args);
                    assert_eq!(
                        result(&after, &mut host, case.ty, args),
                        expected,
                        "{case:?} from {first} to {last}"
                    );
                    executions += 1;
                    long += u32::from(trip_count >= 8);
                    wrapping += u32::from(wraps);
                }
            }
        }
        if comes_there {
            println!(
                "{case:?}: {executions} executions, {long} of 8 iterations or more, {wrapping} past the limit of the type"
            );
            assert!(executions > 0 && long > 0 && wrapping > 0, "{case:?}");
        }
    }
}

/// True if four iterations of the loop share one test, for input with this profile.
fn is_copied(case: &Loop, input: InputProfile) -> bool {
    let mut proc = case.procedure();
    let (blocks, facts) = (proc.block_count(), validate(&proc).expect("is valid"));
    let mut optimizer = Optimizer::new();
    optimizer.set_input(input);
    let only = PassSet::only("unroll_by_four").expect("a pass");
    optimizer.run(&mut proc, facts.contents(), Levels::O2, only, None);
    proc.block_count() > blocks
}

#[test]
fn of_optimized_input_the_smallest_loops_are_copied() {
    let with = |size, at_top| Loop {
        ty: Type::Int32,
        relation: Opcode::LessThan,
        step: 1,
        tests_sum: true,
        at_top,
        size,
    };
    let cases = [(15, false), (16, false), (23, false), (24, false), (15, true)];
    let copied = |input| cases.map(|(size, at_top)| is_copied(&with(size, at_top), input));
    assert_eq!(copied(InputProfile::Raw), [true, true, true, false, true]);
    // Only single-block loops with the test at the end.
    assert_eq!(copied(InputProfile::ProducerOptimized), [true, false, false, false, false]);
}

#[test]
fn steps_of_copied_iterations_add_up() {
    let case = Loop {
        ty: Type::Int32,
        relation: Opcode::LessThan,
        step: 1,
        tests_sum: true,
        at_top: false,
        size: 4,
    };
    let steps = |reduces: bool| {
        let mut proc = case.procedure();
        let facts = validate(&proc).expect("is valid");
        let passes = if reduces { PassSet::ALL } else { PassSet::ALL.without("reduce_strength") };
        Optimizer::new().run(&mut proc, facts.contents(), Levels::O2, passes, None);
        let mut steps = Vec::new();
        for id in proc.block_ids().flat_map(|block| proc.block_values(block).to_vec()) {
            if let [of, step] = *proc.children(id)
                && (proc.value(id).opcode(), proc.value(of).opcode()) == (Opcode::Add, Opcode::Phi)
            {
                steps.extend(proc.value(step).int());
            }
        }
        steps.sort();
        steps
    };
    // The loop for the remaining iterations has a step as well.
    assert_eq!(steps(true), [1, 1, 2, 3, 4]);
    assert_eq!(steps(false), [1, 1]);
}
