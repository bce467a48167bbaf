//! The interpreter: programs print what the stored answers say, with and without a collection at each safepoint, or are
//! refused by name.

use barebones_js::{RunError, RunOptions, run};
use std::path::PathBuf;

/// Programs that run to their end; the number never sinks.
const RUN: usize = 62;

#[test]
fn programs_print_the_answers() {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/programs");
    let mut paths: Vec<_> = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.retain(|path| path.extension().is_some_and(|extension| extension == "js"));
    paths.sort();
    let verbose = std::env::var_os("DIFFERENCES").is_some();
    let mut ran = 0;
    for path in paths {
        let source = std::fs::read_to_string(&path).unwrap();
        let expected = std::fs::read_to_string(path.with_extension("out")).unwrap();
        for (gc_stress, unoptimised) in [(false, false), (false, true), (true, true), (true, false)] {
            let outcome = run(&source, RunOptions { gc_stress, unoptimised, ..RunOptions::default() });
            // What a refused program printed before is right, too.
            assert!(expected.starts_with(&outcome.output), "{}: {}", path.display(), outcome.output);
            match outcome.error {
                None => {
                    assert_eq!(outcome.output, expected, "{}", path.display());
                    ran += usize::from(gc_stress && !unoptimised);
                }
                Some(error) => {
                    if verbose && !gc_stress && !unoptimised {
                        println!("{}: {error}", path.display());
                    }
                    let refused = matches!(error, RunError::Unsupported(_) | RunError::Front(_));
                    assert!(refused, "{}: {error}", path.display());
                }
            }
        }
    }
    assert_eq!(ran, RUN);
}

/// What a program prints, or its error.
fn text(source: &str) -> String {
    let plain = run(source, RunOptions::default());
    let stressed = run(source, RunOptions { gc_stress: true, ..RunOptions::default() });
    assert_eq!((&plain.output, &plain.error), (&stressed.output, &stressed.error), "{source}");
    let unoptimised = run(source, RunOptions { unoptimised: true, ..RunOptions::default() });
    assert_eq!((&plain.output, &plain.error), (&unoptimised.output, &unoptimised.error), "{source}");
    match plain.error {
        None => plain.output,
        Some(error) => format!("{}{error}\n", plain.output),
    }
}

#[test]
fn expressions_and_statements() {
    assert_eq!(text("print(1 + 2)"), "3\n");
    assert_eq!(text("var o = { a: [1, 2, { b: 'x' }] }; print(o.a[2].b + o.a.length)"), "x3\n");
    assert_eq!(text("function f(n) { return n < 2 ? n : f(n - 1) + f(n - 2) } print(f(12))"), "144\n");
    let counter = "function c() { var n = 0; return () => ++n } var a = c(), b = c(); print(a(), a(), b())";
    assert_eq!(text(counter), "1 2 1\n");
    assert_eq!(
        text("var a = []; for (var i = 0; i < 2000; i++) a.push('s' + i); print(a.join('').length)"),
        "8890\n"
    );
    assert_eq!(text("print([1, [2, [3]]] + '', `${1}-${{}}`)"), "1,2,3 1-[object Object]\n");
}

#[test]
fn block_scopes_and_dead_zones() {
    assert_eq!(text("let x = 1; { let x = 2; print(x) } print(x)"), "2\n1\n");
    let dead = "try { x; let x = 1 } catch (e) { print(e instanceof ReferenceError) }";
    assert_eq!(text(dead), "true\n");
    assert_eq!(text("const c = 1; try { c = 2 } catch (e) { print(e instanceof TypeError, c) }"), "true 1\n");
    assert_eq!(
        text("switch (1) { case 0: let y = 1; case 1: try { y } catch (e) { print(e.name) } }"),
        "ReferenceError\n"
    );
}

