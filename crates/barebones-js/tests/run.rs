//! The interpreter: programs print what the stored answers say, with and without a collection at each safepoint, or are
//! refused by name.

use barebones_js::{RunError, RunOptions, run};
use std::path::PathBuf;

/// Programs that run to their end; the number never sinks.
const RUN: usize = 25;

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
        for gc_stress in [false, true] {
            let outcome = run(&source, RunOptions { gc_stress });
            // What a refused program printed before is right, too.
            assert!(expected.starts_with(&outcome.output), "{}: {}", path.display(), outcome.output);
            match outcome.error {
                None => {
                    assert_eq!(outcome.output, expected, "{}", path.display());
                    ran += usize::from(gc_stress);
                }
                Some(error) => {
                    if verbose && !gc_stress {
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
    let stressed = run(source, RunOptions { gc_stress: true });
    assert_eq!((&plain.output, &plain.error), (&stressed.output, &stressed.error), "{source}");
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
    assert_eq!(text("function* g() {}"), "unsupported: CreateGeneratorInst in function `g`\n");
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
