//! Tables of functions that nothing writes: calls through them check less, and behave the same.

use super::common::{bytes, call_i32};
use barebones::OptLevel;
use barebones_wasm::{
    Config, Engine, Error, Extern, Global, GlobalType, Instance, Limits, Linker, Module, Store, Table,
    TableType, TrapKind, Val, ValType,
};

/// Configurations with eager, lazy and interpreted functions.
fn configs() -> Vec<Config> {
    let mut configs: Vec<Config> = OptLevel::ALL.into_iter().map(Config::at).collect();
    let mut lazy = Config::default();
    lazy.lazy = true;
    let mut interpreted = Config::default();
    interpreted.interpret = true;
    configs.extend([lazy, interpreted]);
    configs
}

/// The result of a function, or why it trapped.
fn outcome(store: &mut Store, instance: Instance, name: &str, args: &[i32]) -> Result<i32, TrapKind> {
    call_i32(store, instance, name, args).map_err(|error| match error {
        Error::Trap(trap) => trap.kind,
        other => panic!("expected a trap, found {other}"),
    })
}

/// Calls functions of a module that imports nothing: `(name, arguments, outcome)`.
fn check(text: &str, calls: &[(&str, &[i32], Result<i32, TrapKind>)]) {
    for config in configs() {
        let engine = Engine::new(config.clone()).expect("works where tests run");
        let module = Module::new(&engine, &bytes(text)).expect("compiles");
        let mut store = Store::new(&engine);
        let instance = Linker::new().instantiate(&mut store, &module).expect("imports nothing");
        for (name, args, expected) in calls {
            let found = outcome(&mut store, instance, name, args);
            let how = (config.opt_level, config.lazy, config.interpret);
            assert_eq!(found, *expected, "{name}{args:?}, {how:?}");
        }
    }
}

const OUTSIDE: Result<i32, TrapKind> = Err(TrapKind::UndefinedElement);
const NULL: Result<i32, TrapKind> = Err(TrapKind::UninitializedElement);
const MISMATCH: Result<i32, TrapKind> = Err(TrapKind::IndirectCallTypeMismatch);

#[test]
fn functions_of_one_type() {
    // The third element is null. `$same` equals `$unary`; no function has the type `$other`.
    let text = r#"(module
        (type $unary (func (param i32) (result i32)))
        (type $other (func (param i32 i32) (result i32)))
        (type $same (func (param i32) (result i32)))
        (table 5 funcref)
        (elem (i32.const 0) $plus $minus)
        (elem (i32.const 3) $minus $tail)
        (func $plus (type $unary) (i32.add (local.get 0) (i32.const 10)))
        (func $minus (type $same) (i32.sub (local.get 0) (i32.const 10)))
        (func $tail (type $unary) (return_call_indirect (type $same) (local.get 0) (i32.const 1)))
        (func (export "call") (param i32 i32) (result i32)
            (call_indirect (type $unary) (local.get 0) (local.get 1)))
        (func (export "same") (param i32 i32) (result i32)
            (call_indirect (type $same) (local.get 0) (local.get 1)))
        (func (export "tail") (param i32 i32) (result i32)
            (return_call_indirect (type $unary) (local.get 0) (local.get 1)))
        (func (export "other") (param i32) (result i32)
            (call_indirect (type $other) (i32.const 1) (i32.const 2) (local.get 0)))
        (func (export "masked") (param i32 i32) (result i32)
            (call_indirect (type $unary) (local.get 0) (i32.and (local.get 1) (i32.const 3))))
        (func (export "sum") (param i32) (result i32) (local $sum i32)
            (loop
                (local.set $sum (call_indirect (type $unary)
                    (i32.mul (local.get $sum) (i32.const 3)) (i32.and (local.get 0) (i32.const 1))))
                (br_if 0 (local.tee 0 (i32.sub (local.get 0) (i32.const 1)))))
            (local.get $sum))
        (func (export "size") (result i32) (table.size 0))
        (func (export "is_null") (param i32) (result i32) (ref.is_null (table.get 0 (local.get 0)))))"#;
    for name in ["call", "same", "tail"] {
        check(
            text,
            &[
                (name, &[5, 0], Ok(15)),
                (name, &[5, 1], Ok(-5)),
                (name, &[5, 2], NULL),
                (name, &[5, 3], Ok(-5)),
                (name, &[7, 4], Ok(-3)),
                (name, &[5, 5], OUTSIDE),
                (name, &[5, -1], OUTSIDE),
                (name, &[5, i32::MIN], OUTSIDE),
            ],
        );
    }
    check(
        text,
        &[
            ("other", &[0], MISMATCH),
            ("other", &[2], NULL),
            ("other", &[5], OUTSIDE),
            ("masked", &[1, 7], Ok(-9)),
            ("masked", &[1, 6], NULL),
            ("sum", &[4], Ok(200)),
            ("size", &[], Ok(5)),
            ("is_null", &[1], Ok(0)),
            ("is_null", &[2], Ok(1)),
            ("is_null", &[5], Err(TrapKind::TableOutOfBounds)),
        ],
    );
}