#[test]
fn functions_see_the_variables_around_them() {
    assert_eq!(text("let n = 0; function inc() { return ++n } inc(); print(inc())"), "2\n");
    assert_eq!(text("function f() { let x = 1; function g() { return x } return g() } print(f())"), "1\n");
    let outer = "var x = 'outer'; function f(a = x) { var x = 'inner'; return a + x } print(f())";
    assert_eq!(text(outer), "outerinner\n");
    assert_eq!(text("function f(a = b, b) { } try { f() } catch (e) { print(e.name) }"), "ReferenceError\n");
    assert_eq!(
        text("var o = { m() {} }; try { new o.m() } catch (e) { print(e.name, o.m.length) }"),
        "TypeError 0\n"
    );
    assert_eq!(text("print('late' in globalThis, delete late, late); var late"), "true false undefined\n");
    let mapped = "function f(a) { a = 2; return arguments[0] } print(f(1))";
    assert!(text(mapped).starts_with("unsupported: `arguments` beside parameters"));
    assert!(text("{ function f() {} }").starts_with("unsupported: a function declared in a block"));
    let caught = "for (var i = 0; i < 2; i++) try { throw i } catch (e) { print(() => e) }";
    assert!(text(caught).contains("which each iteration of a loop declares"));
    assert!(text("(function f() { f = 1 })()").contains("own name"));
    assert_eq!(text("print(function () {})"), "function () { [native code] }\n");
}

#[test]
fn iteration() {
    assert_eq!(text("for (const x of [1, , 'a']) print(x)"), "1\nundefined\na\n");
    assert_eq!(
        text("var a = [1, 2]; for (var x of a) { if (a.length < 4) a.push(x * 10) } print(a.join())"),
        "1,2,10,20\n"
    );
    assert_eq!(text("var [a, b = 5, ...c] = [1, undefined, 3, 4]; print(a, b, c.join())"), "1 5 3,4\n");
    assert_eq!(text("try { for (var x of {}) ; } catch (e) { print(e instanceof TypeError) }"), "true\n");
    assert_eq!(text("print([...'aé', ...[1]].join(), Math.max(...[1, 3, 2]))"), "a,é,1 3\n");
    assert_eq!(text("function P(a, b) { this.s = a + b } print(new P(...[1, 2]).s)"), "3\n");
    let names =
        "function P() { this.own = 1; this.gone = 2; this.two = 3 } P.prototype.up = 4; var p = new P();
        for (var k in p) { print(k); delete p.gone }";
    assert_eq!(text(names), "own\ntwo\nup\n");
    assert_eq!(
        text(
            "var { a, ...rest } = { a: 1, b: 2, get c() { return 3 } }; print(Object.keys(rest).join(), rest.c)"
        ),
        "b,c 3\n"
    );
}

#[test]
fn generators() {
    assert_eq!(
        text(
            "function* g(n) { for (var i = 0; i < n; i++) yield i } print([...g(3)].join(), Math.max(...g(4)))"
        ),
        "0,1,2 3\n"
    );
    let sent = "function* g() { var a = yield 1; try { yield a } finally { print('f') } return 3 }
        var i = g(); print(i.next().value, i.next('s').value); var r = i.return(9); print(r.value, r.done);
        r = i.next(); print(r.value, r.done); i = g(); i.next();
        try { i.throw('t') } catch (e) { print(e, i.next().done) }";
    assert_eq!(text(sent), "1 s\nf\n9 true\nundefined true\nt true\n");
    let caught =
        "function* g() { while (true) { try { yield arguments.length } catch (e) { yield 'c' + e } } }
        var i = g(1, 2); print(i.next().value, i.throw(7).value, i.next().value)";
    assert_eq!(text(caught), "2 c7 2\n");
    let running = "function* g() { i.next() } var i = g(); try { i.next() } catch (e) { print(e.name) }";
    assert_eq!(text(running), "TypeError\n");
    let closed = "function* g() { try { yield 1; yield 2 } finally { print('closed') } }
        for (var x of g()) { print(x); break } var [a] = g(); print(a)";
    assert_eq!(text(closed), "1\nclosed\nclosed\n1\n");
    assert_eq!(text("function* g() {} try { new g } catch (e) { print(e.name) }"), "TypeError\n");
    assert_eq!(text("function* g() {} print(g() instanceof g, 'constructor' in g.prototype)"), "true true\n");
    let deep = "function* g() { yield g().next() } try { g().next() } catch (e) { print(e.name) }";
    assert_eq!(run(deep, RunOptions::default()).output, "RangeError\n");
}

