//! Loops with bounds checks near the limits of their types. If four iterations share one test, they exit in the same
//! iteration, by the same edge and with the same values.

use barebones::base::{StateId, TrapCode, Type};
use barebones::interp::{ExitEntry, Interpreter, Limits, Outcome, SandboxHost};
use barebones::ir::{Module, Opcode, Procedure, Stackmap, StateEntry, Successor, ValueId, validate};
use barebones::jit::{Bits, Code, ExitReply};
use barebones::opt::{Levels, Optimizer, PassSet};
use barebones::{Compiler, OptLevel, host_target};
use barebones_testing::native::options_at;
use std::sync::{Arc, Mutex};

/// Maximum number of iterations of the loops under test.
const MAX_ITERATIONS: i64 = 40;

const ORDERS: [Opcode; 8] = [
    Opcode::LessThan,
    Opcode::LessEqual,
    Opcode::GreaterThan,
    Opcode::GreaterEqual,
    Opcode::Below,
    Opcode::BelowEqual,
    Opcode::Above,
    Opcode::AboveEqual,
];

/// The index that is checked.
#[derive(Clone, Copy, PartialEq, Debug)]
enum Index {
    /// The counter plus a constant.
    Counter(i64),
    /// The counter of the next iteration.
    Sum,
    /// The counter plus a constant, extended.
    Extended(Opcode, i64),
    /// Three times the counter plus the first argument.
    Product,
    /// A counter in the opposite direction.
    Other,
    /// A loop-invariant index.
    Same,
}

const INDICES: [Index; 11] = [
    Index::Counter(0),
    Index::Counter(2),
    Index::Counter(-1),
    Index::Counter(-9),
    Index::Sum,
    Index::Extended(Opcode::ZExt32, 0),
    Index::Extended(Opcode::SExt32, 0),
    Index::Extended(Opcode::SExt32, 2),
    Index::Product,
    Index::Other,
    Index::Same,
];

/// The kind of bounds check.
#[derive(Clone, Copy, PartialEq, Debug)]
enum BoundsCheck {
    Check,
    Trap,
    /// Stays in the loop if the condition has this truth value.
    Branch(bool),
}

/// A loop that counts from its first argument to its second one and compares an index with the third.
#[derive(Clone, Copy, Debug)]
struct Loop {
    ty: Type,
    relation: Opcode,
    step: i64,
    /// True if the loop test is at the end and uses the sum.
    tests_sum: bool,
    index: Index,
    in_bounds: Opcode,
    check: BoundsCheck,
    /// True if the length is the first operand of the comparison.
    is_flipped: bool,
    /// An initial value instead of the first argument.
    start: Option<i64>,
}

/// The end of a loop.
#[derive(Clone, PartialEq, Debug)]
enum End {
    Returned(u64),
    Left(Vec<u64>),
    Trapped,
}

fn flipped(relation: Opcode) -> Opcode {
    let at = ORDERS.iter().position(|order| *order == relation).expect("an order");
    ORDERS[at ^ 2]
}

fn inverted(relation: Opcode) -> Opcode {
    let at = ORDERS.iter().position(|order| *order == relation).expect("an order");
    ORDERS[at ^ 3]
}

fn holds(relation: Opcode, a: i64, b: i64) -> bool {
    match relation {
        Opcode::LessThan => a < b,
        Opcode::LessEqual => a <= b,
        Opcode::GreaterThan => a > b,
        Opcode::GreaterEqual => a >= b,
        Opcode::Below => (a as u64) < b as u64,
        Opcode::BelowEqual => a as u64 <= b as u64,
        Opcode::Above => a as u64 > b as u64,
        Opcode::AboveEqual => a as u64 >= b as u64,
        _ => a != b,
    }
}

impl Loop {
    fn narrow(&self, number: i64) -> i64 {
        if self.ty == Type::Int32 { i64::from(number as i32) } else { number }
    }

    fn length_type(&self) -> Type {
        if matches!(self.index, Index::Extended(..)) { Type::Int64 } else { self.ty }
    }

