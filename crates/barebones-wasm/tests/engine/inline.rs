//! Inlining does not change observable behaviour.

use super::common::{self, bytes};
use barebones::OptLevel;
use barebones_wasm::{Caller, Config, Engine, Error, Instance, Linker, Module, Store, Trap, TrapKind, Val};

/// O2 without inlining, and with it.
fn configs() -> [Config; 2] {
    [false, true].map(|inline| {
        let mut config = Config::at(OptLevel::O2);
        config.inline = inline;
        config
    })
}

fn module(config: &Config, text: &str) -> Module {
    let engine = Engine::new(config.clone()).expect("works where tests run");
    Module::new(&engine, &bytes(text)).expect("compiles")
}

/// An instance with an import `h.note`, which adds 1000 to its argument, or fails if it is negative.
fn instance(module: &Module) -> (Store, Instance) {
    let mut store = Store::new(module.engine());
    let mut linker = Linker::new();
    let note = |_: &mut Caller<'_>, x: i32| -> Result<i32, barebones_wasm::HostError> {
        if x < 0 { Err("the host fails".into()) } else { Ok(x + 1000) }
    };
    linker.wrap(&mut store, "h", "note", note).expect("memory");
    let instance = linker.instantiate(&mut store, module).expect("an instance");
    (store, instance)
}

fn call(module: &Module, name: &str, args: &[Val]) -> Result<Vec<Val>, Error> {
    let (mut store, instance) = instance(module);
    common::call(&mut store, instance, name, args)
}

fn trap(result: Result<Vec<Val>, Error>) -> Trap {
    match result {
        Err(Error::Trap(trap)) => trap,
        other => panic!("expected a trap, found {other:?}"),
    }
}

/// Calls in loops, which are inlined: several Returns, results in registers and in memory, all types, nested
/// inlining.
const KINDS: &str = r#"(module
    (import "h" "note" (func $note (param i32) (result i32)))
    (memory 1)
    (global $g (mut i64) (i64.const 7))
    (func $least (param i32 i32) (result i32)
        (if (i32.lt_s (local.get 0) (local.get 1)) (then (return (local.get 0)))) (local.get 1))
    (func $both (param i64 i64) (result i64 i64) (local.get 1) (local.get 0))
    (func $third (param f32 f64) (result f64) (f64.add (f64.promote_f32 (local.get 0)) (local.get 1)))
    (func $many (param i32) (result i32 i32 i32 i32 i32 i32 i32 i32 i32)
        (local.get 0) (local.get 0) (local.get 0) (local.get 0) (local.get 0)
        (local.get 0) (local.get 0) (local.get 0) (i32.const 1))
    (func $store (param i32) (i32.store (local.get 0) (i32.const 5)) (global.set $g (i64.add (global.get $g) (i64.const 2))))
    (func $host (export "host") (param i32) (result i32)
        (if (result i32) (local.get 0)
            (then (i32.add (call $note (local.get 0)) (call $host (i32.sub (local.get 0) (i32.const 1)))))
            (else (i32.const 0))))
    (func $nested (param i32) (result i32) (i32.sub (call $least (local.get 0) (i32.const 3)) (i32.const 1)))
    (func (export "least") (param $n i32) (result i32) (local $sum i32)
        (loop
            (local.set $sum (i32.add (local.get $sum) (call $least (local.get $n) (i32.const 4))))
            (local.set $sum (i32.add (i32.mul (local.get $sum) (i32.const 3)) (call $nested (local.get $n))))
            (br_if 0 (local.tee $n (i32.sub (local.get $n) (i32.const 1)))))
        (local.get $sum))
    (func (export "both") (param $n i32) (param $a i64) (param $b i64) (result i64)
        (loop
            (call $both (local.get $a) (local.get $b)) (local.set $a) (local.set $b)
            (local.set $a (i64.sub (local.get $a) (i64.const 9)))
            (br_if 0 (local.tee $n (i32.sub (local.get $n) (i32.const 1)))))
        (i64.sub (local.get $a) (i64.mul (local.get $b) (i64.const 10))))
    (func (export "third") (param $n i32) (result f64) (local $x f64)
        (loop
            (local.set $x (call $third (f32.convert_i32_s (local.get $n)) (local.get $x)))
            (br_if 0 (local.tee $n (i32.sub (local.get $n) (i32.const 1)))))
        (local.get $x))
    (func (export "many") (param $n i32) (result i32) (local $sum i32)
        (loop
            (call $many (local.get $n))
            i32.add i32.add i32.add i32.add i32.add i32.add i32.add i32.add
            (local.set $sum (i32.add (local.get $sum)))
            (br_if 0 (local.tee $n (i32.sub (local.get $n) (i32.const 1)))))
        (local.get $sum))
    (func (export "store") (param $n i32) (result i64)
        (loop
            (call $store (i32.mul (local.get $n) (i32.const 4)))
            (br_if 0 (local.tee $n (i32.sub (local.get $n) (i32.const 1)))))
        (i64.add (global.get $g) (i64.extend_i32_s (i32.load (i32.const 4))))))"#;