#[test]
fn functions_of_several_types() {
    let text = r#"(module
        (type $unary (func (param i32) (result i32)))
        (type $binary (func (param i32 i32) (result i32)))
        (type $same (func (param i32 i32) (result i32)))
        (type $none (func (result i32)))
        (table $unused 3 funcref)
        (table $t 4 funcref)
        (elem (table $t) (i32.const 1) func $double $divide $multiply)
        (func $double (type $unary) (i32.add (local.get 0) (local.get 0)))
        (func $divide (type $binary) (i32.div_s (local.get 0) (local.get 1)))
        (func $multiply (type $same) (i32.mul (local.get 0) (local.get 1)))
        (func (export "unary") (param i32 i32) (result i32)
            (call_indirect $t (type $unary) (local.get 0) (local.get 1)))
        (func (export "binary") (param i32 i32) (result i32)
            (call_indirect $t (type $binary) (local.get 0) (i32.const 7) (local.get 1)))
        (func (export "same") (param i32 i32) (result i32)
            (call_indirect $t (type $same) (local.get 0) (i32.const 7) (local.get 1)))
        (func (export "none") (param i32) (result i32) (call_indirect $t (type $none) (local.get 0)))
        (func (export "unused") (param i32) (result i32) (call_indirect $unused (type $none) (local.get 0))))"#;
    check(
        text,
        &[
            ("unary", &[21, 0], NULL),
            ("unary", &[21, 1], Ok(42)),
            ("unary", &[21, 2], MISMATCH),
            ("unary", &[21, 4], OUTSIDE),
            ("binary", &[21, 1], MISMATCH),
            ("binary", &[21, 2], Ok(3)),
            ("binary", &[21, 3], Ok(147)),
            ("same", &[21, 2], Ok(3)),
            ("same", &[21, 3], Ok(147)),
            ("same", &[21, 0], NULL),
            ("none", &[0], NULL),
            ("none", &[3], MISMATCH),
            ("unused", &[0], NULL),
            ("unused", &[3], OUTSIDE),
        ],
    );
}

/// Each writes element 1 of a table that has only element 0.
const WRITES: [&str; 5] = [
    "(table.set $t (i32.const 1) (ref.func $two))",
    "(table.fill $t (i32.const 1) (ref.func $two) (i32.const 1))",
    "(table.copy $t $from (i32.const 1) (i32.const 0) (i32.const 1))",
    "(table.init $t $passive (i32.const 1) (i32.const 0) (i32.const 1))",
    "(drop (table.grow $t (ref.func $two) (i32.const 3))) (table.set $t (i32.const 1) (table.get $t (i32.const 4)))",
];

#[test]
fn tables_that_a_function_writes() {
    for write in WRITES {
        // The function that writes comes last, when the others are already compiled.
        let text = format!(
            r#"(module
            (type $t (func (result i32)))
            (type $wide (func (result i64)))
            (table $t 2 funcref)
            (table $from 1 funcref)
            (elem $passive func $two)
            (elem (table $t) (i32.const 0) func $one)
            (elem (table $from) (i32.const 0) func $two)
            (func $one (type $t) (i32.const 1))
            (func $two (type $t) (i32.const 2))
            (func (export "call") (param i32) (result i32) (call_indirect $t (type $t) (local.get 0)))
            (func (export "wide") (param i32) (result i32)
                (i32.wrap_i64 (call_indirect $t (type $wide) (local.get 0))))
            (func (export "write") (result i32) {write} (table.size $t)))"#
        );
        let grown = if write.contains("grow") { 5 } else { 2 };
        check(
            &text,
            &[
                ("call", &[0], Ok(1)),
                ("call", &[1], NULL),
                ("call", &[2], OUTSIDE),
                ("write", &[], Ok(grown)),
                ("call", &[0], Ok(1)),
                ("call", &[1], Ok(2)),
                ("call", &[grown], OUTSIDE),
                ("wide", &[1], MISMATCH),
            ],
        );
        if grown == 5 {
            check(&text, &[("write", &[], Ok(5)), ("call", &[4], Ok(2)), ("call", &[3], Ok(2))]);
        }
    }
}

