//! The host interface: functions, errors, panics, traps and backtraces.

use super::common::bytes;
use barebones::OptLevel;
use barebones_wasm::{
    BoundsChecks, Caller, Config, Engine, Error, Extern, ExternRef, Func, FuncType, Global, GlobalType,
    Instance, Limits, Linker, Memory, MemoryType, Module, Store, Table, TableType, TrapKind, Val, ValType,
    WasmFeatures,
};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

fn engine(level: OptLevel) -> Engine {
    Engine::new(Config::at(level)).expect("works where tests run")
}

/// Compiles a module at every level.
fn at_all_levels(text: &str, check: impl Fn(Store, Module, Linker)) {
    for level in OptLevel::ALL {
        let engine = engine(level);
        let module = Module::new(&engine, &bytes(text)).expect("compiles");
        check(Store::new(&engine), module, Linker::new());
    }
}

fn trap_of(result: Result<impl Sized, Error>) -> barebones_wasm::Trap {
    match result {
        Err(Error::Trap(trap)) => trap,
        Err(other) => panic!("expected a trap, found {other}"),
        Ok(_) => panic!("expected a trap, found results"),
    }
}

#[test]
fn host_functions_take_and_give_all_types() {
    let text = r#"(module
        (import "h" "mix" (func $mix (param i32 i64 f32 f64 externref) (result f64 externref i32 i64 f32)))
        (func (export "run") (param i32 i64 f32 f64 externref) (result f64 externref i32 i64 f32)
            local.get 0 local.get 1 local.get 2 local.get 3 local.get 4 call $mix))"#;
    at_all_levels(text, |mut store, module, mut linker| {
        let mix = |_: &mut Caller<'_>, a: i32, b: i64, c: f32, d: f64, e: Option<ExternRef>| {
            (d + 1.0, e, a + 1, b + 1, c + 1.0)
        };
        linker.wrap(&mut store, "h", "mix", mix).unwrap();
        let instance = linker.instantiate(&mut store, &module).unwrap();
        let run = instance.func(&store, "run").unwrap();
        type All = (f64, Option<ExternRef>, i32, i64, f32);
        let typed = run.typed::<(i32, i64, f32, f64, Option<ExternRef>), All>(&store).unwrap();
        let results = typed.call(&mut store, (-2, i64::MAX - 1, 0.5, 1e300, Some(ExternRef(7)))).unwrap();
        assert_eq!(results, (1e300 + 1.0, Some(ExternRef(7)), -1, i64::MAX, 1.5));
        assert!(run.typed::<i32, i32>(&store).is_err());
        assert!(matches!(run.call(&mut store, &[]), Err(Error::Type { .. })));
        let wrong = [Val::I64(0), Val::I64(0), Val::F32(0), Val::F64(0), Val::ExternRef(None)];
        assert!(matches!(run.call(&mut store, &wrong), Err(Error::Type { .. })));
    });
}

#[test]
fn host_functions_may_have_types_of_imports() {
    let text = r#"(module
        (import "h" "swap" (func $swap (param i64 f32 externref) (result externref f32 i64)))
        (func (export "run") (param i64 f32 externref) (result externref f32 i64)
            local.get 0 local.get 1 local.get 2 call $swap))"#;
    at_all_levels(text, |mut store, module, mut linker| {
        let (_, _, ty) = module.imports().next().expect("one import");
        let barebones_wasm::ExternType::Func(ty) = ty.clone() else { panic!("{ty:?}") };
        let swap = |_: &mut Caller<'_>, args: &[Val]| match args[0] {
            Val::I64(0) => Ok(args.to_vec()),
            Val::I64(1) => Ok(args[..2].to_vec()),
            Val::I64(2) => Err("two".into()),
            _ => Ok(args.iter().rev().copied().collect()),
        };
        let swap = Func::new(&mut store, ty.clone(), swap).unwrap();
        assert_eq!(swap.ty(&store).unwrap(), ty);
        linker.define("h", "swap", Extern::Func(swap));
        let instance = linker.instantiate(&mut store, &module).unwrap();
        let run = instance.func(&store, "run").unwrap();
        let mut call = |first| {
            let args = [Val::I64(first), Val::from(1.5f32), Val::ExternRef(Some(ExternRef(9)))];
            (run.call(&mut store, &args), args)
        };
        let (results, mut args) = call(-3);
        args.reverse();
        assert_eq!(results.unwrap(), args);
        let type_error = |result: Result<Vec<Val>, Error>| match result {
            Err(Error::Type { expected, found }) => (expected, found),
            other => panic!("{other:?}"),
        };
        let pair = |a: &str, b: &str| (a.to_string(), b.to_string());
        assert_eq!(type_error(call(0).0), pair("externref", "i64"));
        assert_eq!(type_error(call(1).0), pair("3 results", "2 results"));
        assert!(matches!(call(2).0, Err(Error::Host(error)) if error.to_string() == "two"));
    });
}