#[test]
fn results_are_the_same() {
    let [without, with] = configs().map(|config| module(&config, KINDS));
    assert_eq!(without.stats().inlined, 0);
    assert!(with.stats().inlined >= 8, "{:?}", with.stats());
    let n = Val::I32(11);
    let calls: [(&str, &[Val], Option<Val>); 6] = [
        ("least", &[n], None),
        ("both", &[n, Val::I64(100), Val::I64(3)], None),
        ("third", &[n], Some(Val::from(66.0))),
        ("many", &[n], Some(Val::I32(66 * 8 + 11))),
        ("store", &[n], Some(Val::I64(34))),
        ("host", &[n], Some(Val::I32(11 * 1000 + 66))),
    ];
    for (name, args, expected) in calls {
        let plain = call(&without, name, args).expect("returns");
        assert_eq!(call(&with, name, args).expect("returns"), plain, "{name}");
        assert!(expected.is_none_or(|expected| plain == [expected]), "{name}: {plain:?}");
    }
    // A host error passes through inlined code unchanged.
    for module in [without, with] {
        match call(&module, "host", &[Val::I32(-1)]) {
            Err(Error::Host(error)) => assert_eq!(error.to_string(), "the host fails"),
            other => panic!("{other:?}"),
        }
    }
}

/// There is no inlining at O1, with replaceable code, or if it is disabled.
#[test]
fn inlining_can_be_disabled() {
    let inlined = |configure: &dyn Fn(&mut Config)| {
        let mut config = Config::at(OptLevel::O2);
        configure(&mut config);
        module(&config, KINDS).stats().inlined
    };
    assert_ne!(inlined(&|_| {}), 0);
    assert_eq!(inlined(&|config| config.opt_level = OptLevel::O1), 0);
    assert_eq!(inlined(&|config| config.inline = false), 0);
    assert_eq!(inlined(&|config| config.passes = config.passes.without("inline_calls")), 0);
    assert_eq!(inlined(&|config| config.lazy = true), 0);
    assert_eq!(inlined(&|config| config.tier_up = Some(5)), 0);
}

/// The number of threads does not affect the code.
#[test]
fn code_does_not_depend_on_threads() {
    let code = |threads: usize| {
        let mut config = Config::at(OptLevel::O2);
        config.threads = threads;
        let stats = module(&config, KINDS).stats().clone();
        (stats.inlined, stats.copied_values, stats.code_bytes)
    };
    let one = code(1);
    for _ in 0..4 {
        assert_eq!(code(3), one);
    }
}

