//! Lazy compilation and tier-up.

use super::common::{bytes, call};
use barebones::{CancelToken, OptLevel};
use barebones_wasm::{
    Caller, Config, Engine, Error, Instance, Linker, Module, Store, Tier, TierStats, TrapKind, Val,
    WasmFeatures,
};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

fn lazy(level: OptLevel) -> Config {
    let mut config = Config::at(level);
    config.lazy = true;
    config
}

fn tier_up(threshold: u32) -> Config {
    let mut config = Config::default();
    config.tier_up = Some(threshold);
    config
}

fn module(config: &Config, text: &str) -> Module {
    let engine = Engine::new(config.clone()).expect("works where tests run");
    Module::new(&engine, &bytes(text)).expect("compiles")
}

fn instance(module: &Module) -> (Store, Instance) {
    let mut store = Store::new(module.engine());
    let instance = Linker::new().instantiate(&mut store, module).expect("instantiates");
    (store, instance)
}

/// All combinations of the options, with budgets that are used up at once, soon, and never.
fn all_configurations() -> Vec<Config> {
    let mut all = Vec::new();
    for level in OptLevel::ALL {
        all.push(Config::at(level));
        all.push(lazy(level));
        for threshold in [0, 1, 7, u32::MAX] {
            for lazy in [false, true] {
                let mut config = tier_up(threshold);
                (config.lazy, config.opt_level) = (lazy, level);
                all.push(config);
            }
        }
    }
    all
}

/// `first` calls `second`; `third` is not called.
const CHAIN: &str = r#"(module
    (func $first (export "first") (param i32) (result i32) (i32.add (call $second (local.get 0)) (i32.const 1)))
    (func $second (export "second") (param i32) (result i32) (i32.mul (local.get 0) (i32.const 10)))
    (func $third (export "third") (result i32) (i32.const 3)))"#;

/// Targets of the direct near calls in code.
fn near_calls(code: &barebones::jit::Code) -> Vec<u64> {
    let bytes = code.instructions();
    // Five bytes that begin with 0xe8, or a word with the opcode of `bl` and a distance of 26 bits.
    let target = |at: usize| {
        let first = *bytes.get(at)?;
        let address = code.start() as u64 + at as u64;
        if cfg!(target_arch = "aarch64") {
            let word = u32::from_le_bytes(*bytes.get(at..)?.first_chunk()?);
            let distance = (word << 6).cast_signed() >> 4;
            let is_call = at.is_multiple_of(4) && word >> 26 == 0b10_0101;
            return is_call.then(|| address.wrapping_add_signed(distance.into()));
        }
        let distance = i32::from_le_bytes(*bytes.get(at + 1..)?.first_chunk()?);
        (first == 0xe8).then(|| (address + 5).wrapping_add_signed(distance.into()))
    };
    (0..bytes.len()).filter_map(target).collect()
}

#[test]
fn default_is_eager_with_direct_calls() {
    for level in OptLevel::ALL {
        let mut config = Config::at(level);
        config.inline = false;
        let module = module(&config, CHAIN);
        assert_eq!((module.codes().len(), module.stats().functions), (3, 3));
        assert_eq!(module.tiers(), TierStats { finished: 3, ..TierStats::default() });
        let second = module.code(1).expect("compiled").entry() as u64;
        assert!(near_calls(&module.codes()[0]).contains(&second), "at {level:?}");
    }
    // The converse: replaceable code is never called directly.
    let module = module(&tier_up(1000), CHAIN);
    let second = module.code(1).expect("compiled").entry() as u64;
    assert!(!near_calls(&module.codes()[0]).contains(&second));
}

