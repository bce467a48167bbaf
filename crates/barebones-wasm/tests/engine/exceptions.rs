//! Exceptions: tags, values of every type, calls between instances, host functions that throw, references.

use super::common::{bytes, call};
use barebones::OptLevel;
use barebones_wasm::{
    BoundsChecks, Caller, Config, Engine, Error, Exception, ExnRef, Extern, FuncType, Instance, Linker,
    Module, Pins, Store, Tag, TrapKind, Val, ValType, WasmFeatures,
};

/// Runs a check in every way to run a function, twice: with tier-up, the second time has the new code.
fn everywhere(texts: &[&str], check: impl Fn(&mut Store, &[Module])) {
    let changes: [fn(&mut Config); 11] = [
        |config| config.opt_level = OptLevel::O0,
        |config| config.opt_level = OptLevel::O1,
        |_| (),
        |config| config.interpret = true,
        |config| config.lazy = true,
        |config| config.tier_up = Some(1),
        |config| config.bounds_checks = BoundsChecks::Explicit,
        |config| config.pins = Pins::Nothing,
        |config| config.pins = Pins::Instance,
        |config| (config.fuel, config.interruption) = (true, true),
        |config| config.inline = false,
    ];
    for change in changes {
        let mut config = Config::at(OptLevel::O2);
        change(&mut config);
        let fuel = config.fuel;
        let engine = Engine::new(config).expect("works where tests run");
        let modules: Vec<Module> =
            texts.iter().map(|text| Module::new(&engine, &bytes(text)).expect("compiles")).collect();
        for _ in 0..2 {
            let mut store = Store::new(&engine);
            if fuel {
                store.set_fuel(1 << 30).expect("counts fuel");
            }
            check(&mut store, &modules);
            engine.wait_for_tier_up();
        }
    }
}

fn thrown(result: Result<Vec<Val>, Error>) -> Exception {
    let error = result.expect_err("an exception");
    error.exception().unwrap_or_else(|| panic!("expected an exception, found {error:?}")).clone()
}

/// Locals and operands keep their values on both edges of a call, also in loops.
const LOOPS: &str = r#"(module
    (tag $odd (param i32))
    (tag $other)
    (func $check (param i32) (result i32)
        (if (i32.and (local.get 0) (i32.const 1)) (then (throw $odd (i32.mul (local.get 0) (i32.const 10)))))
        (if (i32.eq (local.get 0) (i32.const 6)) (then (throw $other)))
        (local.get 0))
    ;; Adds n for even numbers, 10 n for odd ones, and 1000 for six.
    (func (export "sum") (param $n i32) (result i32) (local $i i32) (local $sum i32) (local $others i32)
        (loop $next
            (block $done
                (block $all
                    (local.set $sum (i32.add (local.get $sum)
                        (block $caught (result i32)
                            (try_table (result i32) (catch $odd $caught) (catch_all $all)
                                (call $check (local.get $i))))))
                    (br $done))
                (local.set $others (i32.add (local.get $others) (i32.const 1000))))
            (local.set $i (i32.add (local.get $i) (i32.const 1)))
            (br_if $next (i32.lt_u (local.get $i) (local.get $n))))
        (i32.add (local.get $sum) (local.get $others)))
    ;; Assignments before the call are visible in the handler, those after it are not.
    (func (export "order") (param $x i32) (result i32) (local $at i32)
        (block $caught
            (try_table (catch_all $caught)
                (local.set $at (i32.const 1))
                (drop (call $check (i32.const 2)))
                (local.set $at (i32.const 2))
                (drop (call $check (local.get $x)))
                (local.set $at (i32.const 3))
                (drop (call $check (i32.const 3)))
                (local.set $at (i32.const 4))))
        (local.get $at))
    ;; A handler within a loop within a handler.
    (func (export "nested") (param $n i32) (result i32) (local $i i32) (local $caught i32)
        (block $out (result i32)
            (try_table (catch $odd $out)
                (loop $next
                    (block $inner
                        (try_table (catch $other $inner)
                            (drop (call $check (local.get $i))))
                        (local.set $caught (i32.sub (local.get $caught) (i32.const 1))))
                    (local.set $caught (i32.add (local.get $caught) (i32.const 1)))
                    (local.set $i (i32.add (local.get $i) (i32.const 2)))
                    (br_if $next (i32.lt_u (local.get $i) (local.get $n))))
                (throw $odd (local.get $caught)))
            (unreachable)))
    ;; A call that is thrown through, with more arguments than registers.
    (func $many (param i32 i64 f32 f64 i32 i32 i32 i32 i32 i32 i32 i32) (result i32)
        (i32.add (call $check (local.get 0)) (local.get 11)))
    (func (export "many") (param i32) (result i32)
        (block $caught (result i32)
            (try_table (result i32) (catch $odd $caught)
                (call $many (local.get 0) (i64.const 1) (f32.const 2) (f64.const 3) (i32.const 4) (i32.const 5)
                    (i32.const 6) (i32.const 7) (i32.const 8) (i32.const 9) (i32.const 10) (i32.const 11)))))
    ;; Nothing in it can throw.
    (func (export "calm") (param i32) (result i32)
        (block $caught
            (try_table (catch_all $caught) (local.set 0 (i32.add (local.get 0) (i32.const 1)))))
        (local.get 0))
    ;; A trap is not an exception.
    (func (export "trap") (param i32) (result i32)
        (block $caught
            (try_table (catch_all $caught) (drop (i32.div_u (i32.const 1) (local.get 0)))
                (drop (call $check (i32.const 2))))
            (return (i32.const 1)))
        (i32.const 2))
    (func (export "throw_null") (throw_ref (ref.null exn))))"#;