/// `outer` reaches three small functions; `far` is too large to inline.
const DEEP: &str = r#"(module
    (import "h" "note" (func $note (param i32) (result i32)))
    (func $div (param i32) (result i32) (i32.div_u (i32.const 8) (local.get 0)))
    (func $inner (param i32) (result i32) (i32.add (call $div (local.get 0)) (i32.const 1)))
    (func $middle (param i32) (result i32) (i32.mul (call $inner (local.get 0)) (i32.const 3)))
    (func $outer (export "outer") (param $n i32) (result i32) (local $sum i32)
        (loop
            (local.set $sum (i32.add (local.get $sum) (call $middle (local.get $n))))
            (local.set $n (i32.sub (local.get $n) (i32.const 1)))
            (br_if 0 (i32.gt_s (local.get $n) (i32.const -2))))
        (local.get $sum))
    (func $far (param i32) (result i32)
        (local.set 0 (i32.rem_s (i32.const 1000) (local.get 0)))
        (local.set 0 (i32.add (i32.mul (local.get 0) (i32.const 3000)) (i32.const 70000)))
        (local.set 0 (i32.add (i32.mul (local.get 0) (i32.const 3000)) (i32.const 70000)))
        (local.set 0 (i32.add (i32.mul (local.get 0) (i32.const 3000)) (i32.const 70000)))
        (local.set 0 (i32.add (i32.mul (local.get 0) (i32.const 3000)) (i32.const 70000)))
        (local.set 0 (i32.add (i32.mul (local.get 0) (i32.const 3000)) (i32.const 70000)))
        (local.get 0))
    (func $near (param i32) (result i32) (i32.sub (call $far (local.get 0)) (i32.const 1)))
    (func (export "calls") (param $n i32) (result i32) (local $sum i32)
        (loop
            (local.set $sum (i32.add (local.get $sum) (call $near (local.get $n))))
            (local.set $n (i32.sub (local.get $n) (i32.const 1)))
            (br_if 0 (i32.gt_s (local.get $n) (i32.const -2))))
        (local.get $sum)))"#;

#[test]
fn backtraces_have_inlined_functions() {
    let [without, with] = configs().map(|config| module(&config, DEEP));
    assert!(with.stats().inlined >= 3, "{:?}", with.stats());
    let plain = trap(call(&without, "outer", &[Val::I32(3)]));
    let names: Vec<_> = plain.backtrace.iter().map(|frame| frame.name.as_deref()).collect();
    assert_eq!(names, [Some("div"), Some("inner"), Some("middle"), Some("outer")]);
    assert_eq!(plain.kind, TrapKind::IntegerDivideByZero);
    assert_eq!(trap(call(&with, "outer", &[Val::I32(3)])), plain);
    // The caller of the trapping function is inlined, too.
    let plain = trap(call(&without, "calls", &[Val::I32(3)]));
    let functions: Vec<u32> = plain.backtrace.iter().map(|frame| frame.function).collect();
    assert_eq!(functions, [5, 6, 7]);
    assert_eq!(trap(call(&with, "calls", &[Val::I32(3)])), plain);
}

