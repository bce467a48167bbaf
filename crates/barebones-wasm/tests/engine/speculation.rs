//! Direct calls of the frequent targets of calls through tables and references, in better code.

use super::common::{bytes, call_i32};
use barebones_wasm::{Config, Engine, Extern, Linker, Module, Pins, Store, TrapKind, Val};

/// Configurations that count: with and without inlining, with all kinds of pins, lazy and not.
fn configurations() -> Vec<Config> {
    let mut all = Vec::new();
    for inline in [false, true] {
        for pins in [Pins::Nothing, Pins::Instance, Pins::InstanceAndMemory] {
            for lazy in [false, true] {
                let mut config = Config::default();
                (config.inline, config.pins, config.lazy, config.tier_up) = (inline, pins, lazy, Some(16));
                all.push(config);
            }
        }
    }
    all
}

/// Ways to call `$t` with an argument: the element of a table, or the function of a reference.
const WAYS: [&str; 6] = [
    "(call_indirect (type $t) (local.get 0) (local.get 1))",
    "(return_call_indirect (type $t) (local.get 0) (local.get 1))",
    "(call_ref $t (local.get 0) (ref.cast_it (local.get 1)))",
    "(return_call_ref $t (local.get 0) (ref.cast_it (local.get 1)))",
    "(block $h (return (i32.add (i32.const 0) (try_table (result i32) (catch_all $h)
        (call_indirect (type $t) (local.get 0) (local.get 1)))))) (i32.const -1)",
    "(i32.add (call_indirect (type $t) (local.get 0) (local.get 1)) (i32.load (i32.const 8)))",
];

/// A module whose `run` calls an element of its table in one of the ways. `answer` distinguishes the functions of instances.
fn module_of(way: &str, answer: i32) -> Vec<u8> {
    let way = way.replace("(ref.cast_it (local.get 1))", "(table.get $typed (local.get 1))");
    bytes(&format!(
        r#"(module
        (type $t (func (param i32) (result i32)))
        (tag $e)
        (memory 1)
        (data (i32.const 8) "\00\00\00\00")
        (table $any (export "any") 8 funcref)
        (table $typed (export "typed") 8 (ref null $t))
        (elem (table $any) (i32.const 0) func $double $square $divide $throw)
        (elem (table $typed) (i32.const 0) (ref null $t)
            (ref.func $double) (ref.func $square) (ref.func $divide) (ref.func $throw))
        (func $double (export "double") (type $t)
            (i32.add (i32.add (local.get 0) (local.get 0)) (i32.load (i32.const 4))))
        (func $square (type $t) (i32.mul (local.get 0) (local.get 0)))
        (func $divide (type $t) (i32.div_u (i32.const 1000) (local.get 0)))
        (func $throw (type $t) (if (result i32) (i32.eq (local.get 0) (i32.const 7))
            (then (throw $e)) (else (local.get 0))))
        (func (export "run") (param i32 i32) (result i32) {way})
        (func (export "copy") (param i32 i32)
            (table.set $any (local.get 0) (table.get $any (local.get 1)))
            (table.set $typed (local.get 0) (table.get $typed (local.get 1))))
        (func (export "init") (i32.store (i32.const 4) (i32.const {answer}))))"#
    ))
}

/// One target, two, many; then the rest of the table, with traps and exceptions.
#[test]
fn frequent_targets_are_called_directly() {
    for (i, way) in WAYS.into_iter().enumerate() {
        for config in configurations() {
            let engine = Engine::new(config.clone()).expect("works where tests run");
            for (targets, direct) in
                [(&[0][..], 1), (&[1, 0], 2), (&[2, 2, 2, 1], 2), (&[0, 1, 2, 3, 5, 6], 0)]
            {
                let module = Module::new(&engine, &module_of(way, 100)).expect("compiles");
                let mut store = Store::new(&engine);
                let instance = Linker::new().instantiate(&mut store, &module).expect("instantiates");
                let init = instance.func(&store, "init").expect("exported");
                init.call(&mut store, &[]).expect("no trap");
                let copy = instance.func(&store, "copy").expect("exported");
                for (to, from) in [(5, 1), (6, 0)] {
                    copy.call(&mut store, &[Val::I32(to), Val::I32(from)]).expect("no trap");
                }
                let answer = |at: i32, x: i32| match at {
                    0 | 6 => x * 2 + 100,
                    1 | 5 => x * x,
                    2 => 1000 / x,
                    _ => x,
                };
                for round in 0..3 {
                    for n in 0..24 {
                        let (x, at) = (n + 10, targets[n as usize % targets.len()]);
                        let result = call_i32(&mut store, instance, "run", &[x, at]).expect("no trap");
                        assert_eq!(result, answer(at, x), "{way}, {round}, {config:?}");
                    }
                    engine.wait_for_tier_up();
                }
                assert!(module.speculated_calls() >= direct, "{way}, {targets:?}, {config:?}");
                assert!(module.speculated_calls() <= 2, "{way}, {targets:?}, {config:?}");
                for at in [0, 1, 2, 3, 5, 6] {
                    assert_eq!(
                        call_i32(&mut store, instance, "run", &[3, at]).expect("no trap"),
                        answer(at, 3)
                    );
                }
                let error = call_i32(&mut store, instance, "run", &[0, 2]).expect_err("division by zero");
                let trap = error.trap().expect("a trap");
                assert_eq!(trap.kind, TrapKind::IntegerDivideByZero, "{way}");
                let frames: Vec<u32> = trap.backtrace.iter().map(|frame| frame.function).collect();
                let tail = i == 1 || i == 3;
                assert_eq!(frames, if tail { vec![2] } else { vec![2, 4] }, "{way}, {config:?}");
                let caught = call_i32(&mut store, instance, "run", &[7, 3]);
                assert_eq!(caught.ok(), (i == 4).then_some(-1), "{way}");
                let error = call_i32(&mut store, instance, "run", &[7, 4]).expect_err("null");
                let null = [TrapKind::UninitializedElement, TrapKind::NullFunctionReference];
                assert!(error.trap().is_some_and(|trap| null.contains(&trap.kind)), "{way}: {error:?}");
            }
        }
    }
}

