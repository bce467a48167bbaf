//! Compile bombs of small sizes: the work, the memory and the time of a compilation grow linearly with the procedure, and
//! limits stop what grows faster.
//!
//! `cargo run --release --example bombs` measures large sizes.
#![allow(unsafe_code)] // calls compiled code

use barebones::base::{StateId, Type};
use barebones::error::CompileError;
use barebones::interp::{self, Interpreter, Outcome, SandboxHost};
use barebones::ir::{Module, Opcode, Procedure, Stackmap, ValueId};
use barebones::{Budget, Compiler, OptLevel, Stage, host_target, targets};
use barebones_testing::bombs::{BOMBS, Bomb};
use barebones_testing::native::options_at;
use std::time::{Duration, Instant};

/// Twice the size may be this many times the work: budgets and rounds of passes vary.
const MOST_WORK: f64 = 2.3;

/// Four times the size may be this many times the time. Quadratic time is 16 times, and other tests run beside this one.
const MOST_TIME: f64 = 9.0;

/// Times below this say nothing.
const SHORT: Duration = Duration::from_millis(100);

/// Compiles a bomb. Returns the work and the bytes of memory that the compilation counted, and its time.
fn compile(bomb: &Bomb, n: usize, target: &str, level: OptLevel) -> ([u64; 2], Duration) {
    let target = targets(host_target().expect("a host")).by_name(target).expect("a target");
    let mut options = options_at(level);
    options.check_allocation = false;
    let mut compiler = Compiler::for_target(target, options);
    let input = bomb.build(&target, n);
    compiler.set_callees(input.callees());
    let mut proc = input.proc;
    let start = Instant::now();
    let code = compiler.emit_in_place(&mut proc);
    let time = start.elapsed();
    let code = code.unwrap_or_else(|error| panic!("{} of {n} at {level:?}: {error}", bomb.name));
    assert!(!code.bytes.is_empty());
    ([compiler.usage().work, compiler.usage().memory], time)
}

#[test]
fn work_and_memory_double_with_the_size() {
    let mut failures = Vec::new();
    for bomb in BOMBS {
        for level in OptLevel::ALL {
            // Smaller procedures are below the budgets of passes, where more work is worth it.
            for target in ["x86_64-linux", "aarch64-linux"] {
                let [half, whole] = [8, 16].map(|times| compile(bomb, times * bomb.small, target, level).0);
                for (what, (half, whole)) in ["work", "memory"].iter().zip(half.into_iter().zip(whole)) {
                    let factor = whole as f64 / half as f64;
                    if factor > MOST_WORK {
                        failures.push(format!(
                            "{} at {level:?} for {target}: {what} {half} x {factor:.2}",
                            bomb.name
                        ));
                    }
                }
            }
        }
    }
    assert!(failures.is_empty(), "{failures:#?}");
}

#[test]
fn time_is_not_quadratic() {
    let mut failures = Vec::new();
    for bomb in BOMBS {
        for level in OptLevel::ALL {
            let factor = || {
                let [small, large] = [4, 16].map(|times| compile(bomb, times * bomb.small, "host", level).1);
                (large > SHORT).then(|| large.as_secs_f64() / small.as_secs_f64())
            };
            // A factor that is too large by chance is smaller the next time.
            let is_linear = |_| factor().is_none_or(|factor| factor <= MOST_TIME);
            if !(0..4).any(is_linear) {
                failures.push(format!("{} at {level:?}: x {:?}", bomb.name, factor()));
            }
        }
    }
    assert!(failures.is_empty(), "{failures:#?}");
}

/// What the interpreter and the code of each level return for an argument.
fn results(proc: &Procedure, x: u64) -> Vec<u64> {
    let module = Module::of(proc.clone());
    let interpreter = Interpreter::new(&module).expect("a valid module");
    let args = [(Type::Int64, x)];
    let ended = interpreter.call(&proc.name, &args, &mut SandboxHost::new(), interp::Limits::default());
    let Outcome::Returned(values) = ended.expect("one argument").outcome else { panic!("it returns") };
    let mut results = vec![values[0].1];
    for level in OptLevel::ALL {
        let mut compiler = Compiler::with_options(options_at(level)).expect("a host");
        let code = compiler.compile(proc.clone()).expect("valid");
        // SAFETY: the procedure only computes.
        let f = unsafe { code.typed::<extern "C" fn(u64) -> u64>() }.expect("this signature");
        results.push(f.call(x));
    }
    results
}