/// Infinite recursion traps, even if calls are inlined; the stack is usable afterwards.
#[test]
fn infinite_recursion_overflows_the_stack() {
    let text = r#"(module
        (global $depth (mut i32) (i32.const 0))
        (func $forever (export "forever") (param i64) (result i64)
            (i64.add (call $forever (i64.add (local.get 0) (i64.const 1))) (i64.const 1)))
        (func $even (export "even") (param i32) (result i32)
            (global.set $depth (i32.add (global.get $depth) (i32.const 1)))
            (if (result i32) (i32.eqz (local.get 0)) (then (i32.const 1))
                (else (i32.sub (i32.const 1) (call $odd (i32.sub (local.get 0) (i32.const 1)))))))
        (func $odd (param i32) (result i32)
            (if (result i32) (i32.eqz (local.get 0)) (then (i32.const 1))
                (else (i32.sub (i32.const 1) (call $even (i32.sub (local.get 0) (i32.const 1)))))))
        (func (export "depth") (result i32) (global.get $depth)))"#;
    for config in configs() {
        let module = module(&config, text);
        let (mut store, instance) = instance(&module);
        let mut call =
            |name: &str, args: &[Val]| instance.func(&store, name).expect("exported").call(&mut store, args);
        for _ in 0..3 {
            let trap = trap(call("forever", &[Val::I64(0)]));
            assert_eq!(trap.kind, TrapKind::StackOverflow);
            assert!(trap.backtrace.len() > 10);
            assert!(trap.backtrace.iter().all(|frame| frame.function == trap.backtrace[0].function));
            assert_eq!(call("even", &[Val::I32(1000)]).expect("returns"), [Val::I32(1)]);
            let trap = self::trap(call("even", &[Val::I32(-1)]));
            assert_eq!(trap.kind, TrapKind::StackOverflow);
        }
        // Frames take at most a kilobyte on average.
        match call("depth", &[]).expect("returns")[..] {
            [Val::I32(depth)] => assert!(depth > 3 * 256, "{depth}"),
            ref other => panic!("{other:?}"),
        }
    }
}

/// The fuel cost is the same, and fuel runs out at the same operator.
#[test]
fn fuel_is_the_same() {
    let run = |config: &Config, fuel: u64| {
        let mut config = config.clone();
        config.fuel = true;
        let module = module(&config, DEEP);
        let (mut store, instance) = instance(&module);
        store.set_fuel(fuel).expect("fuel is counted");
        let trap = trap(instance.func(&store, "outer").expect("exported").call(&mut store, &[Val::I32(4)]));
        (trap, store.fuel().expect("fuel is counted"), module.stats().inlined)
    };
    let [without, with] = configs();
    for fuel in (0..150).step_by(7) {
        let (plain, copied) = (run(&without, fuel), run(&with, fuel));
        assert_eq!((&copied.0, copied.1), (&plain.0, plain.1), "with {fuel}");
        assert!(copied.2 > 0 && plain.2 == 0);
    }
}

/// Inlined code uses the pinned registers of its own instance, and calls of other instances set theirs.
#[test]
fn instances_keep_their_pinned_registers() {
    let one = r#"(module (memory 1) (data (i32.const 0) "\01")
        (func $load (result i32) (i32.load8_u (i32.const 0)))
        (func (export "get") (result i32) (i32.mul (call $load) (i32.const 2))))"#;
    let two = r#"(module (import "one" "get" (func $get (result i32))) (memory 1) (data (i32.const 0) "\05")
        (func $own (result i32) (i32.load8_u (i32.const 0)))
        (func $both (result i32) (i32.add (i32.mul (call $get) (i32.const 100)) (call $own)))
        (func (export "sum") (param $n i32) (result i32) (local $sum i32)
            (loop
                (local.set $sum (i32.add (local.get $sum) (i32.sub (call $both) (call $own))))
                (local.set $sum (i32.add (local.get $sum) (call $own)))
                (br_if 0 (local.tee $n (i32.sub (local.get $n) (i32.const 1)))))
            (local.get $sum)))"#;
    for config in configs() {
        let engine = Engine::new(config).expect("works where tests run");
        let mut store = Store::new(&engine);
        let mut linker = Linker::new();
        let one = Module::new(&engine, &bytes(one)).expect("compiles");
        let instance = linker.instantiate(&mut store, &one).expect("an instance");
        linker.define_instance(&store, "one", instance).expect("names");
        let two = Module::new(&engine, &bytes(two)).expect("compiles");
        let instance = linker.instantiate(&mut store, &two).expect("an instance");
        let sum = instance.func(&store, "sum").expect("exported").call(&mut store, &[Val::I32(3)]);
        assert_eq!(sum.expect("returns"), [Val::I32(3 * 205)]);
    }
}