#[test]
fn host_errors_and_panics_are_unchanged() {
    let text = r#"(module
        (import "h" "fail" (func $fail (param i32) (result i32)))
        (func $middle (param i32) (result i32) local.get 0 call $fail i32.const 1 i32.add)
        (func (export "run") (param i32) (result i32) local.get 0 call $middle))"#;
    #[derive(Debug, PartialEq)]
    struct Own(i32);
    impl std::fmt::Display for Own {
        fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
            write!(f, "own {}", self.0)
        }
    }
    impl std::error::Error for Own {}
    at_all_levels(text, |mut store, module, mut linker| {
        let dropped = Arc::new(AtomicU32::new(0));
        let count = dropped.clone();
        let fail = move |_: &mut Caller<'_>, x: i32| -> Result<i32, Own> {
            struct Counted(Arc<AtomicU32>);
            impl Drop for Counted {
                fn drop(&mut self) {
                    self.0.fetch_add(1, Ordering::Relaxed);
                }
            }
            let _counted = Counted(count.clone());
            match x {
                0 => Ok(41),
                1 => Err(Own(5)),
                _ => std::panic::panic_any(Own(6)),
            }
        };
        linker.wrap(&mut store, "h", "fail", fail).unwrap();
        let instance = linker.instantiate(&mut store, &module).unwrap();
        let run = instance.func(&store, "run").unwrap().typed::<i32, i32>(&store).unwrap();
        for _ in 0..3 {
            assert_eq!(run.call(&mut store, 0).unwrap(), 42);
            match run.call(&mut store, 1) {
                Err(Error::Host(error)) => assert_eq!(error.downcast_ref::<Own>(), Some(&Own(5))),
                other => panic!("{other:?}"),
            }
            let hook = std::panic::take_hook();
            std::panic::set_hook(Box::new(|_| {}));
            let panic = catch_unwind(AssertUnwindSafe(|| run.call(&mut store, 2))).unwrap_err();
            std::panic::set_hook(hook);
            assert_eq!(panic.downcast_ref::<Own>(), Some(&Own(6)));
        }
        assert_eq!(dropped.load(Ordering::Relaxed), 9);
    });
}

#[test]
fn traps_have_backtraces() {
    let text = r#"(module $m
        (memory 1)
        (func $inner (param i32) (result i32) (i32.div_u (i32.const 1) (local.get 0)))
        (func $outer (export "outer") (param i32) (result i32) (i32.add (call $inner (local.get 0)) (i32.const 1)))
        (func $load (export "load") (param i32) (result i32) (i32.load offset=4 (local.get 0))))"#;
    at_all_levels(text, |mut store, module, linker| {
        let instance = linker.instantiate(&mut store, &module).unwrap();
        let outer = instance.func(&store, "outer").unwrap();
        assert_eq!(outer.call(&mut store, &[Val::I32(1)]).unwrap(), [Val::I32(2)]);
        let trap = trap_of(outer.call(&mut store, &[Val::I32(0)]));
        assert_eq!(trap.kind, TrapKind::IntegerDivideByZero);
        let names: Vec<_> = trap.backtrace.iter().map(|frame| frame.name.as_deref()).collect();
        assert_eq!(names, [Some("inner"), Some("outer")]);
        let offsets: Vec<u32> = trap.backtrace.iter().map(|frame| frame.offset.unwrap()).collect();
        let binary = bytes(text);
        assert_eq!((binary[offsets[0] as usize], binary[offsets[1] as usize]), (0x6e, 0x10), "div_u, call");
        let load = instance.func(&store, "load").unwrap();
        assert_eq!(load.call(&mut store, &[Val::I32(65528)]).unwrap(), [Val::I32(0)]);
        for index in [65529, -1, i32::MIN] {
            let trap = trap_of(load.call(&mut store, &[Val::I32(index)]));
            assert_eq!(trap.kind, TrapKind::MemoryOutOfBounds);
            assert_eq!(trap.to_string().lines().count(), 2);
        }
    });
}