#[test]
fn tables_that_others_write() {
    let text = r#"(module
        (type $t (func (result i32)))
        (table (export "table") 2 funcref)
        (elem (i32.const 0) $one)
        (func $one (type $t) (i32.const 1))
        (func $two (export "two") (type $t) (i32.const 2))
        (func (export "call") (param i32) (result i32) (call_indirect (type $t) (local.get 0))))"#;
    for config in configs() {
        let engine = Engine::new(config).expect("works where tests run");
        let module = Module::new(&engine, &bytes(text)).expect("compiles");
        let mut store = Store::new(&engine);
        let instance = Linker::new().instantiate(&mut store, &module).expect("imports nothing");
        assert_eq!(outcome(&mut store, instance, "call", &[1]), NULL);
        let Some(Extern::Table(table)) = instance.export(&store, "table") else { panic!("exports a table") };
        let two = instance.func(&store, "two").expect("exported");
        table.set(&mut store, 1, Val::FuncRef(Some(two))).expect("in bounds");
        table.grow(&mut store, 1, Val::FuncRef(Some(two))).expect("within limits");
        assert_eq!([1, 2].map(|i| outcome(&mut store, instance, "call", &[i])), [Ok(2), Ok(2)]);
    }
}

/// A module whose private table has functions that read its memory and global, and a function of another instance.
fn private(number: i32, imported: &str) -> String {
    format!(
        r#"(module
        (type $t (func (result i32)))
        {imported}
        (memory 1)
        (data (i32.const 8) "\{number:02x}\00\00\00")
        (global $g (mut i32) (i32.const {number}))
        (table 4 funcref)
        (elem (i32.const 0) $memory $global)
        (func $memory (type $t) (i32.load (i32.const 8)))
        (func $global (export "own") (type $t) (global.get $g))
        (func (export "call") (param i32) (result i32)
            (i32.add
                (i32.mul (call_indirect (type $t) (local.get 0)) (i32.const 100))
                (i32.add (i32.mul (i32.load (i32.const 8)) (i32.const 10)) (global.get $g)))))"#
    )
}

#[test]
fn instances_have_their_own_elements() {
    for config in configs() {
        let engine = Engine::new(config).expect("works where tests run");
        let mut store = Store::new(&engine);
        let first = Module::new(&engine, &bytes(&private(3, ""))).expect("compiles");
        let mut linker = Linker::new();
        let instances = [(); 2].map(|()| linker.instantiate(&mut store, &first).expect("imports nothing"));
        let own = instances[1].func(&store, "own").expect("exported");
        linker.define("first", "own", Extern::Func(own));
        let imported = r#"(import "first" "own" (func $first (type $t))) (elem (i32.const 2) $first)"#;
        // Imports come first.
        let (import, elem) = imported.split_at(imported.find("(elem").expect("is there"));
        let text = private(5, import).replace("(func $memory", &format!("{elem} (func $memory"));
        let second = Module::new(&engine, &bytes(&text)).expect("compiles");
        let second = linker.instantiate(&mut store, &second).expect("its imports are defined");
        for (instance, expected) in
            [(instances[0], [333, 333]), (instances[1], [333, 333]), (second, [555, 555])]
        {
            let found = [0, 1].map(|i| outcome(&mut store, instance, "call", &[i]));
            assert_eq!(found, expected.map(Ok));
            assert_eq!(outcome(&mut store, instance, "call", &[3]), NULL);
        }
        assert_eq!(outcome(&mut store, instances[0], "call", &[2]), NULL);
        assert_eq!(outcome(&mut store, second, "call", &[2]), Ok(355));
    }
}

