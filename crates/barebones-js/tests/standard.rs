//! Kinds of behaviour that the tests of the standard check: small programs, with and without a collection at each safepoint.

use barebones_js::front::{FrontError, Goal, Options, translate};
use barebones_js::{RunError, RunOptions, Tier, run, run_in_test_host};

/// What a program prints, or its error; optimised or not, with collections or without.
fn text(source: &str) -> String {
    let [plain, stressed, unoptimised] =
        [(false, false), (true, false), (true, true)].map(|(gc_stress, unoptimised)| {
            run(source, RunOptions { gc_stress, unoptimised, ..RunOptions::default() })
        });
    assert_eq!((&plain.output, &plain.error), (&stressed.output, &stressed.error), "{source}");
    assert_eq!((&plain.output, &plain.error), (&unoptimised.output, &unoptimised.error), "{source}");
    match plain.error {
        None => plain.output,
        Some(error) => format!("{}{error}\n", plain.output),
    }
}

fn check(programs: &[(&str, &str)]) {
    for (source, expected) in programs {
        assert_eq!(text(source), *expected, "{source}");
    }
}

/// What scripts print that share one global environment, or their error.
fn scripts(scripts: &[&str]) -> String {
    let plain = run_in_test_host(scripts, RunOptions::default());
    let stressed = run_in_test_host(scripts, RunOptions { gc_stress: true, ..RunOptions::default() });
    assert_eq!((&plain.output, &plain.error), (&stressed.output, &stressed.error), "{scripts:?}");
    for gc_stress in [false, true] {
        let compiled = run_in_test_host(
            scripts,
            RunOptions { tier: Tier::Compiled, gc_stress, ..RunOptions::default() },
        );
        assert_eq!((&plain.output, &plain.error), (&compiled.output, &compiled.error), "{scripts:?}");
    }
    match plain.error {
        None => plain.output,
        Some(error) => format!("{}{error}\n", plain.output),
    }
}

#[test]
fn async_generators() {
    check(&[
        (
            "async function* g() { try { print(yield 1); yield* [2, Promise.resolve(3)]; return 4 } finally { print('end') } }
            (async () => { for await (const v of g()) print(v) })()",
            "1\nundefined\n2\n3\nend\n",
        ),
        (
            "async function* g() { try { yield 1; yield 2 } finally { await 0; print('end') } }
            (async () => { const i = g(); print((await i.next()).value); const r = await i.return(7); print(r.value, r.done); print((await i.next()).done) })()",
            "1\nend\n7 true\ntrue\n",
        ),
        // Requests wait for those before them.
        (
            "async function* g() { let n = 0; while (true) { await null; yield n++ } }
            const i = g(); for (let k = 0; k < 3; k++) i.next().then(r => print(k, r.value)); i.return(9).then(r => print(r.value, r.done)); print('first')",
            "first\n0 0\n1 1\n2 2\n9 true\n",
        ),
        (
            "async function* g() { yield 1 } const i = g(); i.throw(5).catch(e => print('caught', e)); i.next().then(r => print(r.done))",
            "caught 5\ntrue\n",
        ),
        (
            "async function* g(a = 1, [b] = [2]) { yield a + b } g().next().then(r => print(r.value));
            print(Object.getPrototypeOf(g).constructor.name, Object.prototype.toString.call(g()), g.hasOwnProperty('prototype'))",
            "AsyncGeneratorFunction [object AsyncGenerator] true\n3\n",
        ),
        // An exception of the result's value leaves `yield*`, and is not sent to the iterator.
        (
            "const it = { [Symbol.asyncIterator]() { return { next: () => ({ value: 1 }), throw: () => ({ get value() { throw 7 } }) } } };
            async function* g() { try { yield* it } catch (e) { return e } } const i = g(); i.next().then(() => i.throw(1)).then(r => print(r.value, r.done))",
            "7 true\n",
        ),
        (
            "async function* g() {} g.prototype.next.call({}).catch(e => print(e instanceof TypeError))",
            "true\n",
        ),
        // An ordinary iterator is closed if its value is a rejected promise.
        (
            "const it = { [Symbol.iterator]() { return { next() { return { value: Promise.reject(3), done: false } }, return() { print('closed'); return {} } } } };
            (async () => { try { for await (const v of it); } catch (e) { print('caught', e) } })()",
            "closed\ncaught 3\n",
        ),
        (
            "const it = { [Symbol.asyncIterator]() { let n = 0; return { next: async () => ({ value: n++, done: n > 3 }), return: async () => { print('closed'); return {} } } } };
            (async () => { for await (const v of it) { print(v); if (v) break } })()",
            "0\n1\nclosed\n",
        ),
        (
            "function* g() { yield 1 } Object.getPrototypeOf(g).prototype.next = () => 0; (async () => { await 1; print('runs') })()",
            "runs\n",
        ),
    ]);
}

