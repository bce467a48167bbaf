//! Pinned registers always belong to the running function's instance, across all kinds of calls.

use super::common::{bytes, call_i32};
use barebones::OptLevel;
use barebones_wasm::{Caller, Config, Engine, Error, Instance, Linker, Module, Pins, Store, TrapKind, Val};

const ALL: [Pins; 3] = [Pins::Nothing, Pins::Instance, Pins::InstanceAndMemory];

/// All choices of pinned registers, with eager and lazy compilation and tier-up.
fn configurations() -> Vec<Config> {
    let mut all = Vec::new();
    for (level, pins) in OptLevel::ALL.into_iter().flat_map(|level| ALL.map(|pins| (level, pins))) {
        for (lazy, tier_up) in [(false, None), (true, None), (false, Some(1)), (true, Some(2))] {
            let mut config = Config::at(level);
            (config.pins, config.lazy, config.tier_up) = (pins, lazy, tier_up);
            all.push(config);
        }
    }
    all
}

/// A module with common parts. `$check` returns 0 if the memory and a global are those of this instance, and
/// otherwise its number.
fn with_parts(number: u32, imports: &str, body: &str) -> String {
    format!(
        r#"(module
            (type $unary (func (param i32) (result i32)))
            (import "h" "table" (table $t 8 funcref))
            (import "h" "host" (func $host (type $unary)))
            {imports}
            (memory (export "memory") 1)
            (global $mine (mut i32) (i32.const {number}))
            (data (i32.const 16) "\{number:02x}\00\00\00")
            (func $check (export "check") (result i32)
                (if (result i32) (i32.and
                        (i32.eq (i32.load (i32.const 16)) (i32.const {number}))
                        (i32.eq (global.get $mine) (i32.const {number})))
                    (then (i32.const 0)) (else (i32.const {number}))))
            (func $divide (param i32) (result i32) (i32.div_u (i32.const 100) (local.get 0)))
            {body})"#
    )
}

/// The first instance, which is called.
fn first() -> String {
    let body = r#"
        (elem (table $t) (i32.const 0) func $plus $again $trap $grow $far)
        (func $plus (export "plus") (type $unary)
            (i32.add (i32.add (local.get 0) (i32.load (i32.const 16))) (call $check)))
        ;; Calls the table element with this index.
        (func $again (export "again") (type $unary)
            (i32.add (call_indirect (type $unary) (i32.const 3) (local.get 0)) (call $check)))
        (func $trap (export "trap") (type $unary) (call $divide (i32.const 0)))
        (func $grow (export "grow") (type $unary)
            (drop (memory.grow (i32.const 1)))
            (i32.add (memory.size) (call $check)))
        ;; Alternates between the instances, for a number of calls.
        (func $far (export "far") (type $unary)
            (if (i32.eqz (local.get 0)) (then (return (i32.load (i32.const 16)))))
            (return_call_indirect (type $unary) (i32.sub (local.get 0) (i32.const 1)) (i32.const 5)))
        (func (export "many") (param i32) (result i32 i32 i32 i64 f64)
            (local.get 0) (i32.load (i32.const 16)) (call $check) (i64.const 4) (f64.const 5))"#;
    with_parts(1, "", body)
}

