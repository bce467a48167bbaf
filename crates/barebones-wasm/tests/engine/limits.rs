//! Limits of execution time: fuel and interruption; limits of compilation.

use super::common::bytes;
use barebones::{CancelToken, OnLimit, OptLevel};
use barebones_wasm::{Caller, Config, Engine, Error, Func, Instance, Linker, Module, Store, TrapKind, Val};
use std::time::Duration;

/// Instantiates a module in a store whose engine has these options.
fn with(text: &str, level: OptLevel, configure: impl Fn(&mut Config)) -> (Store, Instance, Linker) {
    let mut config = Config::at(level);
    configure(&mut config);
    let engine = Engine::new(config).expect("works where tests run");
    let module = Module::new(&engine, &bytes(text)).expect("compiles");
    let mut store = Store::new(&engine);
    let mut linker = Linker::new();
    let add_fuel = |caller: &mut Caller<'_>, more: i64| -> Result<i64, barebones_wasm::HostError> {
        let left = caller.fuel()?;
        caller.set_fuel(left + more as u64)?;
        Ok(left as i64)
    };
    linker.wrap(&mut store, "h", "add_fuel", add_fuel).expect("memory");
    let instance = linker.instantiate(&mut store, &module).expect("an instance");
    (store, instance, linker)
}

fn kind(result: Result<Vec<Val>, Error>) -> TrapKind {
    match result {
        Err(Error::Trap(trap)) => trap.kind,
        other => panic!("expected a trap, found {other:?}"),
    }
}

/// Calls with this much fuel; returns the result and the fuel that is left.
fn pay(store: &mut Store, function: Func, args: &[Val], fuel: u64) -> (Result<Vec<Val>, Error>, u64) {
    store.set_fuel(fuel).expect("fuel is counted");
    let result = function.call(store, args);
    (result, store.fuel().expect("fuel is counted"))
}

const PROGRAMS: &str = r#"(module
    (import "h" "add_fuel" (func $add_fuel (param i64) (result i64)))
    (memory (export "memory") 1)
    (func (export "forever") (loop (br 0)))
    (func (export "nested") (loop (loop nop (block) (block (br 1))) (br 0)))
    (func $recurse (export "recurse") (call $recurse))
    (func $tail (export "tail") (param i32) (return_call $tail (i32.add (local.get 0) (i32.const 1))))
    (func (export "nothing"))
    (func (export "straight") (param i32) (result i32)
        nop (block (i32.store (i32.const 8) (local.get 0))) (i32.load (i32.const 8)))
    (func (export "count") (param $n i32)
        (loop (br_if 0 (local.tee $n (i32.sub (local.get $n) (i32.const 1))))))
    (func $choose (export "choose") (param i32) (result i32)
        (if (result i32) (local.get 0)
            (then (i32.add (i32.const 1) (i32.const 2)))
            (else (i32.const 3))))
    (func (export "call") (result i32) (i32.add (call $choose (i32.const 1)) (call $choose (i32.const 0))))
    (func (export "trap") (param i32) (result i32) (i32.div_u (i32.const 1) (local.get 0)))
    (func (export "leave") (param i32)
        (block (br_table 0 1 (local.get 0)) (unreachable) (drop (i32.const 1)))
        (drop (i32.const 1)))
    (func (export "host") (result i64) (call $add_fuel (i64.const 100)) (block (br 0)) (drop (i32.const 0))))"#;

#[test]
fn fuel_stops_loops_and_recursion() {
    for level in OptLevel::ALL {
        let (mut store, instance, _) = with(PROGRAMS, level, |config| {
            config.fuel = true;
            config.max_stack = 1 << 20;
        });
        assert_eq!(store.fuel().unwrap(), 0);
        for (name, args) in
            [("forever", vec![]), ("nested", vec![]), ("recurse", vec![]), ("tail", vec![Val::I32(0)])]
        {
            let function = instance.func(&store, name).unwrap();
            for fuel in [0, 1, 1000] {
                let (result, left) = pay(&mut store, function, &args, fuel);
                assert_eq!(kind(result), TrapKind::OutOfFuel, "{name} at {level:?} with {fuel}");
                // Each run costs 1, except for the tail call's, which costs 4.
                assert!(left < 4, "{name} at {level:?} with {fuel}: {left} left");
            }
        }
    }
}