#[test]
fn variables_beyond_the_budget_keep_their_meaning() {
    let target = host_target().expect("a host");
    // A Phi of each variable in each loop would be 40,000.
    let proc = Bomb::named("nested_variables").expect("in the table").build(&target, 200).proc;
    let mut optimized = proc.clone();
    let mut compiler = Compiler::with_options(options_at(OptLevel::O2)).expect("a host");
    compiler.emit_in_place(&mut optimized).expect("valid");
    let values = optimized.value_count();
    assert!((2 * proc.value_count()..20 * proc.value_count()).contains(&values), "{values}");
    for (name, n) in [("nested_variables", 200), ("looped_variables", 2_000), ("crossing_variables", 1_000)] {
        let proc = Bomb::named(name).expect("in the table").build(&target, n).proc;
        let results = results(&proc, 1);
        assert!(results.iter().all(|result| *result == results[0]), "{name}: {results:?}");
    }
}

/// A procedure with a check in each of `depth` frames, each of which was inlined into the one before.
fn inlined_checks(depth: u32) -> Procedure {
    let mut proc = Procedure::new(&host_target().expect("a host"));
    let root = proc.add_block();
    let mut b = proc.at(root);
    let x = b.argument(Type::Int64);
    let (mut state, mut sum) = (StateId::INVALID, x);
    for number in 0..depth {
        state = b.proc.exit_state(number, 0).locals([sum, x]).inlined_in(state).add();
        sum = b.check_add(sum, x).exit_state(state).append();
    }
    b.ret([sum]);
    proc
}

#[test]
fn work_limit_stops_shared_exit_states_before_they_are_visited() {
    const DEPTH: u64 = 20_000;
    for level in OptLevel::ALL {
        let mut options = options_at(level);
        options.limits.work = 1_000_000;
        let mut compiler = Compiler::with_options(options).expect("a host");
        match compiler.emit(&inlined_checks(DEPTH as u32)) {
            Err(CompileError::Budget { stage: Stage::Validate, budget: Budget::Work, needed, .. }) => {
                // Two entries in each of 1 + 2 + .. + DEPTH frames.
                assert!(needed >= DEPTH * DEPTH, "{needed}");
            }
            other => panic!("{:?}", other.map(|code| code.bytes.len())),
        }
        let few = compiler.emit(&inlined_checks(100));
        assert!(few.is_ok() && compiler.usage().work >= 100 * 100, "{:?}", compiler.usage());
    }
}

#[test]
fn objects_of_objects_are_counted_once() {
    let mut proc = Procedure::new(&host_target().expect("a host"));
    let root = proc.add_block();
    let mut b = proc.at(root);
    let x = b.argument(Type::Int64);
    // Each object names the one before twice: as a tree it would have 2^60 fields.
    let mut object = b.proc.add_object(0, &[x.into(), x.into()]);
    for shape in 1..60 {
        object = b.proc.add_object(shape, &[object.into(), object.into()]);
    }
    let state = b.proc.exit_state(0, 0).locals([object]).add();
    let sum = b.check_add(x, x).exit_state(state).append();
    b.ret([sum]);
    let mut options = options_at(OptLevel::O2);
    options.limits.work = 10_000;
    let mut compiler = Compiler::with_options(options).expect("a host");
    compiler.emit(&proc).expect("few fields");
}

#[test]
fn too_many_operands_are_an_error() {
    let target = host_target().expect("a host");
    let products = |b: &mut barebones::ir::Cursor<'_>, count: usize| -> Vec<ValueId> {
        let x = b.argument(Type::Int64);
        let mut products = vec![x];
        for number in 1..count {
            products.push(b.mul(products[number - 1], x));
        }
        products
    };
    let mut with_state = Procedure::new(&target);
    let root = with_state.add_block();
    let mut b = with_state.at(root);
    let locals = products(&mut b, 70_000);
    let state = b.proc.exit_state(0, 0).locals(&locals).add();
    let sum = b.check_add(locals[0], locals[1]).exit_state(state).append();
    b.ret([sum]);
    let mut with_operands = Procedure::new(&target);
    let root = with_operands.add_block();
    let mut b = with_operands.at(root);
    let operands = products(&mut b, 70_000);
    let result = b.stackmap_value(Opcode::Patchpoint, Type::Int64, &operands, Stackmap::default());
    b.ret([result]);
    for proc in [&with_state, &with_operands] {
        for level in OptLevel::ALL {
            let mut compiler = Compiler::with_options(options_at(level)).expect("a host");
            let error = compiler.emit(proc).expect_err("more than 65,535 operands").to_string();
            assert!(error.contains("operands, expected at most 65535"), "{error}");
        }
    }
}