#[test]
fn stack_is_usable_after_an_overflow() {
    let text = r#"(module
        (import "h" "again" (func $again (param i32)))
        (func $forever (export "forever") (param i64) (result i64)
            (i64.add (call $forever (i64.add (local.get 0) (i64.const 1))) (i64.const 1)))
        (func (export "mutual") (param i32) (call $again (local.get 0))))"#;
    at_all_levels(text, |mut store, module, mut linker| {
        let again = |caller: &mut Caller<'_>, depth: i32| -> Result<(), Error> {
            let instance = caller.instance().expect("imported");
            let mutual = instance.func(caller, "mutual")?.typed::<i32, ()>(caller)?;
            mutual.call(caller, depth + 1)
        };
        linker.wrap(&mut store, "h", "again", again).unwrap();
        let instance = linker.instantiate(&mut store, &module).unwrap();
        let forever = instance.func(&store, "forever").unwrap();
        let mutual = instance.func(&store, "mutual").unwrap();
        for _ in 0..3 {
            let trap = trap_of(forever.call(&mut store, &[Val::I64(0)]));
            assert_eq!(trap.kind, TrapKind::StackOverflow);
            assert!(trap.backtrace.len() > 10);
            // Recursion through the host, until the stack overflows: the error is the trap of the innermost call.
            let trap = trap_of(mutual.call(&mut store, &[Val::I32(0)]));
            assert_eq!(trap.kind, TrapKind::StackOverflow);
        }
    });
}