#[test]
fn arguments_share_parameters() {
    check(&[
        ("function f(a, b) { arguments[0] = 5; b = 7; print(a, arguments[1]) } f(1, 2)", "5 7\n"),
        ("function f(a) { a = 2; print(arguments[0], arguments.length) } f(); f(1)", "undefined 0\n2 1\n"),
        ("function f(a) { delete arguments[0]; a = 2; print(arguments[0]) } f(1)", "undefined\n"),
        (
            "function f(a) { Object.defineProperty(arguments, '0', { writable: false }); a = 2; print(arguments[0]) } f(1)",
            "1\n",
        ),
        ("function f(a) { 'use strict'; a = 2; print(arguments[0]) } f(1)", "1\n"),
        ("function f(a, b = 1) { a = 2; print(arguments[0]) } f(1)", "1\n"),
        ("function f(a, a) { arguments[0] = 3; print(a); arguments[1] = 4; print(a) } f(1, 2)", "2\n4\n"),
        ("function f(a) { const g = () => { a = 9 }; g(); return arguments } print(f(1)[0])", "9\n"),
        ("function f(a) { g(arguments); return a } function g(x) { x[0] = 8 } print(f(1))", "8\n"),
        ("function* f(a) { a = 3; yield arguments[0] } print([...f(1)])", "3\n"),
        ("function f() { arguments = 4; return arguments } print(f(1))", "4\n"),
        ("try { arguments } catch (e) { print(e.name) }", "ReferenceError\n"),
    ]);
}

#[test]
fn scripts_share_lexical_variables() {
    let first =
        "let a = 1; const b = 2; class C { m() { return a } } var v = 3; function get() { return late }";
    assert_eq!(scripts(&[first, "a += 4; print(a, b, new C().m(), typeof C)"]), "5 2 5 function\n");
    assert_eq!(scripts(&[first, "let late = 6; print(get(), this.a, this.late)"]), "6 undefined undefined\n");
    assert_eq!(scripts(&[first, "b = 1"]), "Uncaught TypeError: assignment to constant variable 'b'\n");
    for conflict in ["let a", "var a", "class C {}", "function b() {}", "let v", "let undefined"] {
        assert!(scripts(&[first, conflict]).contains("SyntaxError"), "{conflict}");
    }
    assert_eq!(
        scripts(&[
            "try { $262.evalScript('print(typeof x); let y = x; let x') } catch (e) { print(e.name) }"
        ]),
        "ReferenceError\n"
    );
    assert_eq!(text("let a = 1; print((0, eval)('a = a + 1'), a, new Function('return a')())"), "2 2 2\n");
    assert_eq!(text("'use strict'; eval('var x = 1; print(x)'); print(typeof x)"), "1\nundefined\n");
    let early = run_in_test_host(&["print(1)", "let x; let x"], RunOptions::default());
    assert_eq!(early.output, "1\n");
    assert!(matches!(early.error, Some(RunError::Front(FrontError::Syntax { .. }))));
}

#[test]
fn the_test_host() {
    assert_eq!(
        scripts(&[
            "const b = new ArrayBuffer(8); $262.detachArrayBuffer(b); print(b.byteLength, $262.global === this, $262.gc())"
        ]),
        "0 true undefined\n"
    );
    assert!(scripts(&["$262.createRealm()"]).starts_with("unsupported"));
}