/// The second instance, which calls the first by all kinds of calls. Each function checks afterwards that it runs in
/// its own instance.
fn second() -> String {
    let imports = r#"
        (import "a" "plus" (func $plus (type $unary)))
        (import "a" "again" (func $again (type $unary)))
        (import "a" "far" (func $far (type $unary)))
        (import "a" "trap" (func $trap (type $unary)))
        (import "a" "many" (func $many (param i32) (result i32 i32 i32 i64 f64)))"#;
    let body = r#"
        (elem (table $t) (i32.const 5) func $back $leaf)
        (func $back (type $unary)
            (if (i32.eqz (local.get 0)) (then (return (i32.load (i32.const 16)))))
            (return_call $far (i32.sub (local.get 0) (i32.const 1))))
        (func $leaf (type $unary) (i32.mul (local.get 0) (i32.load (i32.const 16))))
        (func (export "imported") (type $unary)
            (i32.add (call $plus (local.get 0)) (call $check)))
        (func (export "indirect") (param i32 i32) (result i32)
            (i32.add (call_indirect (type $unary) (local.get 0) (local.get 1)) (call $check)))
        (func (export "nested") (type $unary) (i32.add (call $again (local.get 0)) (call $check)))
        (func (export "host") (type $unary) (i32.add (call $host (local.get 0)) (call $check)))
        (func (export "trap") (type $unary) (call $trap (local.get 0)))
        ;; Functions that tail-call another instance.
        (func $leaves (type $unary) (return_call $far (local.get 0)))
        (func $leaves_indirectly (param i32 i32) (result i32)
            (return_call_indirect (type $unary) (local.get 0) (local.get 1)))
        (func (export "direct") (type $unary)
            (i32.add (i32.mul (call $leaves (local.get 0)) (i32.const 10)) (call $check)))
        (func (export "directly") (param i32 i32) (result i32)
            (i32.add (i32.mul (call $leaves_indirectly (local.get 0) (local.get 1)) (i32.const 10)) (call $check)))
        (func (export "tail") (type $unary) (return_call $plus (local.get 0)))
        (func (export "loop") (type $unary) (local $i i32) (local $sum i32)
            (loop
                (i32.store (i32.const 32) (i32.add (i32.load (i32.const 32)) (local.get $i)))
                (local.set $sum (i32.add (local.get $sum) (call $plus (local.get $i))))
                (local.set $sum (i32.add (local.get $sum) (i32.load (i32.const 32))))
                (br_if 0 (i32.lt_u (local.tee $i (i32.add (local.get $i) (i32.const 1))) (local.get 0))))
            (i32.store (i32.const 32) (i32.const 0))
            (i32.add (local.get $sum) (call $check)))
        (func (export "many") (result i32) (local f64 i64)
            (call $many (i32.const 7)) (local.set 0) (local.set 1)
            (i32.add) (i32.add) (i32.add (call $check))
            (i32.add (i32.wrap_i64 (local.get 1))) (i32.add (i32.trunc_f64_s (local.get 0))))"#;
    with_parts(2, imports, body)
}

/// An instance without a memory, whose functions call and are called.
const THIRD: &str = r#"(module
    (type $unary (func (param i32) (result i32)))
    (import "h" "table" (table $t 8 funcref))
    (import "a" "plus" (func $plus (type $unary)))
    (global $mine (mut i32) (i32.const 3))
    (elem (table $t) (i32.const 7) func $call)
    (func $call (export "call") (type $unary)
        (i32.add (i32.mul (call $plus (local.get 0)) (i32.const 10)) (global.get $mine))))"#;

struct World {
    store: Store,
    second: Instance,
    third: Instance,
}

fn world(config: &Config) -> World {
    let engine = Engine::new(config.clone()).expect("works where tests run");
    let mut store = Store::new(&engine);
    let mut linker = Linker::new();
    // A host function that calls back into the instance that called it.
    let host = |caller: &mut Caller<'_>, x: i32| -> Result<i32, barebones_wasm::HostError> {
        let check = caller.instance().ok_or("called by an instance")?.func(caller, "check")?;
        let back = check.typed::<(), i32>(caller)?.call(caller, ())?;
        Ok(x + 1 + back)
    };
    linker.wrap(&mut store, "h", "host", host).expect("memory");
    let table = r#"(module (table (export "table") 8 funcref))"#;
    let mut add = |store: &mut Store, name: &str, text: &str| {
        let module = Module::new(&engine, &bytes(text)).expect("compiles");
        let instance = linker.instantiate(store, &module).expect("instantiates");
        linker.define_instance(store, name, instance).expect("names");
        instance
    };
    add(&mut store, "h", table);
    add(&mut store, "a", &first());
    let second = add(&mut store, "b", &second());
    let third = add(&mut store, "c", THIRD);
    World { store, second, third }
}

impl World {
    fn call(&mut self, name: &str, args: &[i32]) -> Result<i32, Error> {
        call_i32(&mut self.store, self.second, name, args)
    }
}

#[test]
fn instances_keep_their_pinned_registers() {
    for config in configurations() {
        let what = format!("{config:?}");
        let mut world = world(&config);
        for round in 0..3 {
            let mut check = |name: &str, args: &[i32], expected: i32| {
                let found = world.call(name, args).unwrap_or_else(|error| panic!("{name}: {error}; {what}"));
                assert_eq!(found, expected, "{name} {args:?} in round {round}: {what}");
            };
            check("imported", &[40], 41);
            // A function of the first instance; one of the second; one of the third, which calls the first.
            check("indirect", &[40, 0], 41);
            check("indirect", &[40, 6], 80);
            check("indirect", &[40, 7], 413);
            check("nested", &[0], 4);
            check("nested", &[6], 6);
            check("nested", &[7], 43);
            check("host", &[8], 9);
            // Grows the memory of the first instance; the pinned memory afterwards is that of the second.
            check("indirect", &[0, 3], round + 2);
            // The chain of tail calls ends in the first instance, or in the second.
            check("direct", &[0], 10);
            check("direct", &[1], 20);
            check("direct", &[100_000], 10);
            check("directly", &[9, 5], 10);
            check("directly", &[10, 5], 20);
            check("directly", &[5, 6], 100);
            check("tail", &[4], 5);
            check("loop", &[10], 10 + 45 + (0..10).map(|n| n * (n + 1) / 2).sum::<i32>());
            check("many", &[], 7 + 1 + 4 + 5);
            for name in ["trap", "indirect"] {
                let args = if name == "trap" { &[1][..] } else { &[1, 2] };
                match world.call(name, args) {
                    Err(Error::Trap(trap)) => assert_eq!(trap.kind, TrapKind::IntegerDivideByZero),
                    other => panic!("{name}: {other:?}; {what}"),
                }
            }
            let call = world.third.func(&world.store, "call").expect("exported");
            assert_eq!(
                call.call(&mut world.store, &[Val::I32(1)]).expect("returns"),
                [Val::I32(23)],
                "{what}"
            );
            world.store.engine().wait_for_tier_up();
        }
    }
}

