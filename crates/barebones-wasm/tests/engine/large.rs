//! Small modules with large costs: the cost is bounded, or an error reports the place.

use super::common::bytes;
use barebones::OptLevel;
use barebones_wasm::{Config, Engine, Error, Instance, Module, Store, Val};

fn compile(text: &str) -> Result<Module, Error> {
    let engine = Engine::new(Config::at(OptLevel::O1)).expect("works where tests run");
    Module::new(&engine, &bytes(text))
}

/// Compiles a function with this body and calls it.
fn call(body: &str, argument: i32) -> Vec<Val> {
    let module = compile(&format!(r#"(module (func (export "f") (param i32) (result i32) {body}))"#))
        .expect("compiles");
    let mut store = Store::new(module.engine());
    let instance = Instance::new(&mut store, &module, &[]).expect("no imports");
    instance.func(&store, "f").expect("exported").call(&mut store, &[Val::I32(argument)]).expect("returns")
}

/// Expects that a body exceeds the limit on values.
fn limit(body: &str) {
    let error = compile(&format!("(module (func {body}))")).err().expect("too large");
    let Error::Limit { what, max, offset } = error else { panic!("{error:?}") };
    assert_eq!(what, "values");
    assert!(max > 1 << 16 && offset > 20, "{max} at {offset}");
    assert!(error.to_string().contains("the function needs more than"), "{error}");
}

#[test]
fn locals_cost_nothing_until_they_are_used() {
    let locals = "(local f64) ".to_string() + &"(local i64 i32) ".repeat(20_000);
    // Uses the last locals, whose types differ, and one without an assignment.
    let body = "(local.set 40001 (local.get 0))
        (local.set 40000 (i64.extend_i32_u (local.get 40001)))
        (i32.add (i32.wrap_i64 (local.get 40000)) (i32.add (local.get 3) (i32.trunc_f64_s (local.get 1))))";
    assert_eq!(call(&format!("{locals} {}", body), 7), [Val::I32(7)]);
    // Functions with the maximum number of locals, of which they use one.
    let one = format!(
        "(func {} (local.set 49999 (i32.const 1)))",
        "(local ".to_string() + &"i32 ".repeat(50_000) + ")"
    );
    let module = compile(&format!("(module {})", one.repeat(20))).expect("compiles");
    assert!(module.stats().values < 20 * 20, "{}", module.stats().values);
}

#[test]
fn br_table_defines_operands_once_per_target() {
    // A thousand operands for each of ten thousand cases.
    let types = format!("(type $many (func (result {})))", "i32 ".repeat(1000));
    let operands = "(local.get 0) ".repeat(1000);
    let body = format!(
        "(block $out (type $many) {operands} (br_table {} (local.get 0))) {} (return)",
        "$out ".repeat(10_000),
        "drop ".repeat(999)
    );
    let text = format!(r#"(module {types} (func (export "f") (param i32) (result i32) {body}))"#);
    let module = compile(&text).expect("compiles");
    let mut store = Store::new(module.engine());
    let instance = Instance::new(&mut store, &module, &[]).expect("no imports");
    let found = instance.func(&store, "f").expect("exported").call(&mut store, &[Val::I32(5)]);
    assert_eq!(found.expect("returns"), [Val::I32(5)]);
}

/// `depth` nested loops. The innermost changes `locals` locals, so each loop has a Phi for each.
fn nested_loops(depth: usize, locals: usize) -> String {
    let changes: String = (0..locals)
        .map(|local| format!("(local.set {local} (i32.add (local.get {local}) (i32.const 1)))"))
        .collect();
    let (begin, end) = ("(loop ".repeat(depth), "(br_if 0 (local.get 0)))".repeat(depth));
    format!("(local {}) {begin} {changes} {end}", "i32 ".repeat(locals))
}

#[test]
fn locals_times_loops_are_limited() {
    compile(&format!("(module (func {}))", nested_loops(60, 60))).expect("not too many");
    limit(&nested_loops(1500, 1500));
}

/// A loop that changes `locals` locals, with `count` back edges.
fn branches(count: usize, locals: usize) -> String {
    let changes: String = (0..locals)
        .map(|local| format!("(local.set {local} (i32.add (local.get {local}) (i32.const 1)))"))
        .collect();
    format!("(local {}) (loop {changes} {})", "i32 ".repeat(locals), "(br_if 0 (local.get 0))".repeat(count))
}

#[test]
fn locals_times_branches_are_limited() {
    compile(&format!("(module (func {}))", branches(100, 100))).expect("not too many");
    limit(&branches(3000, 3000));
}

#[test]
fn operands_times_branches_are_limited() {
    let body = |count: usize| {
        format!(
            "(block (type $many) {} {}) {}",
            "(i32.const 1) ".repeat(1000),
            "(br_if 0 (i32.const 1)) ".repeat(count),
            "drop ".repeat(1000)
        )
    };
    let text = |count| {
        format!("(module (type $many (func (result {}))) (func {}))", "i32 ".repeat(1000), body(count))
    };
    compile(&text(20)).expect("not too many");
    let error = compile(&text(3000)).err().expect("too large");
    assert!(matches!(error, Error::Limit { what: "values", .. }), "{error:?}");
}

#[test]
fn tables_of_a_store_are_limited_together() {
    let module = compile(
        "(module (table 1 funcref) (table 9000000 funcref) (func (export \"grow\") (param i32) (result i32)
        (table.grow 0 (ref.null func) (local.get 0))))",
    )
    .expect("compiles");
    let mut store = Store::new(module.engine());
    for _ in 0..5 {
        let instance = Instance::new(&mut store, &module, &[]).expect("no imports");
        let grow = instance.func(&store, "grow").expect("exported");
        assert_eq!(grow.call(&mut store, &[Val::I32(10)]).expect("returns"), [Val::I32(1)]);
        assert_eq!(grow.call(&mut store, &[Val::I32(10_000_000)]).expect("returns"), [Val::I32(-1)]);
    }
    assert!(matches!(Instance::new(&mut store, &module, &[]), Err(Error::OutOfMemory { what: "a table" })));
}