#[test]
fn locals_keep_their_values() {
    everywhere(&[LOOPS], |store, modules| {
        let instance = Instance::new(store, &modules[0], &[]).expect("no imports");
        let mut one = |name: &str, x: i32| {
            let results = call(store, instance, name, &[Val::I32(x)]);
            results.map(|results| results[0]).map_err(|error| error.trap().map(|trap| trap.kind))
        };
        assert_eq!(one("sum", 10), Ok(Val::I32(2 + 4 + 8 + 10 + 30 + 50 + 70 + 90 + 1000)));
        assert_eq!([4, 5, 6].map(|x| one("order", x)), [3, 2, 2].map(|x| Ok(Val::I32(x))));
        assert_eq!(one("nested", 9), Ok(Val::I32(1)));
        assert_eq!([4, 5].map(|x| one("many", x)), [15, 50].map(|x| Ok(Val::I32(x))));
        assert_eq!(one("calm", 4), Ok(Val::I32(5)));
        assert_eq!(one("trap", 0), Err(Some(TrapKind::IntegerDivideByZero)));
        assert_eq!(one("trap", 1), Ok(Val::I32(1)));
        let null = call(store, instance, "throw_null", &[]).expect_err("null");
        assert_eq!(null.trap().map(|trap| trap.kind), Some(TrapKind::NullException));
    });
}

/// Values of all types pass through a tag, in order.
#[test]
fn values_of_all_types() {
    let text = r#"(module
        (tag $all (export "all") (param i32 v128 i64 f32 funcref f64 externref exnref))
        (func $throw (export "throw") (param i32 v128 i64 f32 funcref f64 externref exnref)
            (throw $all (local.get 0) (local.get 1) (local.get 2) (local.get 3) (local.get 4) (local.get 5)
                (local.get 6) (local.get 7)))
        (func (export "catch") (param i32 v128 i64 f32 funcref f64 externref exnref)
            (result i32 v128 i64 f32 funcref f64 externref exnref)
            (block $caught (result i32 v128 i64 f32 funcref f64 externref exnref)
                (try_table (catch $all $caught)
                    (call $throw (local.get 0) (local.get 1) (local.get 2) (local.get 3) (local.get 4)
                        (local.get 5) (local.get 6) (local.get 7)))
                (unreachable))))"#;
    everywhere(&[text], |store, modules| {
        let instance = Instance::new(store, &modules[0], &[]).expect("no imports");
        let function = instance.func(store, "throw").expect("exported");
        let mut args = vec![
            Val::I32(-3),
            Val::V128(0x0f0e_0d0c_0b0a_0908_0706_0504_0302_0100),
            Val::I64(i64::MIN + 5),
            Val::F32(0x7fa0_0001),
            Val::FuncRef(Some(function)),
            Val::F64(0x7ff4_0000_0000_0001),
            Val::ExternRef(Some(barebones_wasm::ExternRef(9))),
            Val::ExnRef(None),
        ];
        for _ in 0..2 {
            assert_eq!(call(store, instance, "catch", &args).expect("catches"), args);
            let exception = thrown(call(store, instance, "throw", &args));
            assert_eq!(instance.export(store, "all"), Some(Extern::Tag(exception.tag)));
            assert_eq!(exception.values, args);
            // The second time with a reference.
            args[7] = reference(store);
        }
    });
}