#[test]
fn lazy_functions_are_compiled_at_their_first_call() {
    for level in OptLevel::ALL {
        let module = module(&lazy(level), CHAIN);
        assert_eq!((module.codes().len(), module.stats().functions), (0, 0));
        assert_eq!(module.tiers(), TierStats { uncompiled: 3, ..TierStats::default() });
        let (mut store, instance) = instance(&module);
        assert_eq!(module.tiers().uncompiled, 3, "instances need no code");
        for _ in 0..2 {
            let result = call(&mut store, instance, "second", &[Val::I32(4)]).expect("no trap");
            assert_eq!((result, module.tiers().uncompiled), (vec![Val::I32(40)], 2));
        }
        let code = module.code(1).expect("compiled").entry();
        let result = call(&mut store, instance, "first", &[Val::I32(4)]).expect("no trap");
        assert_eq!((result, module.tiers().uncompiled), (vec![Val::I32(41)], 1));
        assert_eq!(module.code(1).map(|code| code.entry()), Some(code), "it was there");
        let tiers = [0, 1, 2, 3].map(|function| module.tier(function));
        assert_eq!(tiers, [Some(Tier::Final), Some(Tier::Final), Some(Tier::Uncompiled), None]);
    }
}

#[test]
fn code_is_replaced_after_many_calls() {
    // Nothing is inlined into the code of a first call, with which the better code is compared.
    let mut config = tier_up(10);
    config.inline = false;
    let module = module(&config, CHAIN);
    assert_eq!(module.tiers(), TierStats { baseline: 3, ..TierStats::default() });
    let before: Vec<_> = (0..3).map(|function| module.code(function).expect("compiled").entry()).collect();
    let (mut store, instance) = instance(&module);
    let mut first = |times: i32| {
        for i in 0..times {
            let result = call(&mut store, instance, "first", &[Val::I32(i)]).expect("no trap");
            assert_eq!(result, [Val::I32(i * 10 + 1)]);
        }
        module.engine().wait_for_tier_up();
    };
    first(9);
    assert_eq!(module.tiers().baseline, 3, "the budget is not spent");
    first(1);
    assert_eq!(module.tiers(), TierStats { baseline: 1, finished: 2, ..TierStats::default() });
    let after: Vec<_> = (0..3).map(|function| module.code(function).expect("compiled").entry()).collect();
    let replaced: Vec<bool> = before.iter().zip(&after).map(|(before, after)| before != after).collect();
    assert_eq!(replaced, [true, true, false]);
    first(100);
    assert_eq!(module.tiers().finished, 2);
    // The code is that of the configured level.
    let at_once = self::module(&lazy(OptLevel::O2), CHAIN);
    let (mut store, instance) = self::instance(&at_once);
    call(&mut store, instance, "first", &[Val::I32(1)]).expect("no trap");
    for function in 0..2 {
        let [better, expected] = [&module, &at_once].map(|module| module.code(function).expect("compiled"));
        assert_eq!(better.instructions(), expected.instructions());
        assert_ne!(better.instructions(), module.codes()[function as usize].instructions());
    }
}

/// Small functions are inlined into better code, and functions that have better code are called directly.
#[test]
fn better_code_calls_final_code_directly() {
    for inline in [false, true] {
        let mut config = tier_up(10);
        config.inline = inline;
        let module = module(&config, CHAIN);
        let (mut store, instance) = instance(&module);
        for name in ["second", "first"] {
            for i in 0..10 {
                call(&mut store, instance, name, &[Val::I32(i)]).expect("no trap");
            }
            module.engine().wait_for_tier_up();
        }
        assert_eq!(module.tiers().finished, 2);
        let [first, second] = [0, 1].map(|function| module.code(function).expect("compiled"));
        assert_eq!(near_calls(first).contains(&(second.entry() as u64)), !inline);
        let result = call(&mut store, instance, "first", &[Val::I32(7)]).expect("no trap");
        assert_eq!(result, [Val::I32(71)]);
    }
}

