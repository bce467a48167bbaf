//! References to functions of known types, as the host passes and receives them.

use super::common::{bytes, call};
use barebones::OptLevel;
use barebones_wasm::{
    BoundsChecks, Config, Engine, Error, Exception, Extern, ExternRef, ExternType, Func, FuncType, Global,
    GlobalType, HeapType, Instance, Limits, Linker, Module, Pins, RefType, Store, Table, TableType, Tag,
    TrapKind, Val, ValType, WasmFeatures,
};

/// Configurations with compiled, lazy and interpreted functions.
fn configs() -> Vec<Config> {
    let mut configs: Vec<Config> = OptLevel::ALL.into_iter().map(Config::at).collect();
    let mut lazy = Config::default();
    lazy.lazy = true;
    let mut explicit = Config::default();
    (explicit.bounds_checks, explicit.fuel) = (BoundsChecks::Explicit, false);
    let mut interpreted = Config::default();
    interpreted.interpret = true;
    configs.extend([lazy, explicit, interpreted]);
    configs
}

fn engine(config: Config) -> Engine {
    Engine::new(config).expect("works where tests run")
}

fn module(engine: &Engine, text: &str) -> Module {
    Module::new(engine, &bytes(text)).expect("compiles")
}

fn instance(store: &mut Store, linker: &Linker, text: &str) -> Instance {
    let module = module(&store.engine().clone(), text);
    linker.instantiate(store, &module).expect("its imports are defined")
}

fn func(store: &Store, instance: Instance, name: &str) -> Val {
    Val::FuncRef(Some(instance.func(store, name).expect("exported")))
}

/// The message of a type error.
fn type_error<T: std::fmt::Debug>(result: Result<T, Error>) -> String {
    match result {
        Err(error @ Error::Type { .. }) => error.to_string(),
        other => panic!("expected a type error, found {other:?}"),
    }
}

fn trap<T: std::fmt::Debug>(result: Result<T, Error>) -> TrapKind {
    match result {
        Err(Error::Trap(trap)) => trap.kind,
        other => panic!("expected a trap, found {other:?}"),
    }
}

/// Functions of two types, and functions that take references to the first one.
const USER: &str = r#"(module
    (type $get (func (result i32)))
    (func (export "one") (type $get) (i32.const 1))
    (func (export "wide") (result i64) (i64.const 2))
    (func (export "call") (param (ref $get)) (result i32) (call_ref $get (local.get 0)))
    (func (export "call-or-null") (param (ref null $get)) (result i32) (call_ref $get (local.get 0)))
    (func (export "bottom") (param nullfuncref) (result i32) (ref.is_null (local.get 0)))
    (func (export "any") (param (ref func)) (result (ref func)) (local.get 0))
    (func (export "object") (param (ref extern)) (result (ref extern)) (local.get 0)))"#;

#[test]
fn arguments_have_the_type_of_their_parameter() {
    for config in configs() {
        let mut store = Store::new(&engine(config));
        let it = instance(&mut store, &Linker::new(), USER);
        let [one, wide] = ["one", "wide"].map(|name| func(&store, it, name));
        let null = Val::FuncRef(None);
        assert_eq!(call(&mut store, it, "call", &[one]).expect("returns"), [Val::I32(1)]);
        assert_eq!(call(&mut store, it, "call-or-null", &[one]).expect("returns"), [Val::I32(1)]);
        let null_call = call(&mut store, it, "call-or-null", &[null]);
        assert_eq!(trap(null_call), TrapKind::NullFunctionReference);
        for name in ["call", "call-or-null"] {
            let message = type_error(call(&mut store, it, name, &[wide]));
            assert!(message.starts_with("expected (ref ") && message.contains("found (ref "), "{message}");
            type_error(call(&mut store, it, name, &[Val::ExternRef(None)]));
            type_error(call(&mut store, it, name, &[Val::I64(1)]));
        }
        let message = type_error(call(&mut store, it, "call", &[null]));
        assert!(message.ends_with("found null"), "{message}");
        assert_eq!(call(&mut store, it, "bottom", &[null]).expect("returns"), [Val::I32(1)]);
        type_error(call(&mut store, it, "bottom", &[one]));
        assert_eq!(call(&mut store, it, "any", &[wide]).expect("returns"), [wide]);
        type_error(call(&mut store, it, "any", &[null]));
        let object = Val::ExternRef(Some(ExternRef(7)));
        assert_eq!(call(&mut store, it, "object", &[object]).expect("returns"), [object]);
        type_error(call(&mut store, it, "object", &[Val::ExternRef(None)]));
        type_error(call(&mut store, it, "object", &[one]));
    }
}