#[test]
fn completion_values() {
    for (source, expected) in [
        ("1; do { break; } while (false)", "undefined"),
        ("2; do { 3; break; } while (false)", "3"),
        ("1; if (false) 2", "undefined"),
        ("1; switch (1) { case 1: }", "undefined"),
        ("1; for (var x of [1]) {}", "undefined"),
        ("1; try { 2 } finally { 3 }", "2"),
        ("do { try { 'bad' } finally { break } } while (false)", "undefined"),
        ("1; try { 2; throw 3 } catch (e) {}", "undefined"),
        ("1; { } ; var a = 2", "1"),
    ] {
        assert_eq!(text(&format!("print(eval({source:?}))")), format!("{expected}\n"), "{source}");
    }
}

#[test]
fn literals_with_equal_keys() {
    check(&[(
        "var o = { get a() { return 1 }, ['a']: 2, get a() { return 3 } }, p = { get a() { return 1 }, ...{ a: 5 }, set a(v) {} };
         print(o.a, p.a, Object.isFrozen((s => s)`x`), (1e21).toString(36))",
        "3 undefined true 5v1j4f4ds7c000\n",
    )]);
}

#[test]
fn patterns_and_loops() {
    check(&[
        // A generator that returns in a pattern closes the iterator.
        (
            "const it = { [Symbol.iterator]() { return { return() { print('closed'); return {} } } } };
            function* g() { [...{}[yield]] = it } const i = g(); i.next(); print(i.return(1).value)",
            "closed\n1\n",
        ),
        ("try { let x = 1; for (const x of [x]); } catch (e) { print(e.name) }", "ReferenceError\n"),
        ("try { let x = 1; for (let x in { x }); } catch (e) { print(e.name) }", "ReferenceError\n"),
        (
            "class C { static get #a() { return this.v } static set #a(v) { this.v = v } static f() { this.#a = 4; return this.#a } } print(C.f())",
            "4\n",
        ),
    ]);
}

#[test]
fn library_kinds() {
    check(&[
        ("print(new Date(-62198755200000).toUTCString())", "Fri, 01 Jan -0001 00:00:00 GMT\n"),
        ("Number.prototype[Symbol.match] = () => 'wrong'; print('1'.match(1)[0])", "1\n"),
        ("print('a\\ud800'.isWellFormed(), 'a\\ud800'.toWellFormed() === 'a\\ufffd')", "false true\n"),
        (
            "const p = new Proxy([], { get: (t, k) => k === 'length' ? 2 ** 53 + 2 : k === 'constructor' ? undefined : k, has: () => true }); print(Array.prototype.slice.call(p, 2 ** 53 - 3))",
            "9007199254740989,9007199254740990\n",
        ),
    ]);
}

#[test]
fn early_errors_of_regular_expressions() {
    for source in ["/(?<a>.)(?<a>.)/", "/[b-a]/", "/\\p{Missing}/u", "/{1}/u", "/a/gg"] {
        let error = translate(source, Options::default()).unwrap_err();
        assert!(matches!(error, FrontError::Syntax { .. }), "{source}: {error}");
    }
}

#[test]
fn long_chains() {
    for operator in ["+", "-", "|", "&&", "||"] {
        let source = format!("var a = 1; print({})", vec!["a"; 5000].join(operator));
        let expected = match operator {
            "+" => "5000\n",
            "-" => "-4998\n",
            _ => "1\n",
        };
        assert_eq!(run(&source, RunOptions::default()).output, expected, "{operator}");
    }
    // Without a large stack, the walk is no limit of chains, but the parser is.
    let chain = |count| vec!["a"; count].join("+");
    assert!(translate(&chain(1400), Options::default()).is_ok());
    let options = Options { goal: Goal::Eval, ..Options::default() };
    assert!(translate(&chain(2000), options).unwrap_err().to_string().contains("nested deeper"));
}