/// The depth of a recursion shows which code runs, because frames of O0 are larger.
#[test]
fn calls_run_the_current_code() {
    // Values that are live in several blocks but not across the call: at O2 they are in registers.
    let values: String = (2..10)
        .map(|i| {
            let before = i - 1;
            format!(
                "(if (i64.lt_s (local.get {before}) (i64.const {i}))
                    (then (local.set {i} (i64.add (local.get {before}) (i64.const 1))))
                    (else (local.set {i} (i64.mul (local.get {before}) (i64.const 3)))))"
            )
        })
        .collect();
    let text = |deeper: &str| {
        format!(
            r#"(module
        (global $depth (mut i32) (i32.const 0))
        (type $t (func (param i64 i64) (result i64)))
        (table funcref (elem $deeper))
        (func $deeper (export "deeper") (type $t) (local i64 i64 i64 i64 i64 i64 i64 i64)
            (global.set $depth (i32.add (global.get $depth) (i32.const 1)))
            {values}
            (i64.add ({deeper}) (i64.const 1)))
        (func (export "depth") (result i32) (global.get $depth) (global.set $depth (i32.const 0))))"#
        )
    };
    let depth_with = |config: &Config, deeper: &str, rounds: usize| {
        let module = module(config, &text(deeper));
        let (mut store, instance) = instance(&module);
        let depths = (0..rounds).map(|_| {
            let error =
                call(&mut store, instance, "deeper", &[Val::I64(1), Val::I64(2)]).expect_err("no end");
            assert_eq!(error.trap().map(|trap| trap.kind), Some(TrapKind::StackOverflow));
            module.engine().wait_for_tier_up();
            match call(&mut store, instance, "depth", &[]).expect("no trap")[..] {
                [Val::I32(depth)] => depth,
                ref other => panic!("{other:?}"),
            }
        });
        depths.collect::<Vec<i32>>()
    };
    let arguments = "(local.get 9) (local.get 0)";
    for name in
        [format!("call $deeper {arguments}"), format!("call_indirect (type $t) {arguments} (i32.const 0)")]
    {
        let (never, fast) =
            (depth_with(&tier_up(u32::MAX), &name, 1)[0], depth_with(&lazy(OptLevel::O2), &name, 1)[0]);
        assert!(never < fast, "{name}: {never}, {fast}");
        // The first call requests tier-up of `deeper`, which may take effect before the stack overflows.
        let depths = depth_with(&tier_up(1000), &name, 3);
        assert!(depths[0] >= never && depths[1..] == [fast, fast], "{name}: {never}, {fast}, {depths:?}");
    }
}

/// Direct and indirect calls and calls from the host, before and after tier-up; and loop iterations.
#[test]
fn traps_have_backtraces_before_and_after_tier_up() {
    let text = r#"(module
        (func $inner (param i32) (result i32) (i32.div_u (i32.const 100) (local.get 0)))
        (table funcref (elem $inner))
        (type $t (func (param i32) (result i32)))
        (func (export "direct") (param i32) (result i32) (i32.add (call $inner (local.get 0)) (i32.const 1)))
        (func (export "indirect") (param i32) (result i32)
            (i32.add (call_indirect (type $t) (local.get 0) (i32.const 0)) (i32.const 2)))
        (export "inner" (func $inner))
        (func (export "spin") (param i32) (loop
            (br_if 0 (local.tee 0 (i32.sub (local.get 0) (i32.const 1)))))))"#;
    let mut config = tier_up(5);
    for lazy in [false, true] {
        config.lazy = lazy;
        let module = module(&config, text);
        let (mut store, instance) = instance(&module);
        for name in ["direct", "indirect", "inner"] {
            for _ in 0..2 {
                let trap = call(&mut store, instance, name, &[Val::I32(0)]).expect_err("division by zero");
                let trap = trap.trap().expect("a trap").clone();
                assert_eq!(trap.kind, TrapKind::IntegerDivideByZero);
                let depth = if name == "inner" { 1 } else { 2 };
                assert_eq!((trap.backtrace.len(), trap.backtrace[0].function), (depth, 0), "{name}");
                assert!(trap.backtrace.iter().all(|frame| frame.offset.is_some()));
                let binary = bytes(text);
                assert_eq!(binary[trap.backtrace[0].offset.expect("known") as usize], 0x6e, "div_u");
            }
            for _ in 0..6 {
                call(&mut store, instance, name, &[Val::I32(7)]).expect("no trap");
            }
            module.engine().wait_for_tier_up();
        }
        assert_eq!([0, 1, 2].map(|function| module.tier(function)), [Some(Tier::Final); 3]);
        let spin = |store: &mut Store, times: i32| {
            call(store, instance, "spin", &[Val::I32(times)]).expect("no trap");
            module.engine().wait_for_tier_up();
            module.tier(3)
        };
        // The call and three iterations stay within the budget; the next call exceeds it.
        assert_eq!(spin(&mut store, 3), Some(Tier::Baseline));
        assert_eq!(spin(&mut store, 1_000_000), Some(Tier::Final));
        assert_eq!(module.tiers(), TierStats { finished: 4, ..TierStats::default() });
    }
}