    /// A procedure whose result depends on each iteration and on their order.
    fn procedure(&self) -> Procedure {
        let mut proc = Procedure::new(&host_target().expect("a host"));
        proc.name = "main".into();
        let [entry, head, body, end, out] = [0; 5].map(|_| proc.add_block());
        let [first, last, length] =
            [self.ty, self.ty, self.length_type()].map(|ty| proc.at(entry).argument(ty));
        let [zero, two, factor, step, back] =
            [0, 2, 31, self.step, -self.step].map(|bits| proc.at(entry).constant(self.ty, bits as u64));
        let start = self.start.map_or(first, |start| proc.at(entry).constant(self.ty, start as u64));
        let [counter, mixed, other] = [0; 3].map(|_| proc.at(head).phi(self.ty));
        for (value, phi) in [(start, counter), (zero, mixed), (last, other)] {
            proc.at(entry).upsilon(value, phi);
        }
        proc.at(entry).jump(head);
        let mut at = head;
        if !self.tests_sum {
            let goes_on = proc.at(head).apply_typed(self.relation, Type::Int32, &[counter, last]);
            proc.at(head).branch(goes_on, body, end);
            at = body;
        }
        let mut b = proc.at(at);
        let sum = b.add(counter, step);
        let next_other = b.add(other, back);
        let mut plus = |constant: i64| {
            let constant = b.constant(self.ty, constant as u64);
            b.add(counter, constant)
        };
        let index = match self.index {
            Index::Counter(0) => counter,
            Index::Counter(constant) => plus(constant),
            Index::Sum => sum,
            Index::Extended(extension, constant) => {
                let narrow = if constant == 0 { counter } else { plus(constant) };
                b.apply_typed(extension, Type::Int64, &[narrow])
            }
            Index::Product => {
                let double = b.mul(counter, two);
                let triple = b.add(double, counter);
                b.sub(triple, first)
            }
            Index::Other => other,
            Index::Same => first,
        };
        let asked =
            if self.check == BoundsCheck::Branch(true) { self.in_bounds } else { inverted(self.in_bounds) };
        let (asked, sides) =
            if self.is_flipped { (flipped(asked), [length, index]) } else { (asked, [index, length]) };
        let asked = proc.at(at).apply_typed(asked, Type::Int32, &sides);
        match self.check {
            BoundsCheck::Check => {
                let entries = [counter, mixed].map(StateEntry::Value);
                let state = proc.add_state(StateId::INVALID, 1, 2, &entries);
                let map = Stackmap { state, ..Stackmap::default() };
                proc.at(at).stackmap_value(Opcode::Check, Type::Void, &[asked], map);
            }
            BoundsCheck::Trap => _ = proc.at(at).trap_if(asked, TrapCode::User(1)),
            BoundsCheck::Branch(stays) => {
                let rest = proc.add_block();
                let successors = [Successor::new(rest), Successor::rare(out)];
                let [taken, otherwise] = if stays { successors } else { [successors[1], successors[0]] };
                proc.at(at).branch(asked, taken, otherwise);
                at = rest;
            }
        }
        let mut b = proc.at(at);
        let product = b.mul(mixed, factor);
        let next: ValueId = b.add(product, counter);
        for (value, phi) in [(sum, counter), (next, mixed), (next_other, other)] {
            b.upsilon(value, phi);
        }
        if self.tests_sum {
            let goes_on = proc.at(at).apply_typed(self.relation, Type::Int32, &[sum, last]);
            proc.at(at).branch(goes_on, head, end);
            proc.at(body).jump(end);
            proc.at(end).ret([next]);
        } else {
            proc.at(at).jump(head);
            proc.at(end).ret([mixed]);
        }
        let mut b = proc.at(out);
        let left = b.bit_xor(mixed, counter);
        let left = b.mul(left, factor);
        b.ret([left]);
        proc
    }

    /// The index of an iteration, which is compared with the length.
    fn index_in(&self, iteration: i64, first: i64, last: i64) -> i64 {
        let counter = self.start.unwrap_or(first).wrapping_add(iteration * self.step);
        let index = match self.index {
            Index::Counter(constant) => counter.wrapping_add(constant),
            Index::Sum => counter.wrapping_add(self.step),
            Index::Extended(extension, constant) => {
                let narrow = self.narrow(counter.wrapping_add(constant));
                return if extension == Opcode::ZExt32 { narrow & 0xffff_ffff } else { narrow };
            }
            Index::Product => counter.wrapping_mul(3).wrapping_sub(first),
            Index::Other => last.wrapping_sub(iteration * self.step),
            Index::Same => first,
        };
        self.narrow(index)
    }

    /// The iteration in which the loop ends (if it ends soon), whether the index is out of bounds there, and whether
    /// the counter wrapped before, as a signed or an unsigned number.
    fn iterations(&self, [first, last, length]: [i64; 3]) -> Option<(i64, bool, bool)> {
        let (mut counter, mut wraps) = (self.start.unwrap_or(first), false);
        for iteration in 0..MAX_ITERATIONS {
            let sum = self.narrow(counter.wrapping_add(self.step));
            if !self.tests_sum && !holds(self.relation, counter, last) {
                return Some((iteration, false, wraps));
            }
            if !holds(self.in_bounds, self.index_in(iteration, first, last), length) {
                return Some((iteration, true, wraps));
            }
            if self.tests_sum && !holds(self.relation, sum, last) {
                return Some((iteration, false, wraps));
            }
            wraps |= (sum > counter) != (self.step > 0) || (sum as u64 > counter as u64) != (self.step > 0);
            counter = sum;
        }
        None
    }