/// Costs of calls; one less is too little.
#[test]
fn fuel_is_exact() {
    const CASES: [(&str, &[Val], u64); 11] = [
        ("nothing", &[], 0),
        ("straight", &[Val::I32(7)], 5),
        ("count", &[Val::I32(1)], 5),
        ("count", &[Val::I32(1000)], 5000),
        // `local.get` and `if`, then three operators or one.
        ("choose", &[Val::I32(1)], 5),
        ("choose", &[Val::I32(0)], 3),
        // Two constants, two calls and a sum, and the costs of the callees.
        ("call", &[], 5 + 5 + 3),
        ("trap", &[Val::I32(1)], 3),
        ("leave", &[Val::I32(0)], 4),
        ("leave", &[Val::I32(1)], 2),
        // The fuel that the host adds does not count as cost.
        ("host", &[], 5),
    ];
    for level in OptLevel::ALL {
        let (mut store, instance, _) = with(PROGRAMS, level, |config| config.fuel = true);
        for (name, args, cost) in CASES {
            let function = instance.func(&store, name).unwrap();
            let added = if name == "host" { 100 } else { 0 };
            for fuel in [cost, cost + 1, 1 << 40, u64::MAX - added] {
                let (result, left) = pay(&mut store, function, args, fuel);
                assert!(result.is_ok(), "{name} at {level:?} with {fuel}: {result:?}");
                assert_eq!(left, fuel - cost + added, "{name} at {level:?} with {fuel}");
            }
            if cost > 0 && name != "host" {
                let (result, left) = pay(&mut store, function, args, cost - 1);
                assert_eq!(kind(result), TrapKind::OutOfFuel, "{name} at {level:?}");
                assert!(left < cost, "{name} at {level:?}");
            }
        }
        // A run that traps for another reason is paid in full.
        let trap = instance.func(&store, "trap").unwrap();
        let (result, left) = pay(&mut store, trap, &[Val::I32(0)], 10);
        assert_eq!((kind(result), left), (TrapKind::IntegerDivideByZero, 7));
        // A run that is not paid has no effects.
        let memory = instance.memory(&store, "memory").unwrap();
        memory.data_mut(&mut store).unwrap()[8] = 1;
        let straight = instance.func(&store, "straight").unwrap();
        let (result, left) = pay(&mut store, straight, &[Val::I32(9)], 4);
        assert_eq!((kind(result), left), (TrapKind::OutOfFuel, 4));
        assert_eq!(memory.data(&store).unwrap()[8], 1);
        // The host sees the fuel after the payment of the run that calls it.
        let host = instance.func(&store, "host").unwrap();
        assert_eq!(pay(&mut store, host, &[], 9).0.unwrap(), [Val::I64(6)]);
    }
}

#[test]
fn other_threads_interrupt() {
    for (level, tier_up) in OptLevel::ALL.into_iter().flat_map(|level| [(level, None), (level, Some(1000))]) {
        let (mut store, instance, _) = with(PROGRAMS, level, |config| {
            config.interruption = true;
            config.tier_up = tier_up;
            // Long enough for the recursion to last until it is interrupted.
            config.max_stack = 512 << 20;
        });
        let handle = store.interrupt_handle().unwrap();
        let thread = std::thread::Builder::new().stack_size(520 << 20);
        let work = move || {
            let nothing = instance.func(&store, "nothing").unwrap();
            for (name, args) in [("forever", vec![]), ("nested", vec![]), ("tail", vec![Val::I32(0)])] {
                let function = instance.func(&store, name).unwrap();
                let handle = store.interrupt_handle().unwrap();
                let (stopped, has_stopped) = std::sync::mpsc::channel();
                let other = std::thread::spawn(move || {
                    std::thread::sleep(Duration::from_millis(20));
                    handle.interrupt();
                    // Code that ignores the interrupt would never end.
                    if has_stopped.recv_timeout(Duration::from_secs(30)).is_err() {
                        eprintln!("{name} at {level:?}, {tier_up:?} does not stop");
                        std::process::abort();
                    }
                    handle
                });
                let result = function.call(&mut store, &args);
                stopped.send(()).unwrap();
                assert_eq!(kind(result), TrapKind::Interrupted, "{name} at {level:?}, {tier_up:?}");
                // The interrupt persists until it is cleared.
                assert_eq!(kind(nothing.call(&mut store, &[])), TrapKind::Interrupted);
                other.join().unwrap().clear();
                assert!(nothing.call(&mut store, &[]).is_ok());
            }
            // Interrupted before it starts: otherwise the stack could overflow first.
            let handle = store.interrupt_handle().unwrap();
            handle.interrupt();
            let recurse = instance.func(&store, "recurse").unwrap();
            assert_eq!(kind(recurse.call(&mut store, &[])), TrapKind::Interrupted);
            handle.clear();
        };
        thread.spawn(work).unwrap().join().unwrap();
        assert!(!handle.is_interrupted());
    }
}

