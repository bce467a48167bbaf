//! Interpreted modules behave as compiled ones: results, output, traps with their places, failures of host functions.

use super::common::bytes;
use barebones::OptLevel;
use barebones_wasm::{Caller, Config, Engine, Error, HostError, Linker, Module, Store, TrapKind, Val};
use std::sync::{Arc, Mutex};

fn module_of(engine: &Engine, text: &str) -> Module {
    Module::new(engine, &bytes(text)).expect("valid")
}

fn engines() -> [Engine; 2] {
    let mut interpreted = Config::default();
    interpreted.interpret = true;
    // Backtraces do not depend on inlining.
    [Config::at(OptLevel::O2), interpreted].map(|config| Engine::new(config).expect("works where tests run"))
}

/// Exports a table with functions of this module, memory, a global, and calls of all kinds.
const FIRST: &str = r#"(module $first
    (type $unary (func (param i32) (result i32)))
    (import "h" "print" (func $print (param i64 f64)))
    (import "h" "five" (func $five (param i32) (result i32 i64 f32 f64 i32)))
    (import "h" "fails" (func $fails))
    (import "h" "again" (func $again (param i32) (result i32)))
    (memory (export "m") 1 3)
    (table $t (export "t") 4 funcref)
    (elem (i32.const 0) $square $again $sum)
    (elem $passive func $sum $square)
    (data $word "\01\02\03\04")
    (global $count (export "g") (mut i64) (i64.const 0))
    (func $square (type $unary) (i32.mul (local.get 0) (local.get 0)))
    (func $sum (param i32 i32) (result i32) (i32.add (local.get 0) (local.get 1)))
    (func (export "square") (type $unary) (call $square (local.get 0)))
    (func (export "five") (param i32) (result i32 i64 f32 f64 i32)
        (call $print (i64.const -7) (f64.const 0.5))
        (call $five (local.get 0)))
    (func (export "apply") (param i32 i32) (result i32)
        (call_indirect (type $unary) (local.get 1) (local.get 0)))
    (func (export "fail") (call $fails))
    (func (export "again") (type $unary)
        (global.set $count (i64.add (global.get $count) (i64.const 1)))
        (if (result i32) (local.get 0)
            (then (i32.add (call $again (i32.sub (local.get 0) (i32.const 1))) (i32.const 1)))
            (else (i32.const 100))))
    (func (export "memory") (param i32) (result i32)
        (drop (memory.grow (i32.const 1)))
        (memory.init $word (i32.const 65536) (i32.const 0) (i32.const 4))
        (memory.copy (i32.const 65540) (i32.const 65536) (i32.const 4))
        (memory.fill (i32.const 65544) (i32.const 7) (i32.const 4))
        (i32.store16 (i32.const 65550) (i32.const -2))
        (i32.add (i32.load (local.get 0)) (memory.size)))
    (func (export "table") (param i32) (result i32)
        (drop (table.grow (ref.func $square) (i32.const 2)))
        (table.init $passive (i32.const 4) (i32.const 1) (i32.const 1))
        (table.copy (i32.const 3) (i32.const 0) (i32.const 1))
        (call_indirect (type $unary) (i32.const 9) (local.get 0)))
    (func $deep (export "deep") (type $unary) (i32.add (call $deep (local.get 0)) (i32.const 1)))
    (func $inner (param i32) (result i32) (i32.div_u (i32.const 8) (local.get 0)))
    (func (export "divide") (type $unary) (i32.add (call $inner (local.get 0)) (i32.const 1)))
    (func (export "loop") (param $n i32) (result i64) (local $sum i64)
        (loop $next
            (local.set $sum (i64.add (local.get $sum) (i64.extend_i32_u (local.get $n))))
            (br_if $next (local.tee $n (i32.sub (local.get $n) (i32.const 1)))))
        (local.get $sum)))"#;