    /// True if the loop of four iterations needs no check of the length.
    fn is_eliminated(&self) -> bool {
        let is_of_signed = matches!(self.index, Index::Extended(Opcode::SExt32, _));
        !(is_of_signed && matches!(self.in_bounds, Opcode::Above | Opcode::AboveEqual))
    }
}

fn arguments(case: &Loop, numbers: [i64; 3]) -> Vec<(Type, u64)> {
    let types = [case.ty, case.ty, case.length_type()];
    let bits =
        |number: i64, ty: Type| if ty == Type::Int32 { u64::from(number as u32) } else { number as u64 };
    numbers.into_iter().zip(types).map(|(number, ty)| (ty, bits(number, ty))).collect()
}

fn interpreted(interpreter: &Interpreter<'_>, host: &mut SandboxHost, args: &[(Type, u64)]) -> End {
    match interpreter.call("main", args, host, Limits::default()).expect("exists").outcome {
        Outcome::Returned(results) => End::Returned(results[0].1),
        Outcome::Trap { .. } => End::Trapped,
        Outcome::Exit(exit) => End::Left(bits(&exit.frames[0].entries)),
        other => panic!("{other:?}"),
    }
}

fn bits(entries: &[ExitEntry]) -> Vec<u64> {
    let bits = |entry: &ExitEntry| match *entry {
        ExitEntry::Scalar(_, bits) => bits,
        ref other => panic!("{other:?}"),
    };
    entries.iter().map(bits).collect()
}

/// Code, and the values of its last exit.
struct Native(Vec<Code>, Arc<Mutex<Option<Vec<u64>>>>);

impl Native {
    fn new(compiler: &mut Compiler, module: &Module) -> Native {
        let codes = compiler.compile_module(module.clone(), &|_| None);
        let codes = codes.unwrap_or_else(|failure| panic!("{}", failure.error));
        let left = Arc::new(Mutex::new(None));
        let hand_over = left.clone();
        super::handle(&codes[0], move |exit| {
            let values = exit.values().expect("is well formed");
            *hand_over.lock().expect("not poisoned") = Some(bits(&values.frames[0].entries));
            ExitReply::Return(vec![0])
        });
        Native(codes, left)
    }

    fn call(&self, args: &[(Type, u64)]) -> End {
        let args: Vec<Bits> = args.iter().map(|&(ty, bits)| Bits { ty, bits }).collect();
        // SAFETY: the code only computes, and terminates in the interpreter.
        let results = unsafe { self.0[0].call_raw(&args) }.expect("these are its arguments");
        match self.1.lock().expect("not poisoned").take() {
            Some(values) => End::Left(values),
            None => End::Returned(results[0]),
        }
    }
}

/// All loops that terminate; the other properties vary from case to case.
fn cases() -> Vec<Loop> {
    let mut cases = Vec::new();
    for ty in [Type::Int32, Type::Int64] {
        for (relation, step) in ORDERS.into_iter().chain([Opcode::NotEqual]).flat_map(|relation| {
            [1i64, 3, -1, -3].into_iter().filter_map(move |step| {
                let is_less = matches!(
                    relation,
                    Opcode::LessThan | Opcode::LessEqual | Opcode::Below | Opcode::BelowEqual
                );
                (relation == Opcode::NotEqual || is_less == (step > 0)).then_some((relation, step))
            })
        }) {
            for index in INDICES {
                if ty == Type::Int64 && matches!(index, Index::Extended(..)) {
                    continue;
                }
                for in_bounds in ORDERS {
                    let n = cases.len() + cases.len() / 8;
                    let greatest = if ty == Type::Int32 { i64::from(i32::MAX) } else { i64::MAX };
                    let near = greatest - 11 * step.abs();
                    cases.push(Loop {
                        ty,
                        relation,
                        step,
                        tests_sum: n % 2 == 0,
                        index,
                        in_bounds,
                        check: [
                            BoundsCheck::Check,
                            BoundsCheck::Branch(false),
                            BoundsCheck::Check,
                            BoundsCheck::Branch(true),
                            BoundsCheck::Trap,
                        ][n % 5],
                        is_flipped: n % 3 == 0,
                        start: [None, Some(0), Some(near), None, None, Some(7), Some(-3)][n % 7],
                    });
                }
            }
        }
    }
    cases
}

/// Counts of executions by their end.
#[derive(Debug, Default)]
struct Counts {
    executions: u32,
    /// After eight iterations or more.
    ended: u32,
    left: u32,
    /// After the counter wrapped.
    wrapped: u32,
    /// In the first iteration.
    in_first_iteration: u32,
}