#[test]
fn static_types_without_null() {
    for config in configs() {
        let mut store = Store::new(&engine(config));
        let it = instance(&mut store, &Linker::new(), USER);
        let one = it.func(&store, "one").expect("exported");
        let any = it.func(&store, "any").expect("exported");
        let typed = any.typed::<Func, Func>(&store).expect("its types");
        assert_eq!(typed.call(&mut store, one).expect("returns"), one);
        // A result may be null for the host.
        let typed = any.typed::<Func, Option<Func>>(&store).expect("a supertype");
        assert_eq!(typed.call(&mut store, one).expect("returns"), Some(one));
        type_error(any.typed::<Option<Func>, Func>(&store).map(|_| ()));
        type_error(any.typed::<Func, Option<ExternRef>>(&store).map(|_| ()));
        type_error(any.typed::<(Func, Func), Func>(&store).map(|_| ()));
        let object = it.func(&store, "object").expect("exported");
        let typed = object.typed::<ExternRef, ExternRef>(&store).expect("its types");
        assert_eq!(typed.call(&mut store, ExternRef(9)).expect("returns"), ExternRef(9));
        // Nothing proves the type of a function.
        let of_type = it.func(&store, "call").expect("exported");
        type_error(of_type.typed::<Func, i32>(&store).map(|_| ()));
        // A host function with such types is called and calls.
        let echo = Func::wrap(&mut store, |_: &mut barebones_wasm::Caller<'_>, it: Func| it).expect("memory");
        let id = any.type_id(&store).expect("of this store");
        assert_eq!(echo.type_id(&store).expect("of this store"), id);
        assert_eq!(echo.typed::<Func, Func>(&store).expect("its types").call(&mut store, any).unwrap(), any);
    }
}

#[test]
fn host_functions_return_what_they_declare() {
    let text = r#"(module
        (type $get (func (result i32)))
        (import "h" "choose" (func $choose (param i32) (result (ref $get))))
        (import "h" "look" (func $look (param (ref null $get)) (result i32)))
        (func (export "one") (type $get) (i32.const 1))
        (func (export "wide") (result i64) (i64.const 2))
        (func (export "call") (param i32) (result i32) (call_ref $get (call $choose (local.get 0))))
        (func (export "look") (result i32) (call $look (ref.null $get))))"#;
    for config in configs() {
        let engine = engine(config);
        let mut store = Store::new(&engine);
        let module = module(&engine, text);
        let [get, look] = [0, 1].map(|import| match module.imports().nth(import).expect("an import") {
            (_, _, ExternType::Func(ty)) => ty.clone(),
            other => panic!("found {other:?}"),
        });
        let choose = Func::new(&mut store, get, |caller, args| {
            let (Some(instance), Val::I32(which)) = (caller.instance(), args[0]) else {
                return Err("no instance".into());
            };
            let name = ["one", "wide", "no such function"][which as usize];
            Ok(vec![Val::FuncRef(instance.func(caller, name).ok())])
        });
        let look =
            Func::new(&mut store, look, |_, args| Ok(vec![Val::I32((args[0] == Val::FuncRef(None)).into())]));
        let mut linker = Linker::new();
        linker.define("h", "choose", Extern::Func(choose.expect("memory")));
        linker.define("h", "look", Extern::Func(look.expect("memory")));
        let it = linker.instantiate(&mut store, &module).expect("its imports are defined");
        assert_eq!(call(&mut store, it, "call", &[Val::I32(0)]).expect("returns"), [Val::I32(1)]);
        for wrong in [1, 2] {
            type_error(call(&mut store, it, "call", &[Val::I32(wrong)]));
        }
        assert_eq!(call(&mut store, it, "look", &[]).expect("returns"), [Val::I32(1)]);
    }
}