/// Calls functions of the first module directly and through its table.
const SECOND: &str = r#"(module $second
    (type $unary (func (param i32) (result i32)))
    (import "first" "square" (func $square (type $unary)))
    (import "first" "divide" (func $divide (type $unary)))
    (import "first" "five" (func $five (param i32) (result i32 i64 f32 f64 i32)))
    (import "first" "t" (table 4 funcref))
    (import "first" "g" (global $g (mut i64)))
    (import "first" "m" (memory 1))
    (elem (i32.const 3) $own)
    (func $own (type $unary) (i32.sub (i32.const 0) (local.get 0)))
    (func (export "both") (param i32) (result i32)
        (global.set $g (i64.const 40))
        (i32.add (call $square (local.get 0))
            (call_indirect (type $unary) (local.get 0) (i32.const 3))))
    (func (export "five") (param i32) (result i32 i64 f32 f64 i32) (call $five (local.get 0)))
    (func (export "tail") (type $unary) (return_call $square (local.get 0)))
    (func (export "divide") (type $unary) (call $divide (local.get 0)))
    (func (export "load") (type $unary) (i32.load (local.get 0))))"#;

/// What the calls give, as text, and what was printed.
fn run(engine: &Engine) -> (Vec<String>, String) {
    let (mut store, mut linker) = (Store::new(engine), Linker::new());
    let printed = Arc::new(Mutex::new(String::new()));
    let out = printed.clone();
    let print = move |_: &mut Caller<'_>, x: i64, y: f64| {
        out.lock().expect("no panic").push_str(&format!("{x} {y}; "));
    };
    linker.wrap(&mut store, "h", "print", print).expect("memory");
    let five = |_: &mut Caller<'_>, x: i32| (x, -1_i64, 1.5_f32, -0.25_f64, x + 1);
    linker.wrap(&mut store, "h", "five", five).expect("memory");
    let fails = |_: &mut Caller<'_>| -> Result<(), HostError> { Err("it failed".into()) };
    linker.wrap(&mut store, "h", "fails", fails).expect("memory");
    let again = |caller: &mut Caller<'_>, n: i32| -> Result<i32, HostError> {
        let instance = caller.instance().ok_or("no instance")?;
        Ok(instance.func(caller, "again")?.typed::<i32, i32>(caller)?.call(caller, n)?)
    };
    linker.wrap(&mut store, "h", "again", again).expect("memory");
    let first = linker.instantiate(&mut store, &module_of(engine, FIRST)).expect("defined");
    linker.define_instance(&store, "first", first).expect("its exports");
    let second = linker.instantiate(&mut store, &module_of(engine, SECOND)).expect("defined");
    let calls: &[(bool, &str, &[i32])] = &[
        (false, "square", &[12]),
        (false, "five", &[41]),
        (false, "apply", &[0, 9]),
        (false, "apply", &[1, 3]),
        (false, "apply", &[2, 3]),
        (false, "apply", &[3, 5]),
        (false, "apply", &[4, 5]),
        (false, "fail", &[]),
        (false, "again", &[30]),
        (false, "memory", &[65536]),
        (false, "memory", &[65550]),
        (false, "memory", &[131072]),
        (false, "memory", &[-1]),
        (false, "table", &[3]),
        (false, "table", &[5]),
        (false, "divide", &[3]),
        (false, "divide", &[0]),
        (false, "deep", &[0]),
        (false, "loop", &[1000]),
        (true, "both", &[7]),
        (true, "five", &[1]),
        (true, "tail", &[11]),
        (true, "load", &[65550]),
        (true, "divide", &[2]),
    ];
    let results = calls.iter().map(|(in_second, name, args)| {
        let instance = if *in_second { second } else { first };
        let args: Vec<Val> = args.iter().map(|arg| Val::I32(*arg)).collect();
        let result = instance.func(&store, name).expect("exported").call(&mut store, &args);
        match result {
            // How many calls fit the stack depends on the engine.
            Err(Error::Trap(trap)) if trap.kind == TrapKind::StackOverflow => {
                format!("{name}: {}", trap.kind)
            }
            result => format!("{name}: {result:?}"),
        }
    });
    let results = results.collect();
    let printed = printed.lock().expect("no panic").clone();
    (results, printed)
}