#[test]
fn loops_exit_in_the_same_iteration() {
    let only = PassSet::only("unroll_by_four").expect("a pass");
    let mut compilers =
        [OptLevel::O0, OptLevel::O2].map(|level| Compiler::with_options(options_at(level)).expect("a host"));
    let mut host = SandboxHost::new();
    let mut all: Vec<(Index, BoundsCheck, Counts)> = Vec::new();
    for case in cases() {
        let before = case.procedure();
        let mut after = before.clone();
        let facts = validate(&after).unwrap_or_else(|errors| panic!("{case:?}: {errors:?}"));
        Optimizer::new().run(&mut after, facts.contents(), Levels::O2, only, None);
        assert!(validate(&after).is_ok(), "{case:?}");
        let is_copied = after.block_count() > before.block_count();
        assert_eq!(is_copied, case.is_eliminated() || case.check == BoundsCheck::Trap, "{case:?}");
        let asking = |proc: &Procedure| {
            let check = |id: &ValueId| match proc.value(*id).opcode() {
                Opcode::Check | Opcode::TrapIf => true,
                Opcode::Branch => {
                    let block = proc.block_ids().find(|block| proc.terminal(*block) == Some(*id));
                    proc.successors(block.expect("has one")).iter().any(|edge| edge.is_rare())
                }
                _ => false,
            };
            proc.block_ids().flat_map(|block| proc.block_values(block)).filter(|id| check(id)).count()
        };
        assert_eq!(asking(&after), if case.is_eliminated() || !is_copied { 1 } else { 5 }, "{case:?}");

        let modules = [before, after].map(|proc| Module { procedures: vec![proc], ..Module::default() });
        let [before, after] = [0, 1].map(|n| Interpreter::new(&modules[n]).expect("is valid"));
        let natives: Vec<Native> = match case.check {
            BoundsCheck::Trap => Vec::new(),
            _ => compilers.iter_mut().map(|compiler| Native::new(compiler, &modules[0])).collect(),
        };
        let place = all.iter().position(|(index, check, _)| (*index, *check) == (case.index, case.check));
        let place = place.unwrap_or_else(|| {
            all.push((case.index, case.check, Counts::default()));
            all.len() - 1
        });
        let counts = &mut all[place].2;
        let least = if case.ty == Type::Int32 { i64::from(i32::MIN) } else { i64::MIN };
        for (steps, beside) in [(3, 0), (4, 1), (9, 0), (12, 1), (13, 0)] {
            let distance = steps * case.step + beside;
            let ends = match case.start {
                Some(start) => vec![start.wrapping_add(distance), least, least.wrapping_sub(1)],
                None => [0, 2, -5].map(|d| [d, least.wrapping_add(d)]).concat(),
            };
            for last in ends.into_iter().map(|last| case.narrow(last)) {
                let first = case.narrow(last.wrapping_sub(distance));
                let index = |iteration: i64| case.index_in(iteration, first, last);
                let lengths =
                    [0, -1, least, index(0), index(2), index(8), index(9).wrapping_add(1), index(20)];
                for length in lengths {
                    let length = if case.length_type() == Type::Int32 { case.narrow(length) } else { length };
                    let numbers = [first, last, length];
                    let Some((iterations, is_out, wraps)) = case.iterations(numbers) else { continue };
                    let args = arguments(&case, numbers);
                    let expected = interpreted(&before, &mut host, &args);
                    let has_left = match case.check {
                        BoundsCheck::Check => matches!(expected, End::Left(_)) == is_out,
                        BoundsCheck::Trap => (expected == End::Trapped) == is_out,
                        BoundsCheck::Branch(_) => true,
                    };
                    assert!(has_left, "{case:?} {numbers:?}: {expected:?}");
                    let found = interpreted(&after, &mut host, &args);
                    assert_eq!(found, expected, "{case:?} {numbers:?}");
                    for native in &natives {
                        assert_eq!(native.call(&args), expected, "{case:?} {numbers:?}");
                    }
                    counts.executions += 1;
                    counts.ended += u32::from(iterations >= 8 && !is_out);
                    counts.left += u32::from(iterations >= 8 && is_out);
                    counts.wrapped += u32::from(iterations >= 8 && wraps);
                    counts.in_first_iteration += u32::from(iterations == 0 && is_out);
                }
            }
        }
    }
    assert_eq!(all.len(), 4 * INDICES.len());
    for (index, check, counts) in all {
        println!("{index:?} {check:?}: {counts:?}");
        let Counts { ended, left, wrapped, in_first_iteration, .. } = counts;
        let leaves_late = index == Index::Same || left > 0;
        assert!(
            ended > 0 && leaves_late && wrapped > 0 && in_first_iteration > 0,
            "{index:?} {check:?}: {counts:?}"
        );
    }
}