#[test]
fn globals_and_tables_of_the_host_keep_their_type() {
    let text = r#"(module
        (type $get (func (result i32)))
        (import "h" "global" (global $g (mut (ref $get))))
        (import "h" "table" (table $t 2 (ref $get)))
        (func (export "one") (type $get) (i32.const 1))
        (func (export "global") (result i32) (call_ref $get (global.get $g)))
        (func (export "table") (param i32) (result i32) (call_indirect $t (type $get) (local.get 0))))"#;
    for config in configs() {
        let engine = engine(config);
        let mut store = Store::new(&engine);
        let user = instance(&mut store, &Linker::new(), USER);
        let [one, wide] = ["one", "wide"].map(|name| func(&store, user, name));
        let get = engine.func_type_id(&FuncType::new(&[], &[ValType::I32])).expect("of this engine");
        assert_eq!(engine.func_type(get), Some(FuncType::new(&[], &[ValType::I32])));
        let content = ValType::Ref(RefType::non_null(HeapType::Type(get)));
        let ty = GlobalType { content, mutable: true };
        type_error(Global::new(&mut store, ty, Val::FuncRef(None)));
        type_error(Global::new(&mut store, ty, wide));
        let global = Global::new(&mut store, ty, one).expect("its type");
        type_error(global.set(&mut store, wide));
        let ty = TableType::new(content, Limits { min: 2, max: None });
        type_error(Table::new(&mut store, ty, Val::FuncRef(None)));
        let table = Table::new(&mut store, ty, one).expect("its type");
        type_error(table.set(&mut store, 0, wide));
        type_error(table.grow(&mut store, 1, Val::FuncRef(None)));
        assert_eq!(table.grow(&mut store, 1, one).expect("small"), 2);
        assert_eq!(table.get(&store, 2).expect("in bounds"), one);
        let mut linker = Linker::new();
        linker.define("h", "global", Extern::Global(global)).define("h", "table", Extern::Table(table));
        let it = instance(&mut store, &linker, text);
        let own = func(&store, it, "one");
        global.set(&mut store, own).expect("its type");
        table.set(&mut store, 1, own).expect("its type");
        assert_eq!(call(&mut store, it, "global", &[]).expect("returns"), [Val::I32(1)]);
        assert_eq!(call(&mut store, it, "table", &[Val::I32(1)]).expect("returns"), [Val::I32(1)]);
    }
}

#[test]
fn types_of_other_engines_are_refused() {
    let [own, other] = [(); 2].map(|()| engine(Config::default()));
    let ty = FuncType::new(&[], &[ValType::I32]);
    let id = other.func_type_id(&ty).expect("of this engine");
    assert_ne!(own.func_type_id(&ty).expect("of this engine"), id);
    assert_eq!(own.func_type(id), None);
    let reference = ValType::Ref(RefType::nullable(HeapType::Type(id)));
    let foreign = FuncType::new(&[reference], &[]);
    let mut store = Store::new(&own);
    let none = |_: &mut barebones_wasm::Caller<'_>, _: &[Val]| Ok(Vec::new());
    assert!(matches!(own.func_type_id(&foreign), Err(Error::WrongEngine)));
    assert!(matches!(Func::new(&mut store, foreign.clone(), none), Err(Error::WrongEngine)));
    assert!(matches!(Func::of_type(&mut store, id, none), Err(Error::WrongEngine)));
    assert!(matches!(Tag::new(&mut store, foreign), Err(Error::WrongEngine)));
    let it = instance(&mut store, &Linker::new(), USER);
    let one = func(&store, it, "one");
    let ty = GlobalType { content: reference, mutable: false };
    type_error(Global::new(&mut store, ty, one));
}

#[test]
fn functions_of_recursion_groups() {
    let text = r#"(module
        (rec (type $get (func (result i32))) (type $self (sub (func (param (ref null $self)) (result i32)))))
        (import "h" "get" (func $get (type $get)))
        (import "h" "self" (func $self (type $self)))
        (func (export "call") (result i32) (i32.add (call $get) (call $self (ref.null $self)))))"#;
    for config in configs() {
        let engine = engine(config);
        let mut store = Store::new(&engine);
        let module = module(&engine, text);
        let types = [0, 1].map(|function| module.func_type_id(function).expect("a function"));
        assert_eq!(module.func_type_id(3), None);
        let answer =
            |_: &mut barebones_wasm::Caller<'_>, args: &[Val]| Ok(vec![Val::I32(20 + args.len() as i32)]);
        let functions = types.map(|id| Func::of_type(&mut store, id, answer).expect("memory"));
        for (function, id) in functions.iter().zip(types) {
            assert_eq!(function.type_id(&store).expect("of this store"), id);
        }
        // A function of the same form is declared alone.
        let ty = functions[0].ty(&store).expect("of this store");
        let alone = Func::new(&mut store, ty, answer).expect("memory");
        let error = Instance::new(&mut store, &module, &[alone, functions[1]].map(Extern::Func));
        let message = error.expect_err("another type").to_string();
        assert!(message.ends_with("found func () -> (i32), which is declared in another way"), "{message}");
        let it = Instance::new(&mut store, &module, &functions.map(Extern::Func)).expect("their types");
        assert_eq!(call(&mut store, it, "call", &[]).expect("returns"), [Val::I32(41)]);
        // The host calls it with a reference to itself.
        let own = Val::FuncRef(Some(functions[1]));
        assert_eq!(functions[1].call(&mut store, &[own]).expect("returns"), [Val::I32(21)]);
        type_error(functions[1].call(&mut store, &[Val::FuncRef(Some(alone))]));
    }
}