/// A reference to an exception, made by a module that the host does not know otherwise.
fn reference(store: &mut Store) -> Val {
    let text = r#"(module (tag $t (param i32))
        (func (export "make") (result exnref) (local exnref)
            (block $caught (result i32 exnref)
                (try_table (catch_ref $t $caught) (throw $t (i32.const 77)))
                (unreachable))
            (local.set 0)
            drop
            (local.get 0)))"#;
    let module = Module::new(&store.engine().clone(), &bytes(text)).expect("compiles");
    let instance = Instance::new(store, &module, &[]).expect("no imports");
    let results = call(store, instance, "make", &[]).expect("returns");
    let [made] = results[..] else { panic!("one result") };
    assert!(matches!(made, Val::ExnRef(Some(_))), "{made:?}");
    made
}

/// The callee of another instance has its own memory and globals; the handler has the caller's again.
#[test]
fn handlers_have_the_instance_of_their_function() {
    let thrower = r#"(module
        (import "h" "t" (tag $t (param i32)))
        (import "h" "back" (func $back (param i32)))
        (memory 1) (data (i32.const 0) "\01")
        (func (export "throw") (param i32)
            (i32.store8 (i32.const 1) (local.get 0))
            (call $back (local.get 0))
            (throw $t (i32.add (i32.load8_u (i32.const 0)) (i32.load8_u (i32.const 1))))))"#;
    let catcher = r#"(module
        (import "h" "t" (tag $t (param i32)))
        (import "m" "throw" (func $throw (param i32)))
        (type $thrower (func (param i32)))
        (table funcref (elem $throw))
        (memory 1) (data (i32.const 0) "\64")
        (global $calls (mut i32) (i32.const 0))
        (func (export "direct") (param i32) (result i32)
            (global.set $calls (i32.add (global.get $calls) (i32.const 1)))
            (i32.mul (i32.load8_u (i32.const 0))
                (block $caught (result i32)
                    (try_table (catch $t $caught) (call $throw (local.get 0)))
                    (unreachable))))
        (func (export "indirect") (param i32) (result i32) (local $found i32)
            (local.set $found (block $caught (result i32)
                (try_table (catch $t $caught)
                    (call_indirect (type $thrower) (local.get 0) (i32.const 0)))
                (unreachable)))
            (i32.add (local.get $found) (i32.mul (i32.load8_u (i32.const 0)) (global.get $calls))))
        (func (export "through") (param i32) (call $throw (local.get 0)))
        (func (export "tail") (param i32) (return_call $throw (local.get 0))))"#;
    everywhere(&[thrower, catcher], |store, modules| {
        let mut linker = Linker::new();
        let tag = Tag::new(store, FuncType::new(&[ValType::I32], &[])).expect("no results");
        linker.define("h", "t", Extern::Tag(tag));
        let back = move |_: &mut Caller<'_>, x: i32| -> Result<(), Exception> {
            if x == 9 { Err(Exception { tag, values: vec![Val::I32(1_000)] }) } else { Ok(()) }
        };
        linker.wrap(store, "h", "back", back).expect("memory");
        let first = linker.instantiate(store, &modules[0]).expect("an instance");
        linker.define_instance(store, "m", first).expect("its store");
        let instance = linker.instantiate(store, &modules[1]).expect("an instance");
        let mut one = |name: &str, x: i32| call(store, instance, name, &[Val::I32(x)]).expect("catches");
        assert_eq!(one("direct", 5), [Val::I32(600)]);
        assert_eq!(one("indirect", 5), [Val::I32(106)]);
        assert_eq!(one("direct", 9), [Val::I32(100_000)]);
        assert_eq!(one("indirect", 9), [Val::I32(1_200)]);
        for name in ["through", "tail"] {
            let found = thrown(call(store, instance, name, &[Val::I32(7)]));
            assert_eq!(found, Exception { tag, values: vec![Val::I32(8)] });
            let found = thrown(call(store, instance, name, &[Val::I32(9)]));
            assert_eq!(found, Exception { tag, values: vec![Val::I32(1_000)] });
        }
    });
}