/// Calls whose callees are inlined are in the stacks of errors: `check` compares with code that is not optimised.
#[test]
fn stacks_show_inlined_calls() {
    let stack = |source: &str| match run(source, RunOptions::default()).error {
        Some(RunError::Uncaught { stack, offset, .. }) => (stack, offset),
        other => panic!("{other:?}"),
    };
    let source = "function outer(x) {\n  function check(y) { if (y > 1) throw new Error('big'); return y }\n  return check(x) + 1;\n}\nouter(2);";
    let lines = [(2, 50, "check"), (3, 10, "outer"), (5, 1, "global")];
    let lines: Vec<String> =
        lines.iter().map(|(line, column, name)| format!("    at {name} (program:{line}:{column})")).collect();
    assert_eq!(stack(source).0, lines.join("\n"));
    let nested = "function a(x) { const b = y => { const c = z => z.p.q; return c(y) + 1 }; return b(x) * 2 }\nfunction d() {\n a({}) }\nd()";
    let host = "function f(list) { const g = x => { if (x > 1) missing(x) }; list.forEach(x => { g(x) }) }\nf([1, 2])";
    let caught = "function f(x) { const g = y => { try { return h(y) } catch (e) { print(e.stack); throw e } }, h = y => k(y), k = y => { null.p }; return g(x) }\nf(1)";
    for source in [source, nested, host, caught] {
        let error = text(source);
        assert!(error.contains("Uncaught"), "{error}");
        let plain = run(source, RunOptions { unoptimised: true, ..RunOptions::default() });
        let Some(RunError::Uncaught { stack: expected, offset, .. }) = plain.error else {
            panic!("{source}")
        };
        assert_eq!(stack(source), (expected, offset), "{source}");
    }
}

#[test]
fn arguments_of_inner_functions() {
    check(&[
        ("var arguments = 'g'; function f() { return arguments.length } print(f(1, 2), arguments)", "2 g\n"),
        (
            "function f() { var arguments = 5; return [function () { return arguments.length }(1), (() => arguments)(), (() => () => arguments)()()] } print(f())",
            "1,5,5\n",
        ),
        (
            "function f() { let arguments = 6; { let arguments = 7; print(arguments) } return function () { return (() => arguments[0] + typeof arguments)() } } print(f()(8))",
            "7\n8object\n",
        ),
        (
            "function f() { var arguments = 5; (async () => print(arguments))(); (async function () { print(arguments.length) })(1, 2); return [...function* () { yield arguments[0] }(9)] } print(f())",
            "5\n2\n9\n",
        ),
        (
            "function f() { var arguments; return arguments[0] } print(f(3)); function g(arguments) { return () => arguments } print(g(4)())",
            "3\n4\n",
        ),
        (
            "var arguments = 1; function f() { return eval('arguments.length') } print(f(1, 2, 3), eval('arguments'))",
            "3 1\n",
        ),
    ]);
}

/// A line that names an interpreter, also in text that is strict because its caller is.
#[test]
fn texts_with_interpreters() {
    check(&[(
        "print(eval('#!\\n1'), eval('#!'), (0, eval)('#!2\\n3')); (function () { 'use strict'; print(eval('#!x\\n4')) })(); try { eval(' #!') } catch (e) { print(e.name) }",
        "1 undefined 3\n4\nSyntaxError\n",
    )]);
}

/// The parent of `super[key]` is found before the key becomes a primitive, which an assignment does last.
#[test]
fn computed_keys_of_super() {
    let source = "var log = [], base = { get p() { return 1 }, set p(v) { log.push('base' + v) } }, other = { set p(v) { log.push('other' + v) } };
        var key = { toString() { log.push('key'); Object.setPrototypeOf(o, other); return 'p' } };
        var o = { __proto__: base, put() { super[key] = (log.push('value'), 2) }, add() { super[key] += 3 }, up() { return super[key]++ }, get() { return super[key] } };
        o.put(); Object.setPrototypeOf(o, base); o.add(); Object.setPrototypeOf(o, base); print(o.up());
        Object.setPrototypeOf(o, base); print(o.get(), log)";
    check(&[(source, "1\n1 value,key,base2,key,base4,key,base2,key\n")]);
}