/// A function of another instance is at the same distance from its own context.
#[test]
fn functions_of_other_instances_are_not_confused() {
    for way in WAYS {
        for config in configurations() {
            let engine = Engine::new(config.clone()).expect("works where tests run");
            // Two instances of one module, and one of another module with the same layout.
            let module = Module::new(&engine, &module_of(way, 100)).expect("compiles");
            let other = Module::new(&engine, &module_of(way, 300)).expect("compiles");
            let mut store = Store::new(&engine);
            let mut instances = Vec::new();
            for (module, value) in [(&module, 100), (&module, 200), (&other, 300)] {
                let instance = Linker::new().instantiate(&mut store, module).expect("instantiates");
                // `init` of the second instance would store the same number.
                let init = instance.func(&store, "init").expect("exported");
                if value != 200 {
                    init.call(&mut store, &[]).expect("no trap");
                }
                instances.push(instance);
            }
            // The tables of the first instance get the functions of the others.
            for (at, from) in [(5, 1), (6, 2)] {
                let function = instances[from].func(&store, "double").expect("exported");
                for table in ["any", "typed"] {
                    let Some(Extern::Table(table)) = instances[0].export(&store, table) else {
                        panic!("no table {table}");
                    };
                    table.set(&mut store, at, Val::FuncRef(Some(function))).expect("fits");
                }
            }
            let answer = |at: i32, x: i32| x * 2 + [100, 0, 0, 0, 0, 0, 300][at as usize];
            for trained in [0, 5, 6] {
                for round in 0..2 {
                    for n in 0..40 {
                        let at = if n < 20 && round == 0 { trained } else { [0, 5, 6][n as usize % 3] };
                        let result = call_i32(&mut store, instances[0], "run", &[n, at]).expect("no trap");
                        assert_eq!(result, answer(at, n), "{way}, {trained}, {config:?}");
                        // Its own state is that of its instance after the call.
                        let own = call_i32(&mut store, instances[0], "double", &[n]).expect("no trap");
                        assert_eq!(own, n * 2 + 100, "{way}, {config:?}");
                    }
                    engine.wait_for_tier_up();
                }
            }
        }
    }
}

/// A function of the caller's instance that leaves by a tail call to another instance.
#[test]
fn registers_are_restored_after_tail_calls_of_direct_targets() {
    let text = r#"(module
        (type $t (func (param i32) (result i32)))
        (memory 1)
        (table $any (export "any") funcref (elem $hop $add))
        (func $hop (type $t) (return_call_indirect (type $t) (local.get 0) (i32.const 1)))
        (func $add (export "add") (type $t) (i32.add (local.get 0) (i32.load (i32.const 4))))
        (func (export "run") (param i32) (result i32)
            (i32.add (call_indirect (type $t) (local.get 0) (i32.const 0)) (i32.load (i32.const 4))))
        (func (export "init") (param i32) (i32.store (i32.const 4) (local.get 0))))"#;
    for config in configurations() {
        let engine = Engine::new(config.clone()).expect("works where tests run");
        let module = Module::new(&engine, &bytes(text)).expect("compiles");
        let mut store = Store::new(&engine);
        let [first, second] =
            [(); 2].map(|()| Linker::new().instantiate(&mut store, &module).expect("instantiates"));
        for (instance, number) in [(first, 1000), (second, 2000)] {
            let init = instance.func(&store, "init").expect("exported");
            init.call(&mut store, &[Val::I32(number)]).expect("no trap");
        }
        let Some(Extern::Table(table)) = first.export(&store, "any") else { panic!("no table") };
        let add = second.func(&store, "add").expect("exported");
        table.set(&mut store, 1, Val::FuncRef(Some(add))).expect("fits");
        for _ in 0..2 {
            for n in 0..20 {
                assert_eq!(
                    call_i32(&mut store, first, "run", &[n]).expect("no trap"),
                    n + 3000,
                    "{config:?}"
                );
            }
            engine.wait_for_tier_up();
        }
        assert_eq!(module.speculated_calls(), 1, "{config:?}");
    }
}

#[test]
fn speculation_can_be_switched_off() {
    for speculate_calls in [false, true] {
        let mut config = Config::default();
        (config.tier_up, config.speculate_calls) = (Some(4), speculate_calls);
        let engine = Engine::new(config).expect("works where tests run");
        let module = Module::new(&engine, &module_of(WAYS[0], 1)).expect("compiles");
        let mut store = Store::new(&engine);
        let instance = Linker::new().instantiate(&mut store, &module).expect("instantiates");
        for n in 0..8 {
            assert_eq!(call_i32(&mut store, instance, "run", &[n, 1]).expect("no trap"), n * n);
        }
        engine.wait_for_tier_up();
        assert_eq!(module.speculated_calls(), u64::from(speculate_calls));
        assert_eq!(call_i32(&mut store, instance, "run", &[9, 1]).expect("no trap"), 81);
    }
}