#[test]
fn caches_follow_changes_of_classes() {
    let getter = "function get(o) { return o.x } function P() {} P.prototype.x = 1; var p = new P();
        print(get(p), get(p)); P.prototype.x = 2; print(get(p)); p.x = 3; print(get(p)); delete p.x; print(get(p));
        P.prototype = { x: 4 }; print(get(p), get(new P())); delete Object.getPrototypeOf(p).x; print(get(p))";
    assert_eq!(text(getter), "1 1\n2\n3\n2\n2 4\nundefined\n");
    let setter = "function set(o, v) { o.y = v } var proto = {}, a = Object.create(proto), b = Object.create(proto);
        set(a, 1); set(b, 2); print(a.y, b.y); var c = Object.create({ set y(v) { print('set', v) } }); set(c, 3);
        print(c.y); var d = {}; set(d, 5); set(d, 6); print(d.y)";
    assert_eq!(text(setter), "1 2\nset 3\nundefined\n6\n");
    let lengths = "function len(v) { return v.length } print(len('abc'), len([1, 2]), len({ length: 7 }), len('')); \
        try { len(null) } catch (e) { print(e.name) } print(len(5))";
    assert_eq!(text(lengths), "3 2 7 0\nTypeError\nundefined\n");
    assert_eq!(
        text("function f() { return typeof later } print(f()); later = 1; print(f(), later)"),
        "undefined\nnumber 1\n"
    );
}

#[test]
fn steps_are_limited() {
    let limited = |source, max_steps| run(source, RunOptions { max_steps, ..RunOptions::default() });
    let refused = Some(RunError::Unsupported(String::from("more calls and iterations than the limit")));
    assert_eq!(limited("for (;;) ;", Some(1000)).error, refused);
    assert_eq!(limited("function f() { for (;;) try { f() } catch (e) {} } f()", Some(1000)).error, refused);
    assert_eq!(limited("for (var i = 0; i < 1000; i++) ;", Some(2000)).error, None);
}

#[test]
fn exceptions() {
    let finally = "function f() { try { return 'a' } finally { print('f') } } print(f())";
    assert_eq!(text(finally), "f\na\n");
    assert_eq!(text("print(1); throw new TypeError('bad')"), "1\nUncaught TypeError: bad\n");
    assert_eq!(text("null.x"), "Uncaught TypeError: Cannot read properties of null (reading 'x')\n");
    assert_eq!(text("nope"), "Uncaught ReferenceError: nope is not defined\n");
    let deep = "function f() { return f() + 1 } try { f() } catch (e) { print(e instanceof RangeError) }";
    let outcome = run(deep, RunOptions::default());
    assert_eq!(outcome.output, "true\n");
    let place = run("var a = 1;\nmissing(a);", RunOptions::default());
    assert!(matches!(place.error, Some(RunError::Uncaught { offset: 11.., .. })), "{:?}", place.error);
}

#[test]
fn what_is_missing_is_named() {
    assert_eq!(text("print({}.missing, typeof missing)"), "undefined undefined\n");
}

#[test]
fn collections_run_and_keep_what_is_live() {
    let source =
        "var keep = { a: 'kept' }; for (var i = 0; i < 200000; i++) { var t = { i: i }; } print(keep.a, t.i)";
    let outcome = run(source, RunOptions::default());
    assert_eq!(outcome.output, "kept 199999\n");
    assert!(outcome.collections > 0, "{outcome:?}");
}