/// Exceptions pass through host functions that call WebAssembly.
#[test]
fn host_functions_pass_exceptions_on() {
    let text = r#"(module
        (import "h" "call" (func $call (param funcref)))
        (import "h" "wrong" (func $wrong (param i32)))
        (tag $t (export "t") (param i64))
        (func $throw (throw $t (i64.const 41)))
        (elem declare func $throw)
        (func (export "run") (result i64)
            (block $caught (result i64)
                (try_table (catch $t $caught) (call $call (ref.func $throw)))
                (unreachable)))
        (func (export "wrong") (param i32)
            (block $caught (try_table (catch_all $caught) (call $wrong (local.get 0))))))"#;
    everywhere(&[text], |store, modules| {
        let mut linker = Linker::new();
        let run = |caller: &mut Caller<'_>, function: Option<barebones_wasm::Func>| -> Result<(), Error> {
            let found = function.expect("a function").call(caller, &[]);
            // Another exception meanwhile.
            if let Some(exception) = found.as_ref().err().and_then(Error::exception) {
                let reference = reference(caller);
                assert_ne!(Val::ExnRef(None), reference);
                assert_eq!(exception.values, [Val::I64(41)]);
            }
            found.map(drop)
        };
        linker.wrap(store, "h", "call", run).expect("memory");
        let other = Tag::new(&mut Store::new(store.engine()), FuncType::default()).expect("no results");
        let own = Tag::new(store, FuncType::new(&[ValType::I32], &[])).expect("no results");
        let wrong = move |_: &mut Caller<'_>, which: i32| -> Result<(), Exception> {
            Err(match which {
                0 => Exception { tag: own, values: vec![] },
                1 => Exception { tag: own, values: vec![Val::I64(1)] },
                _ => Exception { tag: other, values: vec![] },
            })
        };
        linker.wrap(store, "h", "wrong", wrong).expect("memory");
        let instance = linker.instantiate(store, &modules[0]).expect("an instance");
        assert_eq!(call(store, instance, "run", &[]).expect("catches"), [Val::I64(42 - 1)]);
        // What is no exception of this store ends the call, and is not caught.
        let mut error = |which| call(store, instance, "wrong", &[Val::I32(which)]).expect_err("refused");
        assert_eq!(error(0).to_string(), "expected 1 values of an exception, found 0 values of an exception");
        assert_eq!(error(1).to_string(), "expected i32, found i64");
        assert_eq!(error(2).exception().map(|exception| exception.tag), Some(other));
    });
}

/// References keep exceptions alive in globals, tables and other exceptions; the rest is freed.
#[test]
fn exceptions_are_kept_while_referenced() {
    let text = r#"(module
        (tag $t (param i32 exnref))
        (global $g (mut exnref) (ref.null exn))
        (table $table 2 exnref)
        ;; Chains the exception of $g to a new one.
        (func $chain (export "chain") (param i32)
            (global.set $g (block $caught (result exnref)
                (try_table (catch_all_ref $caught) (throw $t (local.get 0) (global.get $g)))
                (unreachable))))
        (func (export "table") (param i32) (table.set (local.get 0) (global.get $g)))
        ;; Catches the exception of a reference again, as another reference.
        (func (export "again") (param exnref)
            (block $caught (result exnref)
                (try_table (catch_all_ref $caught) (throw_ref (local.get 0)))
                (unreachable))
            drop)
        (func (export "clear") (global.set $g (ref.null exn)))
        ;; The sum of a chain.
        (func $sum (export "sum") (param exnref) (result i32) (local exnref)
            (if (ref.is_null (local.get 0)) (then (return (i32.const 0))))
            (block $caught (result i32 exnref)
                (try_table (catch $t $caught) (throw_ref (local.get 0)))
                (unreachable))
            (local.set 1)
            (i32.add (call $sum (local.get 1))))
        (func (export "sums") (result i32 i32)
            (call $sum (global.get $g)) (call $sum (table.get (i32.const 1))))
        (func (export "garbage") (param i32)
            (loop $next
                (block $caught (result exnref)
                    (try_table (catch_all_ref $caught) (throw $t (local.get 0) (ref.null exn)))
                    (unreachable))
                drop
                (br_if $next (local.tee 0 (i32.sub (local.get 0) (i32.const 1))))))
        (func (export "quiet") (param i32)
            (loop $next
                (block $caught
                    (try_table (catch_all $caught) (throw $t (local.get 0) (ref.null exn))))
                (br_if $next (local.tee 0 (i32.sub (local.get 0) (i32.const 1)))))))"#;
    everywhere(&[text], |store, modules| {
        let instance = Instance::new(store, &modules[0], &[]).expect("no imports");
        let run =
            |store: &mut Store, name: &str, args: &[Val]| call(store, instance, name, args).expect("runs");
        run(store, "quiet", &[Val::I32(500)]);
        assert_eq!(store.exception_count(), 1, "each is freed when the next one is thrown");
        for i in 1..=4 {
            run(store, "chain", &[Val::I32(i)]);
        }
        run(store, "table", &[Val::I32(1)]);
        run(store, "chain", &[Val::I32(5)]);
        let Val::ExnRef(Some(held)) = reference(store) else { panic!("a reference") };
        for _ in 0..3 {
            run(store, "garbage", &[Val::I32(200)]);
            assert_eq!(run(store, "sums", &[]), [Val::I32(15), Val::I32(10)]);
        }
        assert!(store.exception_count() < 2 * 200 + 100, "{}", store.exception_count());
        run(store, "again", &[Val::ExnRef(Some(held))]);
        run(store, "clear", &[]);
        run(store, "garbage", &[Val::I32(900)]);
        assert_eq!(run(store, "sums", &[]), [Val::I32(0), Val::I32(10)]);
        assert!(store.exception_count() < 20, "{}", store.exception_count());
        let kept = held.exception(store).expect("kept for the host");
        assert_eq!(kept.values, [Val::I32(77)]);
        let other = Store::new(store.engine());
        assert!(matches!(held.exception(&other), Err(Error::WrongStore)));
    });
}