#[test]
fn frame_larger_than_the_stack_overflows() {
    // 30,000 locals that are live across a call.
    let count = 30_000;
    let sets: String = (0..count).map(|i| format!("(local.set {i} (call $f))")).collect();
    let gets: String = (0..count).map(|i| format!("(local.get {i}) i64.add ")).collect();
    let text = format!(
        "(module (func $f (result i64) (i64.const 1))
            (func (export \"big\") (result i64) (local {}) {sets} i64.const 0 {gets}))",
        "i64 ".repeat(count)
    );
    let call = move |max_stack: usize| {
        let mut config = Config::at(OptLevel::O0);
        config.max_stack = max_stack;
        let engine = Engine::new(config).unwrap();
        let module = Module::new(&engine, &bytes(&text)).unwrap();
        let mut store = Store::new(&engine);
        let instance = Linker::new().instantiate(&mut store, &module).unwrap();
        // Compilation needs more stack than the thread of the call has.
        let thread = std::thread::Builder::new().stack_size(192 << 10);
        let mut call = move || instance.func(&store, "big").unwrap().call(&mut store, &[]);
        if max_stack < 1 << 20 { thread.spawn(call).unwrap().join().unwrap() } else { call() }
    };
    assert_eq!(call(1 << 20).unwrap(), [Val::I64(count as i64)]);
    // The prologue touches pages past the end of the thread's stack.
    let trap = trap_of(call(128 << 10));
    assert_eq!((trap.kind, trap.backtrace.len()), (TrapKind::StackOverflow, 1));
}

#[test]
fn the_host_shares_memories_tables_and_globals() {
    let text = r#"(module
        (import "h" "m" (memory 1 3))
        (import "h" "t" (table 2 funcref))
        (import "h" "g" (global $g (mut i64)))
        (type $binary (func (param i32 i32) (result i32)))
        (func $sub (export "sub") (type $binary) (i32.sub (local.get 0) (local.get 1)))
        (func (export "apply") (param i32) (result i32)
            (call_indirect (type $binary) (i32.const 50) (i32.const 8) (local.get 0)))
        (func (export "step") (result i32)
            (global.set $g (i64.add (global.get $g) (i64.const 1)))
            (i32.store8 (i32.const 65536) (i32.load8_u (i32.const 10)))
            (i32.load8_u (i32.const 65536))))"#;
    at_all_levels(text, |mut store, module, mut linker| {
        let limits = Limits { min: 2, max: Some(3) };
        let memory = Memory::new(&mut store, MemoryType::new(limits)).unwrap();
        let ty = TableType::new(ValType::FUNCREF, Limits { min: 2, max: None });
        let table = Table::new(&mut store, ty, Val::FuncRef(None)).unwrap();
        let ty = GlobalType { content: ValType::I64, mutable: true };
        let global = Global::new(&mut store, ty, Val::I64(5)).unwrap();
        linker.define("h", "m", Extern::Memory(memory)).define("h", "t", Extern::Table(table));
        linker.define("h", "g", Extern::Global(global));
        let instance = linker.instantiate(&mut store, &module).unwrap();
        memory.data_mut(&mut store).unwrap()[10] = 99;
        let step = instance.func(&store, "step").unwrap();
        assert_eq!(step.call(&mut store, &[]).unwrap(), [Val::I32(99)]);
        assert_eq!(global.get(&store).unwrap(), Val::I64(6));
        assert_eq!(memory.data(&store).unwrap()[65536], 99);
        assert_eq!(memory.grow(&mut store, 1).unwrap(), 2);
        assert!(memory.grow(&mut store, 1).is_err());
        let apply = instance.func(&store, "apply").unwrap().typed::<u32, i32>(&store).unwrap();
        assert_eq!(trap_of(apply.call(&mut store, 0)).kind, TrapKind::UninitializedElement);
        assert_eq!(trap_of(apply.call(&mut store, 2)).kind, TrapKind::UndefinedElement);
        let sub = instance.func(&store, "sub").unwrap();
        table.set(&mut store, 0, Val::FuncRef(Some(sub))).unwrap();
        let add = Func::wrap(&mut store, |_: &mut Caller<'_>, a: i32, b: i32| a + b).unwrap();
        table.set(&mut store, 1, Val::FuncRef(Some(add))).unwrap();
        assert_eq!((apply.call(&mut store, 0).unwrap(), apply.call(&mut store, 1).unwrap()), (42, 58));
        let other = Func::wrap(&mut store, |_: &mut Caller<'_>, _: i64| {}).unwrap();
        assert_eq!(table.grow(&mut store, 1000, Val::FuncRef(Some(other))).unwrap(), 2);
        assert_eq!(trap_of(apply.call(&mut store, 2)).kind, TrapKind::IndirectCallTypeMismatch);
        assert_eq!(table.get(&store, 2).unwrap(), Val::FuncRef(Some(other)));
        assert!(table.get(&store, 1002).is_err());
    });
}

#[test]
fn memories_grow_no_further_than_configured() {
    let text = r#"(module (memory (export "m") 2)
        (memory $wide i64 1 3)
        (func (export "grow") (param i32) (result i32) (memory.grow (local.get 0)))
        (func (export "grow_wide") (param i64) (result i64) (memory.grow $wide (local.get 0)))
        (func (export "get") (param i32) (result i32) (i32.load8_u (local.get 0))))"#;
    for checks in [BoundsChecks::GuardPages, BoundsChecks::Explicit] {
        let mut config = Config::default();
        // A partial page does not count.
        (config.bounds_checks, config.max_memory) = (checks, (5 << 16) + 0xffff);
        let engine = Engine::new(config).expect("works where tests run");
        let module = Module::new(&engine, &bytes(text)).expect("compiles");
        let mut store = Store::new(&engine);
        let instance = Instance::new(&mut store, &module, &[]).expect("no imports");
        let mut call = |name: &str, arg: Val| instance.func(&store, name).unwrap().call(&mut store, &[arg]);
        assert_eq!(call("grow", Val::I32(4)).unwrap(), [Val::I32(-1)]);
        assert_eq!(call("grow", Val::I32(3)).unwrap(), [Val::I32(2)]);
        assert_eq!(call("grow", Val::I32(1)).unwrap(), [Val::I32(-1)]);
        assert_eq!(call("get", Val::I32((5 << 16) - 1)).unwrap(), [Val::I32(0)]);
        for outside in [5 << 16, -1] {
            assert_eq!(trap_of(call("get", Val::I32(outside))).kind, TrapKind::MemoryOutOfBounds);
        }
        // The declared maximum is lower.
        assert_eq!(call("grow_wide", Val::I64(3)).unwrap(), [Val::I64(-1)]);
        assert_eq!(call("grow_wide", Val::I64(2)).unwrap(), [Val::I64(1)]);
        let limits = Limits { min: 6, max: None };
        let error = Memory::new(&mut store, MemoryType::new(limits)).expect_err("too large");
        assert!(matches!(error, Error::OutOfMemory { what: "a linear memory" }), "{error:?}");
    }
}

#[test]
fn memories_have_64_bit_addresses() {
    let text = r#"(module
        (import "h" "m" (memory i64 1))
        (memory $narrow 1)
        (data (i64.const 0x1_0000_0010) "wide")
        (func (export "get") (param i64) (result i32) (i32.load8_u offset=1 (local.get 0)))
        (func (export "set") (param i64 i64) (i64.store offset=0xffff_ffff (local.get 0) (local.get 1)))
        (func (export "last") (param i64) (result i32) (i32.load8_u offset=0xffff_ffff_ffff_ffff (local.get 0)))
        (func (export "grow") (param i64) (result i64) (memory.grow (local.get 0)))
        (func (export "copy") (param i64 i32 i32) (memory.copy 1 0 (local.get 1) (local.get 0) (local.get 2)))
        (func (export "fill") (param i64 i64) (memory.fill (local.get 0) (i32.const 7) (local.get 1)))
        (func (export "narrow") (param i32) (result i32) (i32.load8_u $narrow (local.get 0))))"#;
    at_all_levels(text, |mut store, module, mut linker| {
        let limits = Limits { min: (1 << 16) + 1, max: Some(1 << 17) };
        let narrow = Memory::new(&mut store, MemoryType::new(Limits { min: 1, max: None })).unwrap();
        linker.define("h", "m", Extern::Memory(narrow));
        let error = linker.instantiate(&mut store, &module).expect_err("32-bit addresses").to_string();
        assert!(error.contains("expected memory i64 1.., found memory 1.."), "{error}");
        let memory =
            Memory::new(&mut store, MemoryType { memory64: true, ..MemoryType::new(limits) }).unwrap();
        linker.define("h", "m", Extern::Memory(memory));
        let instance = linker.instantiate(&mut store, &module).unwrap();
        let mut call = |name: &str, args: &[Val]| instance.func(&store, name).unwrap().call(&mut store, args);
        assert_eq!(call("get", &[Val::I64(0x1_0000_000f)]).unwrap(), [Val::I32(b'w'.into())]);
        call("set", &[Val::I64(0x11), Val::I64(0x4241)]).unwrap();
        assert_eq!(call("get", &[Val::I64(0x1_0000_000f)]).unwrap(), [Val::I32(0x41)]);
        call("copy", &[Val::I64(0x1_0000_0010), Val::I32(5), Val::I32(2)]).unwrap();
        assert_eq!(call("narrow", &[Val::I32(6)]).unwrap(), [Val::I32(0x42)]);
        let mut outside = |name: &str, args: &[Val]| {
            assert_eq!(trap_of(call(name, args)).kind, TrapKind::MemoryOutOfBounds, "{name} {args:?}");
        };
        outside("get", &[Val::I64(0x1_0000_ffff)]);
        outside("get", &[Val::I64(-1)]);
        outside("set", &[Val::I64(-1), Val::I64(0)]);
        outside("last", &[Val::I64(1)]);
        outside("last", &[Val::I64(0)]);
        outside("fill", &[Val::I64(16), Val::I64(-16)]);
        outside("fill", &[Val::I64(0x1_0000_fff0), Val::I64(17)]);
        outside("copy", &[Val::I64(-1), Val::I32(0), Val::I32(2)]);
        assert_eq!(call("grow", &[Val::I64(1)]).unwrap(), [Val::I64((1 << 16) + 1)]);
        assert_eq!(call("grow", &[Val::I64(1 << 32)]).unwrap(), [Val::I64(-1)]);
        assert_eq!(call("get", &[Val::I64(0x1_0000_ffff)]).unwrap(), [Val::I32(0)]);
    });
}

#[test]
fn invalid_modules_and_imports_have_named_errors() {
    let engine = engine(OptLevel::O2);
    let structure = bytes("(module (type (struct)))");
    let error = Module::new(&engine, &structure).err().expect("not supported").to_string();
    assert!(error.contains("gc") && error.contains("at offset"), "{error}");
    let mut config = Config::at(OptLevel::O0);
    config.features.remove(barebones_wasm::WasmFeatures::MEMORY64);
    let narrow = Engine::new(config).unwrap();
    let error =
        Module::new(&narrow, &bytes("(module (memory i64 1))")).err().expect("not enabled").to_string();
    assert!(error.contains("memory64") && error.contains("at offset"), "{error}");
    let wide = bytes("(module (table i64 1 funcref))");
    let error = Module::new(&narrow, &wide).err().expect("not enabled").to_string();
    assert!(error.contains("memory64") && error.contains("at offset"), "{error}");
    assert!(Module::new(&engine, b"\0asm\x01\0\0").is_err());
    let module = Module::new(&engine, &bytes(r#"(module (import "a" "b" (func (param i32))))"#)).unwrap();
    let (mut store, mut linker) = (Store::new(&engine), Linker::new());
    let missing = linker.instantiate(&mut store, &module).expect_err("nothing is defined");
    assert_eq!(missing.to_string(), "unknown import `a` `b`");
    linker.wrap(&mut store, "a", "b", |_: &mut Caller<'_>, _: i64| {}).unwrap();
    let wrong = linker.instantiate(&mut store, &module).expect_err("another type");
    assert_eq!(
        wrong.to_string(),
        "incompatible import type: `a` `b`: expected func (i32) -> (), found func (i64) -> ()"
    );
    let Some(Extern::Func(function)) = linker.get("a", "b") else { panic!("defined above") };
    assert_eq!(function.ty(&store).unwrap(), FuncType::new(&[ValType::I64], &[]));
    assert!(matches!(function.ty(&Store::new(&engine)), Err(Error::WrongStore)));
}

#[test]
fn functions_are_compiled_by_several_threads() {
    let functions: String = (0..200)
        .map(|i| {
            format!(
                "(func (export \"f{i}\") (result i32) (i32.add (i32.const {i}) (call {})))",
                (i + 1) % 201
            )
        })
        .collect();
    let text = format!("(module {functions} (func (result i32) i32.const 1000))");
    let mut images = Vec::new();
    for threads in [1, 4] {
        let mut config = Config::at(OptLevel::O1);
        (config.threads, config.bounds_checks) = (threads, BoundsChecks::Explicit);
        let engine = Engine::new(config).unwrap();
        let seen = std::sync::Mutex::new(Vec::new());
        let progress = |done, all| seen.lock().unwrap().push((done, all));
        let module = Module::with_progress(&engine, &bytes(&text), &progress).unwrap();
        let mut seen = seen.into_inner().unwrap();
        assert!(threads > 1 || seen.is_sorted());
        seen.sort();
        assert_eq!(seen, (1..=201).map(|done| (done, 201)).collect::<Vec<_>>());
        assert_eq!((module.stats().functions, module.stats().operators), (201, 4 * 200 + 2));
        let mut store = Store::new(&engine);
        let instance = Instance::new(&mut store, &module, &[]).unwrap();
        let result = instance.func(&store, "f0").unwrap().call(&mut store, &[]).unwrap();
        assert_eq!(result, [Val::I32(199 * 200 / 2 + 1000)]);
        images.push(module.codes().iter().map(|code| code.instructions().len()).collect::<Vec<_>>());
    }
    assert_eq!(images[0], images[1]);
}

#[test]
fn tail_calls_take_no_stack() {
    let text = r#"(module
        (import "h" "last" (func $last (param i64) (result i64)))
        (type $t (func (param i64 i64 i64 i64 i64 i64 i64 i64 i64) (result i64 i64 i64)))
        (table funcref (elem $odd))
        (func $even (export "even") (param i64) (result i64 i64 i64)
            (if (i64.eqz (local.get 0)) (then (return (i64.const 1) (i64.const 2) (i64.const 3))))
            (return_call_indirect (type $t) (i64.sub (local.get 0) (i64.const 1))
                (i64.const 1) (i64.const 2) (i64.const 3) (i64.const 4) (i64.const 5) (i64.const 6) (i64.const 7)
                (i64.const 8) (i32.const 0)))
        (func $odd (type $t)
            (if (i64.eqz (local.get 0)) (then (return (local.get 6) (local.get 7) (local.get 8))))
            (return_call $even (i64.sub (local.get 0) (i64.const 1))))
        (func (export "host") (param i64) (result i64) (return_call $last (local.get 0))))"#;
    at_all_levels(text, |mut store, module, mut linker| {
        linker.wrap(&mut store, "h", "last", |_: &mut Caller<'_>, x: i64| x * 2).unwrap();
        let instance = linker.instantiate(&mut store, &module).unwrap();
        let even = instance.func(&store, "even").unwrap().typed::<i64, (i64, i64, i64)>(&store).unwrap();
        assert_eq!(even.call(&mut store, 1_000_000).unwrap(), (1, 2, 3));
        assert_eq!(even.call(&mut store, 1_000_001).unwrap(), (6, 7, 8));
        let host = instance.func(&store, "host").unwrap();
        assert_eq!(host.call(&mut store, &[Val::I64(21)]).unwrap(), [Val::I64(42)]);
    });
}

#[test]
fn host_functions_may_have_dynamic_types() {
    let text = r#"(module
        (import "h" "f" (func $f (param i32 f64 externref) (result externref i64)))
        (func (export "run") (param i32 f64 externref) (result externref i64)
            (call $f (local.get 0) (local.get 1) (local.get 2))))"#;
    at_all_levels(text, |mut store, module, mut linker| {
        let ty = FuncType::new(
            &[ValType::I32, ValType::F64, ValType::EXTERNREF],
            &[ValType::EXTERNREF, ValType::I64],
        );
        let function = Func::new(&mut store, ty.clone(), |_, args| match *args {
            [Val::I32(0), _, reference] => Ok(vec![reference, Val::I64(-1)]),
            [Val::I32(1), ..] => Ok(vec![Val::I64(1), Val::I64(1)]),
            [Val::I32(2), ..] => Ok(vec![]),
            _ => Err("no such case".into()),
        });
        let function = function.unwrap();
        assert_eq!(function.ty(&store).unwrap(), ty);
        linker.define("h", "f", Extern::Func(function));
        let instance = linker.instantiate(&mut store, &module).unwrap();
        let run = instance.func(&store, "run").unwrap();
        let reference = Val::ExternRef(Some(ExternRef(9)));
        let mut call = |case: i32| run.call(&mut store, &[Val::I32(case), Val::from(0.5), reference]);
        assert_eq!(call(0).unwrap(), [reference, Val::I64(-1)]);
        for wrong in [1, 2] {
            assert!(matches!(call(wrong), Err(Error::Type { .. })), "case {wrong}");
        }
        assert!(matches!(call(3), Err(Error::Host(error)) if error.to_string() == "no such case"));
    });
}

#[test]
fn failed_start_keeps_its_effects() {
    let text = r#"(module
        (import "h" "g" (global $g (mut i32)))
        (func $start (global.set $g (i32.const 3)) unreachable)
        (start $start))"#;
    at_all_levels(text, |mut store, module, mut linker| {
        let ty = GlobalType { content: ValType::I32, mutable: true };
        let global = Global::new(&mut store, ty, Val::I32(0)).unwrap();
        linker.define("h", "g", Extern::Global(global));
        assert_eq!(trap_of(linker.instantiate(&mut store, &module)).kind, TrapKind::Unreachable);
        assert_eq!(global.get(&store).unwrap(), Val::I32(3));
    });
}

/// The validator accepts proposals that are not implemented. Unreachable operators of these are no error.
#[test]
fn reachable_operators_of_other_proposals_are_errors() {
    let mut config = Config::default();
    config.features |= WasmFeatures::LEGACY_EXCEPTIONS;
    let engine = Engine::new(config).expect("works where tests run");
    // try_table, which is implemented; try, catch_all; try, delegate: each with the end of its frame.
    const FRAMES: [&[u8]; 3] = [&[0x1F, 0x40, 0, 0x0B], &[6, 0x40, 0x19, 0x0B], &[6, 0x40, 0x18, 0]];
    for frame in FRAMES {
        for is_reached in [false, true] {
            // In a loop that increments the first local until it is not below the parameter, and returns it.
            let mut code = vec![1, 1, 0x7F, 3, 0x40, 2, 0x40];
            code.extend_from_slice(if is_reached { &[1] } else { &[0x0C, 0] });
            code.extend_from_slice(frame);
            code.extend([0x0B, 0x20, 1, 0x41, 1, 0x6A, 0x22, 1, 0x20, 0, 0x49, 0x0D, 0, 0x0B, 0x20, 1, 0x0B]);
            let mut module =
                b"\0asm\x01\0\0\0\x01\x06\x01\x60\x01\x7F\x01\x7F\x03\x02\x01\0\x07\x05\x01\x01f\0\0"
                    .to_vec();
            module.extend([10, code.len() as u8 + 2, 1, code.len() as u8]);
            module.extend(code);
            match Module::new(&engine, &module) {
                Err(Error::Unsupported { feature, .. }) if is_reached && frame != FRAMES[0] => {
                    assert_eq!(feature, "an operator");
                }
                Ok(module) if !is_reached || frame == FRAMES[0] => {
                    let mut store = Store::new(&engine);
                    let instance = Instance::new(&mut store, &module, &[]).expect("an instance");
                    let function = instance.func(&store, "f").expect("it is there");
                    assert_eq!(function.call(&mut store, &[Val::I32(10)]).expect("returns"), [Val::I32(10)]);
                }
                other => panic!("{frame:?}, {is_reached}: {:?}", other.map(|_| ())),
            }
        }
    }
}

#[test]
fn modules_and_stores_of_different_engines_do_not_fit() {
    let [first, second] = [OptLevel::O2, OptLevel::O2].map(engine);
    let module = Module::new(&first, &bytes("(module)")).expect("compiles");
    let error = Instance::new(&mut Store::new(&second), &module, &[]).expect_err("another engine");
    assert!(matches!(error, Error::WrongEngine), "{error:?}");
    assert_eq!(error.to_string(), "the module and the store have different engines");
    // A clone is the same engine.
    Instance::new(&mut Store::new(&first.clone()), &module, &[]).expect("the same engine");
}

/// Aborts, because compiled code would continue with data of a freed store.
#[test]
fn replacing_the_store_aborts() {
    const NAME: &str = "runtime::replacing_the_store_aborts";
    if std::env::var_os("BAREBONES_TEST_CHILD").is_none_or(|name| name != NAME) {
        let mut command = barebones_testing::native::this_program();
        command.args(["--exact", NAME, "--nocapture"]).env("BAREBONES_TEST_CHILD", NAME);
        let output = command.output().unwrap();
        let text = String::from_utf8_lossy(&output.stdout);
        assert!(text.contains("replaced") && !text.contains("continues"), "{output:?}");
        let signal = std::os::unix::process::ExitStatusExt::signal(&output.status);
        assert_eq!(signal, Some(6), "SIGABRT: {output:?}");
        return;
    }
    let engine = Engine::new(Config::default()).unwrap();
    let mut store = Store::new(&engine);
    let mut linker = Linker::new();
    let take = |caller: &mut Caller<'_>| {
        let mut other = Store::new(caller.engine());
        std::mem::swap::<Store>(caller, &mut other);
        println!("replaced");
    };
    linker.wrap(&mut store, "h", "take", take).unwrap();
    let text = r#"(module (import "h" "take" (func $take)) (func (export "f") (call $take)))"#;
    let module = Module::new(&engine, &bytes(text)).unwrap();
    let instance = linker.instantiate(&mut store, &module).unwrap();
    let result = instance.func(&store, "f").unwrap().call(&mut store, &[]);
    println!("continues: {result:?}");
}