/// Arguments and results in registers and on the stack, for all kinds of calls.
#[test]
fn arguments_and_results_are_passed() {
    let many: String = (0..20).map(|i| ["i32 ", "f64 ", "i64 ", "f32 "][i % 4]).collect();
    let gets: String = (0..20).map(|i| format!("(local.get {i}) ")).collect();
    let text = format!(
        r#"(module
        (type $t (func (param {many}) (result {many})))
        (import "h" "same" (func $host (type $t)))
        (table 2 funcref)
        (elem (i32.const 0) $same)
        (func $same (type $t) {gets})
        (func (export "direct") (type $t) {gets} call $same)
        (func (export "indirect") (type $t) {gets} (call_indirect (type $t) (i32.const 0)))
        (func (export "tail") (type $t) {gets} return_call $same)
        (func (export "tail indirect") (type $t) {gets} (return_call_indirect (type $t) (i32.const 0)))
        (func (export "imported") (type $t) {gets} call $host)
        (func (export "reference") (type $t)
            (table.set (i32.const 1) (ref.func $same))
            {gets} (call_indirect (type $t) (i32.const 1))))"#
    );
    let values: Vec<Val> = (0..20)
        .map(|i: u32| match i % 4 {
            0 => Val::I32(-(i as i32)),
            1 => Val::F64(0x7ff4_0000_0000_0001 + u64::from(i)), // a signalling NaN keeps its bits
            2 => Val::I64(i64::MIN + i64::from(i)),
            _ => Val::F32(0x7fa0_0001 + i),
        })
        .collect();
    for config in all_configurations() {
        let engine = Engine::new(config.clone()).expect("works where tests run");
        let source = Module::new(
            &engine,
            &bytes(&format!(r#"(module (func (export "same") (param {many}) (result {many}) {gets}))"#)),
        )
        .expect("compiles");
        let module = Module::new(&engine, &bytes(&text)).expect("compiles");
        let mut store = Store::new(&engine);
        let mut linker = Linker::new();
        let other = linker.instantiate(&mut store, &source).expect("instantiates");
        linker.define_instance(&store, "h", other).expect("of the store");
        let instance = linker.instantiate(&mut store, &module).expect("instantiates");
        let names = ["direct", "indirect", "tail", "tail indirect", "imported", "reference"];
        for _ in 0..3 {
            for name in names {
                let results = call(&mut store, instance, name, &values).expect("no trap");
                assert_eq!(results, values, "{name} with {config:?}");
            }
            engine.wait_for_tier_up();
        }
        if config.tier_up == Some(1) && config.opt_level != OptLevel::O0 {
            assert_eq!(module.tiers(), TierStats { finished: 7, ..TierStats::default() });
            assert_eq!(source.tiers().finished, 1);
        }
    }
}

#[test]
fn stack_overflows_in_all_configurations() {
    let text = r#"(module
        (func $forever (export "forever") (param i64) (result i64)
            (i64.add (call $forever (i64.add (local.get 0) (i64.const 1))) (i64.const 1)))
        (func $even (export "even") (param i64) (result i64)
            (if (result i64) (i64.eqz (local.get 0)) (then (i64.const 1))
                (else (return_call $odd (i64.sub (local.get 0) (i64.const 1))))))
        (func $odd (param i64) (result i64)
            (if (result i64) (i64.eqz (local.get 0)) (then (i64.const 0))
                (else (return_call $even (i64.sub (local.get 0) (i64.const 1)))))))"#;
    for config in all_configurations() {
        let module = module(&config, text);
        let (mut store, instance) = instance(&module);
        for _ in 0..3 {
            let error = call(&mut store, instance, "forever", &[Val::I64(0)]).expect_err("no end");
            let trap = error.trap().expect("a trap");
            assert_eq!(trap.kind, TrapKind::StackOverflow, "with {config:?}");
            assert!(trap.backtrace.len() > 10 && trap.backtrace.iter().all(|frame| frame.function == 0));
            let even =
                call(&mut store, instance, "even", &[Val::I64(1_000_001)]).expect("no stack is needed");
            assert_eq!(even, [Val::I64(0)]);
            module.engine().wait_for_tier_up();
        }
    }
}