#[test]
fn exceptions_have_typed_references() {
    let text = r#"(module
        (type $get (func (result i32)))
        (tag $e (export "e") (param (ref $get)))
        (import "h" "throw" (func $throw))
        (func (export "one") (type $get) (i32.const 1))
        (func (export "catch") (result i32)
            (block $h (result (ref $get)) (try_table (catch $e $h) (call $throw)) (unreachable))
            (call_ref $get)))"#;
    for config in configs() {
        let mut store = Store::new(&engine(config));
        let mut linker = Linker::new();
        let throw = |caller: &mut barebones_wasm::Caller<'_>| -> Result<(), barebones_wasm::HostError> {
            let Some(Extern::Tag(tag)) = caller.export("e") else { return Err("no tag".into()) };
            let thrown = caller.export("thrown").or(caller.export("one"));
            let Some(Extern::Func(one)) = thrown else { return Err("no function".into()) };
            Err(Box::new(Exception { tag, values: vec![Val::FuncRef(Some(one))] }))
        };
        linker.wrap(&mut store, "h", "throw", throw).expect("memory");
        let it = instance(&mut store, &linker, text);
        assert_eq!(call(&mut store, it, "catch", &[]).expect("returns"), [Val::I32(1)]);
        let wrong = text.replace(
            "(func (export \"catch\")",
            "(func (export \"thrown\") (result i64) (i64.const 1)) (func (export \"catch\")",
        );
        let it = instance(&mut store, &linker, &wrong);
        type_error(call(&mut store, it, "catch", &[]));
    }
}

/// Tail calls between instances, more often than the stack has room for frames.
#[test]
fn tail_calls_by_reference_keep_no_frame() {
    let text = r#"(module
        (type $step (func (param i32 (ref null $step) (ref null $step)) (result i32)))
        (memory 1)
        (func $step (export "step") (type $step)
            (if (result i32) (i32.eqz (local.get 0))
                (then (i32.load (i32.const 0)))
                (else (return_call_ref $step
                    (i32.sub (local.get 0) (i32.const 1)) (local.get 2) (local.get 1) (local.get 1)))))
        (data (i32.const 0) "\NUMBER"))"#;
    for config in configs().into_iter().filter(|config| !config.interpret) {
        let mut store = Store::new(&engine(config));
        let steps = ["01", "02"].map(|number| {
            let it = instance(&mut store, &Linker::new(), &text.replace("NUMBER", number));
            func(&store, it, "step")
        });
        let Val::FuncRef(Some(first)) = steps[0] else { panic!("a function") };
        for (count, expected) in [(0, 1), (1, 2), (400_001, 2)] {
            // Each function calls the one after it, the last time with 0.
            let found = first.call(&mut store, &[Val::I32(count), steps[1], steps[0]]).expect("returns");
            assert_eq!(found, [Val::I32(expected)], "{count}");
        }
    }
}

/// Bytes of code of the last function.
fn code_size(level: OptLevel, text: &str) -> usize {
    let module = module(&engine(Config::at(level)), text);
    module.codes().last().expect("a function").instructions().len()
}

#[test]
fn calls_by_reference_check_only_what_may_fail() {
    let text = |call: &str, param: &str| {
        format!(
            r#"(module
            (type $t (func (result i32)))
            (type $open (sub (func (result i32))))
            (table $any (export "any") 4 funcref)
            (table $typed (export "typed") 4 (ref null $t))
            (func (export "f") (param {param}) (result i32) (i32.add ({call}) (i32.const 1))))"#
        )
    };
    for level in OptLevel::ALL {
        let size = |call: &str, param: &str| code_size(level, &text(call, param));
        let known = size("call_ref $t (local.get 0)", "(ref $t)");
        let nullable = size("call_ref $t (local.get 0)", "(ref null $t)");
        let typed = size("call_indirect $typed (type $t) (local.get 0)", "i32");
        let any = size("call_indirect $any (type $t) (local.get 0)", "i32");
        let open = size("call_indirect $any (type $open) (local.get 0)", "i32");
        assert!(known < nullable && nullable < typed && typed < any && any < open, "{level:?}");
        // A second test for null adds nothing.
        assert_eq!(size("call_ref $t (ref.as_non_null (local.get 0))", "(ref $t)"), known);
    }
}