/// Only modules with tail calls to other instances pay for them.
#[test]
fn calls_within_an_instance_have_no_overhead() {
    let values = |pins: Pins, call: &str| {
        let mut config = Config::at(OptLevel::O2);
        config.pins = pins;
        let engine = Engine::new(config).expect("works where tests run");
        let text = format!(
            r#"(module
                (import "a" "f" (func $f))
                (table 1 funcref)
                (func $own)
                (func (export "calls") (call $own) (call $own))
                (func (export "leaves") {call}))"#
        );
        let module = Module::new(&engine, &bytes(&text)).expect("compiles");
        (module.stats().values, module.stats().functions)
    };
    // Two calls each restore the registers: three values per call with a pinned memory, one without, and one for the
    // read.
    let plain = ["call $own", "return_call $own", "call $f"];
    for (pins, more) in [(Pins::Nothing, 0), (Pins::Instance, 4), (Pins::InstanceAndMemory, 8)] {
        let [own, own_tail, imported] = plain.map(|call| values(pins, call));
        assert_eq!((own.1, own_tail.1), (3, 3));
        let leaving = values(pins, "return_call $f");
        // Compared to a call, an imported tail call restores nothing and needs no Return.
        let given_back = match pins {
            Pins::Nothing => 0,
            Pins::Instance => 1,
            Pins::InstanceAndMemory => 3,
        };
        assert_eq!(leaving.0 + 1 + given_back, imported.0 + more, "{pins:?}");
        assert_eq!(leaving.1, 3, "functions compiled under the wrong assumption are not counted");
    }
}

/// Pinned registers save loads and arguments.
#[test]
fn pinned_registers_reduce_code_size() {
    let text = r#"(module (memory (export "m") 1)
        (func $walk (export "walk") (param $a i32) (param $b i32) (param $c i32) (result i32)
            (i32.add
                (i32.add
                    (call $walk (i32.load (local.get $a)) (local.get $b) (local.get $c))
                    (call $walk (i32.load (local.get $b)) (local.get $c) (local.get $a)))
                (i32.add
                    (call $walk (i32.load (local.get $c)) (local.get $a) (local.get $b))
                    (i32.load16_u (local.get $b))))))"#;
    let size = |pins: Pins| {
        let mut config = Config::at(OptLevel::O2);
        // Inlining of recursive calls depends on the size of the function.
        (config.pins, config.measure, config.inline) = (pins, true, false);
        let engine = Engine::new(config).expect("works where tests run");
        let module = Module::new(&engine, &bytes(text)).expect("compiles");
        (module.stats().code_bytes, module.stats().spills)
    };
    let [nothing, instance, both] = ALL.map(size);
    assert!(instance.0 < nothing.0 && both.0 < instance.0, "{nothing:?} {instance:?} {both:?}");
    assert!(both.1 < nothing.1, "{nothing:?} {instance:?} {both:?}");
}

/// The address of an access is computed once per block, and again after a call, because calls preserve no registers.
#[test]
fn addresses_are_shared_between_calls() {
    let values = |body: &str| {
        let engine = Engine::new(Config::at(OptLevel::O2)).expect("works where tests run");
        let text = format!("(module (memory 1) (func $f) (func (param i32 i32) {body}))");
        Module::new(&engine, &bytes(&text)).expect("compiles").stats().values
    };
    let load = |local: u32| format!("(drop (i32.load (local.get {local})))");
    let call = "(call $f)";
    let shared = values(&format!("{}{}{call}", load(0), load(0)));
    // Another extension and another sum.
    assert_eq!(values(&format!("{}{call}{}", load(0), load(0))), shared + 2);
    assert_eq!(values(&format!("{}{}{call}", load(0), load(1))), shared + 2);
}
