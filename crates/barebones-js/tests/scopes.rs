//! Scopes whose names are known at run time only: direct `eval` and `with`. The answers are those of the standard; node 20 gives
//! others to five of the programs.

use barebones_js::{RunError, RunOptions, run};

/// What a program prints, or its error: the same with a collection at each safepoint, and without optimisations.
fn text(source: &str) -> String {
    let plain = run(source, RunOptions::default());
    for (gc_stress, unoptimised) in [(true, false), (false, true)] {
        let other = run(source, RunOptions { gc_stress, unoptimised, ..RunOptions::default() });
        assert_eq!((&plain.output, &plain.error), (&other.output, &other.error), "{source}");
    }
    match plain.error {
        None => plain.output,
        Some(error) => format!("{}{error}\n", plain.output),
    }
}

#[test]
fn eval_reads_and_writes_variables_of_its_caller() {
    assert_eq!(text("function f(a) { var b = 2; let c = 3; return eval('a + b + c') } print(f(1))"), "6\n");
    assert_eq!(text("function f(a) { eval('a = a * 2'); return a } print(f(21))"), "42\n");
    assert_eq!(
        text("function f() { let n = 0; const g = eval('() => ++n'); g(); g(); return n } print(f())"),
        "2\n"
    );
    assert_eq!(
        text(
            "function f() { 'use strict'; let n = 5; eval('var m = n; n = m + 1'); return n + typeof m } print(f())"
        ),
        "6undefined\n"
    );
    assert_eq!(
        text("for (let i = 0; i < 2; i++) { let k = i * 2; print(eval('k + i'), eval('eval(\"k - i\")')) }"),
        "0 0\n3 1\n"
    );
    assert_eq!(
        text(
            "class A { #x = 7; m() { return eval('this.#x') } } class B extends A { n() { return eval('super.m()') } } print(new B().n())"
        ),
        "7\n"
    );
    assert_eq!(
        text("function f() { return eval('arguments.length + (new.target === undefined)') } print(f(1, 2))"),
        "3\n"
    );
    assert_eq!(text("var o = { f() { return () => eval('this') } }; print(o.f()() === o)"), "true\n");
    assert_eq!(
        text("function* g(a) { yield eval('a'); eval('a = 9'); yield a } print([...g(1)] + '')"),
        "1,9\n"
    );
    let method = "var o = { __proto__: { x: 6 }, m() { return eval('super.x') } }; print(o.m())";
    assert_eq!(text(method), "6\n");
    let named = "(function f() { eval('f = 1'); print(typeof f) })()";
    assert_eq!(text(named), "function\n");
}

#[test]
fn eval_declares_variables_in_its_caller() {
    assert_eq!(
        text("function f() { eval('var x = 1; function g() { return x + 1 }'); return x + g() } print(f())"),
        "3\n"
    );
    assert_eq!(
        text(
            "var x = 'outer'; function f(s) { eval(s); return (() => x)() } print(f(''), f('var x = 1'), x)"
        ),
        "outer 1 outer\n"
    );
    assert_eq!(
        text("function f() { eval('var x = 1'); return delete x + typeof x } print(f())"),
        "trueundefined\n"
    );
    assert_eq!(text("eval('var z = 1'); print(z, delete z, typeof z)"), "1 true undefined\n");
    assert_eq!(text("function f(a = eval('var x = 5; x')) { return a + typeof x } print(f())"), "5number\n");
    assert_eq!(text("try { throw 1 } catch (e) { eval('var e = 2'); print(e) }"), "2\n");
    assert_eq!(text("function f() { eval('{ function g() { return 4 } }'); return g() } print(f())"), "4\n");
    let conflicts = [
        "function f() { let x; eval('var x') } f()",
        "function f() { let x; { eval('function x() {}') } } f()",
        "function f(x = eval('var x')) { } f()",
        "function f(x = eval('var arguments')) { } f()",
        "let y; eval('var y')",
    ];
    for source in conflicts {
        let source = format!("try {{ {source}; print('none') }} catch (e) {{ print(e.name) }}");
        assert_eq!(text(&source), "SyntaxError\n", "{source}");
    }
}