#[test]
fn calls_give_the_same() {
    let [compiled, interpreted] = engines().map(|engine| run(&engine));
    assert_eq!(compiled, interpreted);
    let all = compiled.0.join("\n");
    for part in ["again: Ok([I32(130)])", "it failed", "five: Ok([I32(41), I64(-1)", "call stack exhausted"] {
        assert!(all.contains(part), "{part} is missing in\n{all}");
    }
}

#[test]
fn traps_have_the_same_places() {
    let traps = engines().map(|engine| {
        let mut store = Store::new(&engine);
        let text = "(module (func $a (param i32) (result i32) (i32.div_u (i32.const 1) (local.get 0)))
            (func $b (export \"b\") (param i32) (result i32) (i32.add (call $a (local.get 0)) (i32.const 1))))";
        let instance = Linker::new().instantiate(&mut store, &module_of(&engine, text)).expect("no imports");
        let error = instance.func(&store, "b").expect("exported").call(&mut store, &[Val::I32(0)]);
        error.expect_err("division by zero").to_string()
    });
    assert_eq!(traps[0], traps[1]);
    assert_eq!(traps[1].lines().count(), 3, "{}", traps[1]);
}

#[test]
fn calls_nested_too_deeply_overflow() {
    let [_, engine] = engines();
    let (mut store, mut linker) = (Store::new(&engine), Linker::new());
    let again = |caller: &mut Caller<'_>| -> Result<(), HostError> {
        let instance = caller.instance().ok_or("no instance")?;
        instance.func(caller, "f")?.call(caller, &[])?;
        Ok(())
    };
    linker.wrap(&mut store, "h", "again", again).expect("memory");
    let text = "(module (import \"h\" \"again\" (func $again)) (func (export \"f\") (call $again)))";
    let instance = linker.instantiate(&mut store, &module_of(&engine, text)).expect("defined");
    let error = instance.func(&store, "f").expect("exported").call(&mut store, &[]).expect_err("no end");
    assert_eq!(error.trap().map(|trap| trap.kind), Some(TrapKind::StackOverflow), "{error}");
}

#[test]
fn fuel_is_counted() {
    let left = [false, true].map(|interpret| {
        let mut config = Config::default();
        (config.fuel, config.interpret) = (true, interpret);
        let engine = Engine::new(config).expect("works where tests run");
        let mut store = Store::new(&engine);
        store.set_fuel(100).expect("configured");
        let text = "(module (func (export \"f\") (local i32)
            (loop (local.set 0 (i32.add (local.get 0) (i32.const 1))) (br_if 0 (i32.lt_u (local.get 0) (i32.const 5))))))";
        let instance = Linker::new().instantiate(&mut store, &module_of(&engine, text)).expect("no imports");
        let f = instance.func(&store, "f").expect("exported");
        f.call(&mut store, &[]).expect("enough fuel");
        let left = store.fuel().expect("configured");
        store.set_fuel(3).expect("configured");
        let error = f.call(&mut store, &[]).expect_err("too little fuel");
        (left, error.trap().map(|trap| trap.kind))
    });
    assert_eq!(left[0], left[1]);
    assert_eq!(left[1].1, Some(TrapKind::OutOfFuel));
}

#[test]
fn what_is_not_supported_has_a_name() {
    let refused = |change: fn(&mut Config)| {
        let mut config = Config::default();
        config.interpret = true;
        change(&mut config);
        match Engine::new(config) {
            Err(Error::NotInterpreted { option }) => option,
            Err(error) => panic!("{error}"),
            Ok(_) => "none",
        }
    };
    assert_eq!(refused(|config| config.lazy = true), "lazy");
    assert_eq!(refused(|config| config.tier_up = Some(1)), "tier_up");
    assert_eq!(refused(|config| config.interruption = true), "interruption");
    assert_eq!(refused(|_| ()), "none");
    let [_, engine] = engines();
    let saved = Module::precompile(&engine, b"\0asm\x01\0\0\0");
    assert!(matches!(saved, Err(Error::NotInterpreted { option: "precompile" })));
}