#[test]
fn known_references_are_inlined() {
    let text = r#"(module
        (type $unary (func (param i32) (result i32)))
        (type $apply (func (param i32 (ref $unary)) (result i32)))
        (func $next (type $unary) (i32.add (local.get 0) (i32.const 1)))
        (func $apply (type $apply) (call_ref $unary (local.get 0) (local.get 1)))
        (func $or-null (param i32 (ref null $unary)) (result i32) (call_ref $unary (local.get 0) (local.get 1)))
        (elem declare func $next $apply)
        (func (export "known") (param i32) (result i32)
            (local $f (ref $unary))
            (local.set $f (ref.func $next))
            (i32.mul (call_ref $unary (local.get 0) (local.get $f)) (i32.const 2)))
        (func (export "tail") (param i32) (result i32) (return_call_ref $unary (local.get 0) (ref.func $next)))
        (func (export "nested") (param i32) (result i32)
            (call_ref $apply (local.get 0) (ref.func $next) (ref.func $apply)))
        (func (export "null") (result i32) (call $or-null (i32.const 1) (ref.null $unary))))"#;
    let outcomes = |mut config: Config, inline: bool| {
        config.inline = inline;
        let engine = engine(config);
        let module = module(&engine, text);
        let inlined = module.stats().inlined;
        let mut store = Store::new(&engine);
        let it = Linker::new().instantiate(&mut store, &module).expect("imports nothing");
        let mut outcome =
            |name: &str, args: &[Val]| call(&mut store, it, name, args).map_err(|error| error.to_string());
        let found = ["known", "tail", "nested"].map(|name| outcome(name, &[Val::I32(20)]));
        (inlined, found, outcome("null", &[]))
    };
    let mut without_pins = Config::default();
    without_pins.pins = Pins::Nothing;
    for config in configs().into_iter().chain([without_pins]) {
        let [(none, expected, null), (inlined, found, found_null)] =
            [false, true].map(|inline| outcomes(config.clone(), inline));
        assert_eq!(expected, [42, 21, 21].map(|result| Ok(vec![Val::I32(result)])));
        assert_eq!((found, &found_null), (expected, &null), "{:?}", config.opt_level);
        let is_compiled = !config.lazy && !config.interpret && config.opt_level == OptLevel::O2;
        // The called function; and without pinned registers, which make calls by reference longer, a caller.
        let least = if config.pins == Pins::Nothing { 2 } else { 1 };
        assert_eq!((none, inlined >= least), (0, is_compiled), "{inlined} calls");
        let message = null.expect_err("a trap");
        assert!(message.starts_with("trap: null function reference\n    at or-null (0x"), "{message}");
        assert_eq!(message.lines().count(), 3, "{message}");
    }
}

#[test]
fn objects_of_garbage_collection_are_refused() {
    let bodies = [
        "(type $s (struct))",
        "(type $a (array i8))",
        "(func (param anyref))",
        "(func (local i31ref))",
        "(func (drop (ref.null any)))",
        "(func (drop (ref.i31 (i32.const 1))))",
        "(func (unreachable) (drop (ref.i31 (i32.const 1))))",
        "(func (drop (any.convert_extern (ref.null extern))))",
        "(global anyref (ref.null none))",
        "(global externref (extern.convert_any (ref.null any)))",
        "(table 1 eqref)",
        "(type $t (func)) (func (param funcref) (drop (ref.cast (ref $t) (local.get 0))))",
        "(type $t (func)) (func (param funcref) (drop (ref.test (ref $t) (local.get 0))))",
    ];
    for config in configs() {
        let engine = engine(config);
        for body in bodies {
            let error = Module::new(&engine, &bytes(&format!("(module {body})"))).map(|_| ());
            let message = match error {
                Err(error @ Error::Unsupported { .. }) => error.to_string(),
                other => panic!("{body}: expected an error, found {other:?}"),
            };
            assert!(message.starts_with("an object, or a cast, of garbage collection (gc)"), "{message}");
        }
    }
}

#[test]
fn proposals_can_be_disabled() {
    let check = |without: WasmFeatures, text: &str| {
        let mut config = Config::default();
        config.features -= without;
        let error = Module::new(&engine(config), &bytes(text)).map(|_| ()).expect_err("a missing proposal");
        assert!(matches!(error, Error::Invalid { .. }), "{error}");
        Module::new(&engine(Config::default()), &bytes(text)).map(|_| ()).expect("valid");
    };
    let typed = "(module (type $t (func)) (func (param (ref $t)) (call_ref $t (local.get 0))))";
    check(WasmFeatures::FUNCTION_REFERENCES | WasmFeatures::GC, typed);
    check(WasmFeatures::GC, "(module (rec (type (func)) (type (func))))");
    check(WasmFeatures::GC, "(module (type (sub (func))))");
}