#[test]
fn failed_compilation_is_an_error_of_the_call() {
    let text = r#"(module
        (import "h" "call" (func $host))
        (func $bad (param i32) (result i32)
            (i64.add128 (i64.const 1) (i64.const 2) (i64.const 3) (i64.const 4)) drop drop (local.get 0))
        (func (export "run") (param i32) (result i32) (i32.add (call $bad (local.get 0)) (i32.const 1)))
        (func (export "again") (call $host))
        (func (export "good") (result i32) (i32.const 5)))"#;
    let mut config = lazy(OptLevel::O2);
    config.features |= WasmFeatures::WIDE_ARITHMETIC;
    let module = module(&config, text);
    let (mut store, mut linker) = (Store::new(module.engine()), Linker::new());
    let again = |caller: &mut Caller<'_>| -> Result<(), Error> {
        let run = caller.instance().expect("imported").func(caller, "run")?;
        run.call(caller, &[Val::I32(1)]).map(|_| ())
    };
    linker.wrap(&mut store, "h", "call", again).expect("memory");
    let instance = linker.instantiate(&mut store, &module).expect("nothing is called");
    for (name, args) in [("run", &[Val::I32(1)][..]), ("run", &[Val::I32(1)]), ("again", &[])] {
        let error = call(&mut store, instance, name, args).expect_err("no code");
        let text = error.to_string();
        assert!(text.contains("is not supported (at offset 0x"), "{text}");
        assert!(text.contains("compilation failed\n    at function 2 (0x"), "{text}");
        let Error::CompileOnCall { error, trap } = error else { panic!("{error:?}") };
        assert!(matches!(*error, Error::Unsupported { .. }));
        let functions: Vec<u32> = trap.backtrace.iter().map(|frame| frame.function).collect();
        assert_eq!((trap.kind, functions), (TrapKind::CompilationFailed, vec![2]));
    }
    assert_eq!(call(&mut store, instance, "good", &[]).expect("compiles"), [Val::I32(5)]);
    assert_eq!(module.tier(1), Some(Tier::Uncompiled));
    // Invalid modules are errors at once; without lazy compilation, so are unsupported ones.
    let invalid = r#"(module (func (result i32) (i64.const 1)))"#;
    assert!(matches!(Module::new(module.engine(), &bytes(invalid)), Err(Error::Invalid { .. })));
    config.lazy = false;
    let eager = Engine::new(config).expect("works where tests run");
    assert!(matches!(Module::new(&eager, &bytes(text)), Err(Error::Unsupported { .. })));
}