/// Typed functions of the host take and return references to exceptions.
#[test]
fn references_pass_through_the_host() {
    let text = r#"(module
        (import "h" "same" (func $same (param exnref) (result exnref)))
        (tag $t (param f64))
        (func (export "run") (result f64)
            (block $caught (result f64)
                (try_table (catch $t $caught)
                    (throw_ref (call $same (block $first (result exnref)
                        (try_table (catch_all_ref $first) (throw $t (f64.const 1.5)))
                        (unreachable)))))
                (unreachable))))"#;
    everywhere(&[text], |store, modules| {
        let mut linker = Linker::new();
        let same = |caller: &mut Caller<'_>, given: Option<ExnRef>| {
            let found = given.expect("not null").exception(caller).expect("its store");
            assert_eq!(found.values, [Val::from(1.5)]);
            given
        };
        linker.wrap(store, "h", "same", same).expect("memory");
        let instance = linker.instantiate(store, &modules[0]).expect("an instance");
        assert_eq!(call(store, instance, "run", &[]).expect("catches"), [Val::from(1.5)]);
        assert_eq!(call(store, instance, "run", &[]).expect("catches"), [Val::from(1.5)]);
    });
}

#[test]
fn tags_are_checked() {
    let engine = Engine::new(Config::default()).expect("works where tests run");
    let mut store = Store::new(&engine);
    let refused = Tag::new(&mut store, FuncType::new(&[], &[ValType::I32])).expect_err("it has a result");
    assert_eq!(refused.to_string(), "expected 0 results of a tag, found 1 results of a tag");
    let text = r#"(module (import "h" "t" (tag (param i32))))"#;
    let module = Module::new(&engine, &bytes(text)).expect("compiles");
    let tag = Tag::new(&mut store, FuncType::new(&[ValType::I64], &[])).expect("no results");
    let error = Instance::new(&mut store, &module, &[Extern::Tag(tag)]).expect_err("another type");
    let message = "incompatible import type: `h` `t`: expected tag (i32) -> (), found tag (i64) -> ()";
    assert_eq!(error.to_string(), message);
    let mut config = Config::default();
    config.features.remove(WasmFeatures::EXCEPTIONS);
    let without = Engine::new(config).expect("works where tests run");
    let error = Module::new(&without, &bytes(text)).err().expect("not enabled").to_string();
    assert!(error.contains("exceptions proposal not enabled"), "{error}");
}

/// A recursion that throws at its end unwinds all frames; too deep a recursion is a trap, not an exception.
#[test]
fn deep_recursion() {
    let text = r#"(module
        (tag $t (param i32))
        (func $down (param i32) (result i32)
            (if (i32.eqz (local.get 0)) (then (throw $t (i32.const 7))))
            (i32.add (call $down (i32.sub (local.get 0) (i32.const 1))) (i32.const 1)))
        (func (export "run") (param i32) (result i32)
            (block $caught (result i32)
                (try_table (result i32) (catch $t $caught) (call $down (local.get 0))))))"#;
    everywhere(&[text], |store, modules| {
        let instance = Instance::new(store, &modules[0], &[]).expect("no imports");
        assert_eq!(call(store, instance, "run", &[Val::I32(500)]).expect("catches"), [Val::I32(7)]);
        let error = call(store, instance, "run", &[Val::I32(-1)]).expect_err("too deep");
        assert_eq!(error.trap().map(|trap| trap.kind), Some(TrapKind::StackOverflow));
        assert_eq!(call(store, instance, "run", &[Val::I32(3)]).expect("catches"), [Val::I32(7)]);
    });
}