#[test]
fn disabled_options_cost_nothing_and_return_errors() {
    let size = |configure: fn(&mut Config)| {
        let (mut store, instance, _) = with(PROGRAMS, OptLevel::O2, configure);
        let config = store.engine().config().clone();
        assert_eq!(store.fuel().is_ok(), config.fuel);
        assert_eq!(store.set_fuel(1).is_ok(), config.fuel);
        assert_eq!(store.interrupt_handle().is_ok(), config.interruption);
        instance.module(&store).unwrap().stats().values
    };
    let plain = size(|_| ());
    assert!(size(|config| config.fuel = true) > plain);
    assert!(size(|config| config.interruption = true) > plain);
    let (store, ..) = with(PROGRAMS, OptLevel::O0, |_| ());
    let error = store.fuel().expect_err("not configured");
    assert_eq!(error.to_string(), "the engine is not configured for fuel");
}

const LARGE: &str = r#"(module
    (func $small (export "small") (param i32) (result i32) (i32.add (local.get 0) (i32.const 1)))
    (func (export "large") (param i32) (result i32)
        (local i32)
        (loop
            (local.set 1 (i32.add (local.get 1) (call $small (local.get 0))))
            (local.set 1 (i32.mul (local.get 1) (i32.const 77)))
            (local.set 1 (i32.xor (local.get 1) (i32.rotl (local.get 1) (i32.const 3))))
            (br_if 0 (local.tee 0 (i32.sub (local.get 0) (i32.const 1)))))
        (local.get 1)))"#;

#[test]
fn compilation_is_limited() {
    let compile = |work: u64, on_limit: OnLimit| {
        let mut config = Config::at(OptLevel::O2);
        config.limits.work = work;
        config.on_limit = on_limit;
        Module::new(&Engine::new(config).expect("works where tests run"), &bytes(LARGE))
    };
    let large = |module: Module| {
        let mut store = Store::new(module.engine());
        let instance = Linker::new().instantiate(&mut store, &module).expect("instantiates");
        let function = instance.func(&store, "large").expect("exported");
        function.call(&mut store, &[Val::I32(9)]).expect("no trap")
    };
    let expected = large(compile(u64::MAX, OnLimit::Fail).expect("unlimited"));
    let mut compiled = [0, 0];
    for work in (0..4000).step_by(50) {
        for (n, on_limit) in [OnLimit::Fail, OnLimit::CompileAtO0].into_iter().enumerate() {
            match compile(work, on_limit) {
                Ok(module) => {
                    compiled[n] += 1;
                    assert_eq!(large(module), expected, "{work}: {on_limit:?}");
                }
                Err(error) => assert!(error.to_string().contains("work units; the limit is"), "{error}"),
            }
        }
    }
    assert!(0 < compiled[0] && compiled[0] < compiled[1] && compiled[1] < 80, "{compiled:?}");
}

#[test]
fn compilation_is_cancelled() {
    let mut config = Config::at(OptLevel::O1);
    let token = CancelToken::new();
    config.cancel = Some(token.clone());
    let engine = Engine::new(config).expect("works where tests run");
    token.cancel();
    let Err(error) = Module::new(&engine, &bytes(LARGE)) else { panic!("it was cancelled") };
    assert!(error.to_string().contains("cancelled in stage"), "{error}");
    token.reset();
    Module::new(&engine, &bytes(LARGE)).expect("compiles");
}