#[test]
fn elements_of_initial_values_and_imported_globals() {
    let text = r#"(module
        (type $t (func (result i32)))
        (import "h" "g" (global $g funcref))
        (table $all 3 funcref (ref.func $one))
        (table $given 2 funcref)
        (elem (table $all) (i32.const 2) func $two)
        (elem (table $given) (i32.const 1) funcref (global.get $g))
        (func $one (type $t) (i32.const 1))
        (func $two (export "two") (type $t) (i32.const 2))
        (func (export "all") (param i32) (result i32) (call_indirect $all (type $t) (local.get 0)))
        (func (export "given") (param i32) (result i32) (call_indirect $given (type $t) (local.get 0))))"#;
    for config in configs() {
        let engine = Engine::new(config).expect("works where tests run");
        let mut store = Store::new(&engine);
        let other = Module::new(&engine, &bytes(&private(7, ""))).expect("compiles");
        let mut linker = Linker::new();
        let other = linker.instantiate(&mut store, &other).expect("imports nothing");
        let own = other.func(&store, "own").expect("exported");
        let ty = GlobalType { content: ValType::FUNCREF, mutable: false };
        let global = Global::new(&mut store, ty, Val::FuncRef(Some(own))).expect("its type");
        linker.define("h", "g", Extern::Global(global));
        let module = Module::new(&engine, &bytes(text)).expect("compiles");
        let instance = linker.instantiate(&mut store, &module).expect("its import is defined");
        let all = [0, 1, 2, 3].map(|i| outcome(&mut store, instance, "all", &[i]));
        assert_eq!(all, [Ok(1), Ok(1), Ok(2), OUTSIDE]);
        let given = [0, 1, 2].map(|i| outcome(&mut store, instance, "given", &[i]));
        assert_eq!(given, [NULL, Ok(7), OUTSIDE]);
    }
}

#[test]
fn functions_that_outlive_a_failed_instantiation() {
    // The last segment traps, after the shared table has a function that calls through the private one.
    let text = r#"(module
        (type $t (func (result i32)))
        (import "h" "shared" (table $shared 1 funcref))
        (table $own 3 funcref)
        (elem (table $own) (i32.const 0) func $one)
        (elem (table $shared) (i32.const 0) func $sum)
        (elem (table $own) (i32.const 3) func $one)
        (func $one (type $t) (i32.const 1))
        (func $sum (type $t) (i32.add (call_indirect $own (type $t) (i32.const 0)) (i32.const 41))))"#;
    let caller = r#"(module
        (type $t (func (result i32)))
        (import "h" "shared" (table $shared 1 funcref))
        (func (export "call") (type $t) (call_indirect (type $t) (i32.const 0))))"#;
    for config in configs() {
        let engine = Engine::new(config).expect("works where tests run");
        let mut store = Store::new(&engine);
        let limits = Limits { min: 1, max: None };
        let ty = TableType::new(ValType::FUNCREF, limits);
        let shared = Table::new(&mut store, ty, Val::FuncRef(None)).expect("small");
        let mut linker = Linker::new();
        linker.define("h", "shared", Extern::Table(shared));
        let module = Module::new(&engine, &bytes(text)).expect("compiles");
        assert!(matches!(linker.instantiate(&mut store, &module), Err(Error::Trap(_))));
        let caller = Module::new(&engine, &bytes(caller)).expect("compiles");
        let caller = linker.instantiate(&mut store, &caller).expect("its import is defined");
        assert_eq!(outcome(&mut store, caller, "call", &[]), Ok(42));
    }
}

/// Bytes of code of the last function.
fn code_size(level: OptLevel, text: &str) -> usize {
    let engine = Engine::new(Config::at(level)).expect("works where tests run");
    let module = Module::new(&engine, &bytes(text)).expect("compiles");
    module.codes().last().expect("a function").instructions().len()
}

#[test]
fn calls_check_only_what_may_fail() {
    let text = |export: &str, second: &str| {
        format!(
            r#"(module
            (type $t (func (result i32)))
            (type $u (func (result i64)))
            (table {export} 4 funcref)
            (elem (i32.const 0) $one $one $one {second})
            (func $one (type $t) (i32.const 1))
            (func $two (type $u) (i64.const 2))
            (func (export "call") (param i32) (result i32)
                (i32.add (call_indirect (type $t) (i32.and (local.get 0) (i32.const 3))) (i32.const 1))))"#
        )
    };
    for level in OptLevel::ALL {
        let any = code_size(level, &text(r#"(export "t")"#, "$one"));
        let several = code_size(level, &text("", "$two"));
        let one = code_size(level, &text("", "$one"));
        assert!(one < several && several < any, "{level:?}: {one}, {several}, {any} bytes");
    }
}