/// Threads with separate stores call the same functions concurrently, most of them for the first time.
#[test]
fn threads_share_the_code_of_a_module() {
    let count = 60;
    let functions: String = (0..count)
        .map(|i| {
            let callee = if i + 1 < count {
                format!("(call $f{} (local.get 0))", i + 1)
            } else {
                "(local.get 0)".into()
            };
            format!(
                "(func $f{i} (export \"f{i}\") (param i64) (result i64) (i64.add {callee} (i64.const {i})))"
            )
        })
        .collect();
    let binary = bytes(&format!("(module {functions})"));
    let sum = |from: i64| (from..count).sum::<i64>();
    for threshold in [None, Some(1), Some(3)] {
        for _ in 0..4 {
            let mut config = lazy(OptLevel::O2);
            config.tier_up = threshold;
            let engine = Engine::new(config).expect("works where tests run");
            let module = Module::new(&engine, &binary).expect("compiles");
            let calls = Arc::new(AtomicUsize::new(0));
            std::thread::scope(|scope| {
                for thread in 0..4 {
                    let (module, calls) = (module.clone(), calls.clone());
                    scope.spawn(move || {
                        let (mut store, instance) = instance(&module);
                        for round in 0..3 {
                            for i in 0..count {
                                // Each thread has a different order.
                                let i = (i * 7 + thread * 13) % count;
                                let argument = Val::I64(round + thread);
                                let result = call(&mut store, instance, &format!("f{i}"), &[argument]);
                                let expected = Val::I64(round + thread + sum(i));
                                assert_eq!(result.expect("no trap"), [expected]);
                                calls.fetch_add(1, Ordering::Relaxed);
                            }
                        }
                    });
                }
            });
            engine.wait_for_tier_up();
            assert_eq!(calls.load(Ordering::Relaxed), 4 * 3 * count as usize);
            assert_eq!(module.tiers(), TierStats { finished: count as usize, ..TierStats::default() });
        }
    }
}

/// The background thread ends with the engine, whatever it is doing and whichever handle is dropped last.
#[test]
fn engines_and_modules_may_be_dropped_at_any_time() {
    let functions: String =
        (0..50).map(|i| format!("(func (export \"f{i}\") (result i32) (i32.const {i}))")).collect();
    let binary = bytes(&format!("(module {functions})"));
    for wait in [false, true] {
        for _ in 0..10 {
            let engine = Engine::new(tier_up(1)).expect("works where tests run");
            let module = Module::new(&engine, &binary).expect("compiles");
            let (mut store, instance) = instance(&module);
            for i in 0..50 {
                let result = call(&mut store, instance, &format!("f{i}"), &[]).expect("no trap");
                assert_eq!(result, [Val::I32(i)]);
            }
            if wait {
                drop((store, module));
                engine.wait_for_tier_up();
            } else {
                drop((engine, store, module));
            }
        }
    }
    // Returns at once without the option.
    Engine::new(Config::default()).expect("works where tests run").wait_for_tier_up();
}

#[test]
fn modules_without_functions_are_modules() {
    for config in all_configurations() {
        let empty = module(&config, "(module (memory 1))");
        let (store, instance) = instance(&empty);
        assert_eq!((empty.tiers(), empty.tier(0)), (TierStats::default(), None));
        assert_eq!(instance.exports(&store).expect("of the store").count(), 0);
        let only_imports = r#"(module (import "h" "f" (func $f)) (export "f" (func $f)))"#;
        let module = Module::new(empty.engine(), &bytes(only_imports)).expect("compiles");
        let (mut store, mut linker) = (Store::new(empty.engine()), Linker::new());
        linker.wrap(&mut store, "h", "f", |_: &mut Caller<'_>| {}).expect("memory");
        let instance = linker.instantiate(&mut store, &module).expect("instantiates");
        assert_eq!(call(&mut store, instance, "f", &[]).expect("no trap"), []);
        assert_eq!((module.tier(0), module.tier(1)), (None, None));
    }
}

/// A cancelled compilation in the background is not a failure of the function: it is compiled later.
#[test]
fn cancelled_functions_get_better_code_later() {
    let token = CancelToken::new();
    let mut config = tier_up(3);
    config.cancel = Some(token.clone());
    let module = module(&config, CHAIN);
    let (mut store, instance) = instance(&module);
    let mut call_often = |calls: u32| {
        for _ in 0..calls {
            let result = call(&mut store, instance, "second", &[Val::I32(4)]).expect("no trap");
            assert_eq!(result, [Val::I32(40)]);
        }
        module.engine().wait_for_tier_up();
        module.tiers()
    };
    token.cancel();
    assert_eq!(call_often(20), TierStats { baseline: 3, ..TierStats::default() });
    token.reset();
    assert_eq!(call_often(20), TierStats { baseline: 2, finished: 1, ..TierStats::default() });
}
