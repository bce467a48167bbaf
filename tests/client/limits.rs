//! Limits of a compilation, its repetition at O0, and its cancellation from another thread.
#![allow(unsafe_code)] // calls compiled code

use barebones::base::Type;
use barebones::error::CompileError;
use barebones::interp::{self, Interpreter, Outcome, SandboxHost};
use barebones::ir::{Module, Procedure, ValueId, parse_module, validate};
use barebones::isa::CompiledCode;
use barebones::opt::{ModuleCallees, Pass, PassCounts};
use barebones::patchpoint::{Constraint, LocalGenerators};
use barebones::{
    Budget, CancelToken, Compiler, Observer, OnLimit, OptLevel, Options, Stage, host_target, targets,
};
use barebones_testing::native::options_at;
use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

/// Two loops, one in the other, over a frame slot, with a value that lives across both.
fn nested() -> Procedure {
    let text = "barebones 1
        proc nested(Int64, Int64) -> Int64 {
            slot0 = stack 64 locked align=8
        #0:
            Int64 @0 = ArgumentReg(%a0)
            Int64 @1 = ArgumentReg(%a1)
            Int64 @2 = SlotBase(slot0)
            Int64 @3 = Const64(0)
            Void @4 = Upsilon(@3, ^@7)
            Void @5 = Upsilon(@3, ^@8)
            Void @6 = Jump(#1)
        #1:
            Int64 @7 = Phi()
            Int64 @8 = Phi()
            Int64 @9 = Const64(1)
            Int64 @10 = Add(@7, @9)
            Void @11 = Upsilon(@8, ^@14)
            Void @12 = Upsilon(@3, ^@15)
            Void @13 = Jump(#2)
        #2:
            Int64 @14 = Phi()
            Int64 @15 = Phi()
            Void @16 = Store(@14, @2, offset=8)
            Int64 @17 = Mul(@14, @10)
            Int64 @18 = Add(@17, @15)
            Int64 @19 = Add(@15, @9)
            Void @20 = Upsilon(@18, ^@14)
            Void @21 = Upsilon(@19, ^@15)
            Int32 @22 = LessThan(@19, @1)
            Void @23 = Branch(@22, #2, #3)
        #3:
            Void @24 = Upsilon(@10, ^@7)
            Void @25 = Upsilon(@18, ^@8)
            Int32 @26 = LessThan(@10, @0)
            Void @27 = Branch(@26, #1, #4)
        #4:
            Int64 @28 = Load(@2, offset=8)
            Int64 @29 = Add(@28, @18)
            Void @30 = Return(@29)
        }";
    module(text).procedures.remove(0)
}

fn module(text: &str) -> Module {
    parse_module(text, &targets(host_target().expect("a host"))).expect("valid text")
}

fn compiler(options: &Options) -> Compiler {
    Compiler::with_options(options.clone()).expect("a host")
}

fn limited(level: OptLevel, budget: Budget, limit: u64) -> Options {
    let mut options = options_at(level);
    *options.limits.get_mut(budget) = limit;
    options
}

fn emit(options: &Options, proc: &Procedure) -> Result<CompiledCode, CompileError> {
    compiler(options).emit(proc)
}

/// What the interpreter answers for arguments of a procedure with one result.
fn interpreted(proc: &Procedure, args: &[u64]) -> u64 {
    let mut module = Module::default();
    module.procedures.push(proc.clone());
    let args: Vec<(Type, u64)> = args.iter().map(|bits| (Type::Int64, *bits)).collect();
    let interpreter = Interpreter::new(&module).expect("a valid module");
    let ended = interpreter.call(&proc.name, &args, &mut SandboxHost::new(), interp::Limits::default());
    match ended.expect("two arguments").outcome {
        Outcome::Returned(results) => results[0].1,
        other => panic!("{other:?}"),
    }
}

fn called(compiler: &mut Compiler, proc: Procedure, args: (u64, u64)) -> Result<u64, CompileError> {
    let code = compiler.compile(proc).map_err(|failure| failure.error)?;
    // SAFETY: the procedure only computes, and writes to its frame.
    let f = unsafe { code.typed::<extern "C" fn(u64, u64) -> u64>() }.expect("this signature");
    Ok(f.call(args.0, args.1))
}

#[test]
fn each_budget_is_exact() {
    let proc = nested();
    for level in OptLevel::ALL {
        let mut unlimited = compiler(&options_at(level));
        let expected = unlimited.emit(&proc).expect("valid").bytes;
        let usage = *unlimited.usage();
        for &budget in Budget::ALL {
            assert!(usage.get(budget) > 0, "{level:?}: {budget}");
            let copies = level == OptLevel::O2 && budget == Budget::Values;
            let enough = emit(&limited(level, budget, usage.get(budget)), &proc).expect("enough");
            // Unrolling leaves room for the Phis that it may need.
            assert!(copies || enough.bytes == expected, "{level:?}: {budget}");
            match emit(&limited(level, budget, usage.get(budget) - 1), &proc) {
                Err(CompileError::Budget { procedure, budget: reached, limit, needed, .. }) => {
                    assert_eq!((&procedure[..], reached), ("nested", budget));
                    assert_eq!((limit, needed), (usage.get(budget) - 1, usage.get(budget)));
                }
                Ok(_) if copies => {}
                other => panic!("{level:?}: {budget}: {:?}", other.map(|code| code.bytes.len())),
            }
        }
    }
}

#[test]
fn every_amount_of_work_ends_in_the_same_place_each_time() {
    let proc = nested();
    for level in OptLevel::ALL {
        let mut unlimited = compiler(&options_at(level));
        let expected = unlimited.emit(&proc).expect("valid").bytes;
        let most = unlimited.usage().work;
        let mut stages = Vec::new();
        // One compiler for all: a stopped compilation leaves nothing behind.
        for work in 0..=most {
            let options = limited(level, Budget::Work, work);
            let [mut first, mut second] = [emit(&options, &proc), emit(&options, &proc)];
            match (&mut first, &mut second) {
                (Ok(first), Ok(second)) => {
                    assert!(work == most && first.bytes == second.bytes && first.bytes == expected);
                }
                (
                    Err(CompileError::Budget { stage, needed, .. }),
                    Err(CompileError::Budget { stage: again, needed: needed_again, .. }),
                ) => {
                    assert_eq!((&*stage, &*needed), (&*again, &*needed_again));
                    assert!(work < *needed);
                    stages.push(*stage);
                }
                _ => panic!("{level:?}, {work}: {:?}", first.map(|code| code.bytes.len())),
            }
        }
        // At O0 the stages alternate.
        assert!(level == OptLevel::O0 || stages.is_sorted(), "{level:?}: {stages:?}");
        stages.sort();
        stages.dedup();
        let passes = (level == OptLevel::O2).then_some(Stage::Optimize);
        let all =
            [Some(Stage::Validate), passes, Some(Stage::Select), Some(Stage::Allocate), Some(Stage::Emit)];
        assert!(all.iter().flatten().all(|stage| stages.contains(stage)), "{level:?}: {stages:?}");
    }
}

/// The work units of each pass that ran.
#[derive(Default)]
struct WorkOfPasses(Vec<u64>);

impl Observer for WorkOfPasses {
    fn after_pass(&mut self, _: &'static Pass, _: &Procedure, counts: PassCounts) {
        self.0.push(counts.work);
    }
}

#[test]
fn no_pass_runs_after_the_one_that_reaches_a_limit() {
    let proc = nested();
    let mut unlimited = compiler(&options_at(OptLevel::O2));
    unlimited.emit(&proc).expect("valid");
    let mut stopped = Vec::new();
    for work in 0..unlimited.usage().work {
        let mut passes = WorkOfPasses::default();
        let options = limited(OptLevel::O2, Budget::Work, work);
        let ended = compiler(&options).emit_observed(&proc, &mut passes);
        if let Err(CompileError::Budget { stage: Stage::Optimize, needed, .. }) = ended {
            let last = passes.0.last().expect("a pass");
            assert!(needed - last <= work, "{work}: {needed} after {:?}", passes.0);
            stopped.push(passes.0.len());
        }
    }
    stopped.dedup();
    assert!(stopped.len() > 5 && stopped.is_sorted(), "{stopped:?}");
}

#[test]
fn a_stopped_compilation_leaves_the_procedure_and_the_compiler_usable() {
    let expected = interpreted(&nested(), &[3, 4]);
    let mut unlimited = compiler(&options_at(OptLevel::O2));
    unlimited.emit(&nested()).expect("valid");
    let most = unlimited.usage().work;
    for work in (0..most).step_by(7) {
        let mut stopped = compiler(&limited(OptLevel::O2, Budget::Work, work));
        let failure = stopped.compile(nested()).expect_err("too little work");
        assert!(validate(&failure.input).is_ok());
        // The interpreter takes over, or a compiler with more time.
        assert_eq!(interpreted(&failure.input, &[3, 4]), expected);
        let mut other = compiler(&options_at(OptLevel::O1));
        assert_eq!(called(&mut other, *failure.input, (3, 4)).expect("valid"), expected);
    }
}

#[test]
fn procedures_that_reach_a_limit_are_compiled_at_o0() {
    let expected = interpreted(&nested(), &[3, 4]);
    for level in [OptLevel::O1, OptLevel::O2] {
        let (mut at_level, mut at_o0) = (compiler(&options_at(level)), compiler(&options_at(OptLevel::O0)));
        at_level.emit(&nested()).expect("valid");
        let simple = at_o0.emit(&nested()).expect("valid").bytes;
        let (most, least) = (at_level.usage().work, at_o0.usage().work);
        assert!(least < most);
        let mut stages = Vec::new();
        for work in 0..=most {
            let mut options = limited(level, Budget::Work, work);
            options.on_limit = OnLimit::CompileAtO0;
            let mut compiler = compiler(&options);
            let result = called(&mut compiler, nested(), (3, 4));
            match (result, compiler.fell_back()) {
                (Ok(result), None) => assert!(result == expected && work == most),
                (Ok(result), Some(CompileError::Budget { stage, .. })) => {
                    assert!(result == expected && work < most);
                    stages.push(*stage);
                    if level == OptLevel::O1 {
                        let again = compiler.emit(&nested()).expect("as before");
                        assert_eq!(again.bytes, simple, "no pass has changed it");
                    }
                }
                (Err(CompileError::Budget { stage, .. }), _) => {
                    // Not even O0 fits, or generators may have run.
                    assert!(work < 2 * least || stage == Stage::Emit, "{level:?}: {work} of {least}");
                }
                other => panic!("{level:?}, {work}: {other:?}"),
            }
            assert_eq!(compiler.options().opt_level, level);
        }
        stages.dedup();
        // O1 needs hardly more than O0 before selection.
        let expected = [Stage::Optimize, Stage::Select, Stage::Allocate];
        assert_eq!(stages, expected[if level == OptLevel::O1 { 1 } else { 0 }..]);
    }
}

#[test]
fn generators_run_once_even_if_the_limit_is_reached_in_emission() {
    let target = host_target().expect("a host");
    let mut compiled = 0;
    for work in 0..60 {
        let mut proc = Procedure::new(&target);
        let once = proc.add_generator("once");
        let block = proc.add_block();
        let mut b = proc.at(block);
        let x = b.argument(Type::Int64);
        let patched =
            b.patchpoint(Type::Int64).input(x, Constraint::SomeRegister).shared_generator(once).append();
        b.ret([patched]);
        let mut options = limited(OptLevel::O2, Budget::Work, work);
        options.on_limit = OnLimit::CompileAtO0;
        let mut runs = 0;
        let mut generators = LocalGenerators::new();
        generators.once(once, |masm, params| {
            runs += 1;
            masm.mov(params.result(0).gpr()?, params.input(0).gpr()?);
            Ok(())
        });
        let result = compiler(&options).compile_with(proc, &mut generators);
        drop(generators);
        assert!(runs <= 1);
        if let Ok(code) = result {
            compiled += 1;
            // SAFETY: the procedure returns its argument.
            let f = unsafe { code.typed::<extern "C" fn(u64) -> u64>() }.expect("this signature");
            assert_eq!((f.call(work), runs), (work, 1));
        }
    }
    assert!((1..60).contains(&compiled));
}

#[test]
fn inlining_and_unrolling_stay_within_the_values() {
    let text = "barebones 1
        proc callee(Int64) -> Int64 {
        #0:
            Int64 @0 = ArgumentReg(%a0)
            Int64 @1 = Mul(@0, @0)
            Int64 @2 = Add(@1, @0)
            Int64 @3 = BitXor(@2, @1)
            Void @4 = Return(@3)
        }
        proc caller(Int64) -> Int64 {
        #0:
            Int64 @0 = ArgumentReg(%a0)
            Int64 @1 = CCall(callee, @0)
            Int64 @2 = CCall(callee, @1)
            Int64 @3 = CCall(callee, @2)
            Void @4 = Return(@3)
        }";
    let module = module(text);
    let caller = &module.procedures[1];
    let inlined = |values: u64| {
        let mut compiler = compiler(&limited(OptLevel::O2, Budget::Values, values));
        compiler.set_callees(Some(Arc::new(ModuleCallees::new(&module))));
        compiler.emit(caller).map(|_| (compiler.inlined().inlined, compiler.usage().values))
    };
    let (all, most) = inlined(u64::MAX).expect("valid");
    assert_eq!(all, 3);
    assert_eq!(inlined(caller.value_count() as u64).expect("valid"), (0, caller.value_count() as u64));
    let counts: Vec<u32> =
        (5..2 * most).map(|values| inlined(values).expect("the passes stay within it").0).collect();
    assert!(counts.is_sorted() && counts.contains(&1) && counts.last() == Some(&3), "{counts:?}");
}

#[test]
fn another_thread_cancels() {
    // Takes seconds in debug builds.
    let proc = large(60_000);
    let token = CancelToken::new();
    for level in OptLevel::ALL {
        let mut compiler = compiler(&options_at(level));
        compiler.set_cancel_token(Some(token.clone()));
        for delay in [0, 1, 20] {
            token.reset();
            let canceller = token.clone();
            let thread = thread::spawn(move || {
                thread::sleep(Duration::from_millis(delay));
                canceller.cancel();
                Instant::now()
            });
            let result = compiler.emit(&proc);
            let ended = Instant::now();
            let cancelled = thread.join().expect("no panic");
            match result {
                Err(CompileError::Cancelled { procedure, .. }) => assert_eq!(procedure, "large"),
                Err(error) => panic!("{error}"),
                // A fast machine may be done.
                Ok(_) => assert!(ended < cancelled + Duration::from_secs(60)),
            }
        }
        // A cancelled compilation leaves nothing behind.
        assert!(matches!(compiler.emit(&nested()), Err(CompileError::Cancelled { .. })));
        token.reset();
        let fresh = emit(&options_at(level), &nested()).expect("valid").bytes;
        assert_eq!(compiler.emit(&nested()).expect("valid").bytes, fresh);
    }
}

/// A long procedure: sums of many loads under many conditions.
fn large(count: usize) -> Procedure {
    let target = host_target().expect("a host");
    let mut proc = Procedure::new(&target);
    proc.name = String::from("large");
    let block = proc.add_block();
    let mut b = proc.at(block);
    let (base, mut sum) = (b.argument(Type::Int64), b.argument(Type::Int64));
    for i in 0..count as i32 / 4 {
        let loaded: ValueId = b.load(Type::Int64, base, 8 * (i % 1000));
        let product = b.mul(loaded, sum);
        sum = b.add(product, loaded);
    }
    b.ret([sum]);
    proc
}

#[test]
fn memory_is_freed_on_request_and_after_its_limit() {
    let proc = large(4_000);
    let mut unlimited = compiler(&options_at(OptLevel::O2));
    unlimited.emit(&proc).expect("valid");
    let memory = unlimited.usage().memory;
    unlimited.release_memory();
    assert_eq!(unlimited.usage().memory, memory);
    unlimited.emit(&proc).expect("valid");
    let mut compiler = compiler(&limited(OptLevel::O2, Budget::Memory, memory / 2));
    assert!(matches!(compiler.emit(&proc), Err(CompileError::Budget { budget: Budget::Memory, .. })));
    compiler.emit(&nested()).expect("a small one fits");
}

#[test]
fn errors_name_the_procedure_the_stage_and_the_limit() {
    let error = emit(&limited(OptLevel::O2, Budget::Blocks, 2), &nested()).expect_err("5 blocks");
    assert_eq!(error.to_string(), "`nested`: stage validate needs at least 5 blocks; the limit is 2");
    assert_eq!(error.procedure(), Some("nested"));
    let mut cancelled = compiler(&options_at(OptLevel::O1));
    let token = CancelToken::new();
    token.cancel();
    cancelled.set_cancel_token(Some(token));
    let error = cancelled.emit(&nested()).expect_err("cancelled");
    assert_eq!(error.to_string(), "`nested`: cancelled in stage validate");
    assert_eq!(error.procedure(), Some("nested"));
}

/// What a pass has added does not count when the repetition validates the procedure.
#[test]
fn the_repetition_has_room_for_what_passes_added() {
    for &budget in Budget::ALL {
        let mut at_o0 = compiler(&options_at(OptLevel::O0));
        at_o0.emit(&nested()).expect("valid");
        let mut at_o2 = compiler(&options_at(OptLevel::O2));
        at_o2.emit(&nested()).expect("valid");
        let (least, most) = (at_o0.usage().get(budget), at_o2.usage().get(budget));
        let mut repeated = 0;
        for limit in (least..most).step_by((most.saturating_sub(least) / 50 + 1) as usize) {
            let mut options = limited(OptLevel::O2, budget, limit);
            options.on_limit = OnLimit::CompileAtO0;
            let mut compiler = compiler(&options);
            match compiler.emit(&nested()) {
                Ok(_) => repeated += u32::from(compiler.fell_back().is_some()),
                // Not repeated, or the larger procedure does not fit at O0 either.
                Err(CompileError::Budget { stage, .. }) if stage != Stage::Validate => {}
                Err(error) => panic!("{budget}: {limit} of {least}..{most}: {error}"),
            }
        }
        assert!(repeated > 0 || budget != Budget::Memory, "{budget}: {least}..{most}");
    }
}