#[test]
fn eval_declares_what_the_global_object_admits() {
    let closed = "Object.preventExtensions(globalThis); try { eval('var a; f(); function f() {}') } catch (e) { print(e.name, typeof f) }";
    assert_eq!(text(closed), "TypeError undefined\n");
    let getter = "Object.defineProperty(globalThis, 'k', { get() { return 1 }, configurable: true });";
    assert_eq!(text(&format!("{getter} eval('function k() {{ }}'); print(typeof k)")), "function\n");
    assert_eq!(text(&format!("{getter} eval('var k'); print(typeof k)")), "number\n");
    assert_eq!(text("try { eval('function NaN() { }') } catch (e) { print(e.name) }"), "TypeError\n");
}

#[test]
fn only_the_function_of_the_library_is_a_direct_eval() {
    assert_eq!(text("function f(eval) { var x = 1; return eval('x') } print(f(s => s + '!'))"), "x!\n");
    assert_eq!(
        text("var x = 'global'; function f() { var x = 1; return (0, eval)('x') } print(f())"),
        "global\n"
    );
    assert_eq!(text("function f() { var x = 1; return eval?.('typeof x') } print(f())"), "undefined\n");
    assert_eq!(text("function f() { var x = 3; return eval(...['x', 1]) + (eval)('x') } print(f())"), "6\n");
    assert_eq!(text("print(eval(), eval(7), eval('1; if (false) 2'))"), "undefined 7 undefined\n");
}

#[test]
fn objects_of_with_have_names() {
    assert_eq!(text("var o = { a: 1 }; with (o) { a = a + 1; var b = a } print(o.a, b)"), "2 2\n");
    assert_eq!(text("var o = { f() { return this === o } }; with (o) print(f())"), "true\n");
    assert_eq!(
        text(
            "var a = 'outer'; var o = { a: 1, [Symbol.unscopables]: { a: true } }; with (o) { print(a); a = 2 } print(o.a, a)"
        ),
        "outer\n1 2\n"
    );
    assert_eq!(text("var o = { x: 1 }; with (o) { print(delete x, typeof x) }"), "true undefined\n");
    assert_eq!(text("var o = { x: 1 }; with (o) { x += (delete o.x, 5) } print(o.x)"), "6\n");
    assert_eq!(text("function f(o) { with (o) { return () => x } } print(f({ x: 4 })())"), "4\n");
    assert_eq!(
        text(
            "var fs = []; for (var i = 0; i < 2; i++) with ({ k: i }) fs.push(() => k); print(fs[0](), fs[1]())"
        ),
        "0 1\n"
    );
    assert_eq!(text("with ({ x: 1 }) { let x = 2; print(x); with ({ y: x }) print(x + y) }"), "2\n4\n");
    assert_eq!(
        text("var o = { x: 1, y: 0 }; with (o) { [x, y] = [3, 4]; for (x in { k: 1 }); } print(o.x, o.y)"),
        "k 4\n"
    );
    assert_eq!(text("with ({ x: 1 }) { eval('var q = x; x = 2'); print(x, q) }"), "2 1\n");
    assert_eq!(text("var o = { x: 1 }; with (o) { var x = delete o.x } print(o.x, x)"), "true undefined\n");
    assert_eq!(text("try { with (null) { } } catch (e) { print(e.name) }"), "TypeError\n");
    assert_eq!(text("print(eval('1; with ({}) { }'), eval('with ({ a: 5 }) a'))"), "undefined 5\n");
}

#[test]
fn what_eval_refuses_has_a_name_and_a_place() {
    let outcome = run(
        "class A {} class B extends A { constructor() { eval('super()') } } new B()",
        RunOptions::default(),
    );
    let message = outcome.error.map_or_else(String::new, |error: RunError| error.to_string());
    assert!(message.contains("`super()`") && message.contains("eval:1:"), "{message}");
}

#[test]
fn places_in_strict_eval_do_not_count_its_directive() {
    let source = "'use strict'; try { eval('  nothing') } catch (e) { print(e.stack) }";
    assert!(text(source).contains("(eval:1:3)"), "{}", text(source));
    let source = "'use strict'; try { eval('a b') } catch (e) { print(e.stack) }";
    assert!(text(source).contains("eval:1:2\n"), "{}", text(source));
}
