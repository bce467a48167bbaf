//! The interpreter: programs print what the stored answers say, with and without a collection at each safepoint, or are
//! refused by name.

use barebones_js::random::{Features, KINDS, program};
use barebones_js::{RunError, RunOptions, Tier, run};
use std::path::{Path, PathBuf};

/// Programs that run to their end; the number never sinks.
const RUN: usize = 156;

#[test]
fn programs_print_the_answers() {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/programs");
    let mut paths: Vec<_> = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.retain(|path| path.extension().is_some_and(|extension| extension == "js"));
    paths.sort();
    // Collections at each safepoint take long: one thread per quarter of the programs.
    let ran: usize = std::thread::scope(|scope| {
        let quarters = paths.chunks(paths.len().div_ceil(4));
        let threads: Vec<_> = quarters
            .map(|quarter| scope.spawn(|| quarter.iter().filter(|path| prints_the_answer(path)).count()))
            .collect();
        threads.into_iter().map(|thread| thread.join().unwrap()).sum()
    });
    assert_eq!(ran, RUN);
}

/// Checks what a program prints, optimised or not, with and without collections; false if it is refused.
fn prints_the_answer(path: &Path) -> bool {
    let source = std::fs::read_to_string(path).unwrap();
    let expected = std::fs::read_to_string(path.with_extension("out")).unwrap();
    let mut ran = true;
    for (gc_stress, unoptimised) in [(false, false), (false, true), (true, true), (true, false)] {
        let outcome = run(&source, RunOptions { gc_stress, unoptimised, ..RunOptions::default() });
        // What a refused program printed before is right, too.
        assert!(expected.starts_with(&outcome.output), "{}: {}", path.display(), outcome.output);
        match outcome.error {
            None => assert_eq!(outcome.output, expected, "{}", path.display()),
            Some(error) => {
                let refused = matches!(error, RunError::Unsupported(_) | RunError::Front(_));
                assert!(refused, "{}: {error}", path.display());
                ran = false;
            }
        }
    }
    ran
}

/// What a program prints, or its error.
fn text(source: &str) -> String {
    let plain = run(source, RunOptions::default());
    let stressed = run(source, RunOptions { gc_stress: true, ..RunOptions::default() });
    assert_eq!((&plain.output, &plain.error), (&stressed.output, &stressed.error), "{source}");
    for gc_stress in [false, true] {
        let compiled = run(source, RunOptions { tier: Tier::Compiled, gc_stress, ..RunOptions::default() });
        assert_eq!((&plain.output, &plain.error), (&compiled.output, &compiled.error), "{source}");
    }
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
    assert_eq!(text(mapped), "2\n");
    assert_eq!(text("print(function () {})"), "function () { [native code] }\n");
}

#[test]
fn names_of_properties_and_functions() {
    assert_eq!(
        text("var f; (f) = function () {}; print(JSON.stringify(f.name)); f = () => 1; print(f.name)"),
        "\"\"\nf\n"
    );
    assert_eq!(
        text("var o = { 12345678901234567890n: 1, 2n() { return 3 } }; print(Object.keys(o), o[2]())"),
        "2,12345678901234567890 3\n"
    );
    let frozen = "function t(s) { 'use strict'; try { s[0] = 1 } catch (e) { print(e.name) } try { s.raw.length = 0 } catch (e) { print(e.name) } return Object.isFrozen(s) + s.join() + s.raw[1] }";
    assert_eq!(text(&format!("{frozen} print(t`a${{1}}\\n`)")), "TypeError\nTypeError\ntruea,\n\\n\n");
}

#[test]
fn scopes_of_iterations() {
    assert_eq!(
        text(r#"var fs=[]; for (let i=0;i<3;i++) fs.push(()=>i++); print(fs[0](),fs[0](),fs[1](),fs[2]());"#),
        "0 1 1 2\n"
    );
    assert_eq!(
        text(
            r#"var fs=[]; for (const x of [1,2]) { let y=x*2; fs.push(()=>x+y); } print(fs[0](), fs[1]());"#
        ),
        "3 6\n"
    );
    assert_eq!(
        text(
            r#"var fs=[]; for (let i=0, inc=()=>i++; i<3; inc(), i++) { if (fs.length>5) break; fs.push(()=>i); } print(fs.length, fs[0]());"#
        ),
        "3 0\n"
    );
    assert_eq!(
        text(
            r#"var fs = []; for (var i=0;i<2;i++) try { throw i } catch (e) { fs.push(()=>e) } print(fs[fs.length-1](), fs[fs.length-2]());"#
        ),
        "1 0\n"
    );
    assert_eq!(
        text(
            r#"print((function() { return typeof new.target })(), new (function() { this.t = new.target !== undefined })().t);"#
        ),
        "undefined true\n"
    );
    assert_eq!(text(r#"class N extends null { static z() { return 1 } } print(N.z(), "null");"#), "1 null\n");
}

#[test]
fn functions_in_blocks() {
    assert_eq!(text(r#"(function f(){ f = 1; print(typeof f) })();"#), "function\n");
    assert_eq!(
        text(
            r#"(function f(){ 'use strict'; try { f = 1 } catch (e) { print(e instanceof TypeError) } })();"#
        ),
        "true\n"
    );
    assert_eq!(text(r#"{ function g() { return 1 } } print(g());"#), "1\n");
    assert_eq!(
        text(r#"(function(){ 'use strict'; { function h() { return 2 } print(h()) } print(typeof h) })();"#),
        "2\nundefined\n"
    );
    assert_eq!(
        text(r#"print(typeof late); { function late() {} } print(typeof late);"#),
        "undefined\nfunction\n"
    );
    assert_eq!(text(r#"if (true) function ff() { return 'ff' } print(ff());"#), "ff\n");
}

#[test]
fn classes() {
    assert_eq!(
        text(
            r#"class A { constructor(x) { this.x = x } get dbl() { return this.x * 2 } set dbl(v) { this.x = v / 2 } m() { return 'A.m' + this.x } static s() { return 's' + this.name } }var a = new A(4); print(a.dbl, a.m(), A.s()); a.dbl = 10; print(a.x);"#
        ),
        "8 A.m4 sA\n5\n"
    );
    assert_eq!(
        text(
            r#"class A { constructor(x) { this.x = x } get dbl() { return this.x * 2 } set dbl(v) { this.x = v / 2 } m() { return 'A.m' + this.x } static s() { return 's' + this.name } }class B extends A { constructor() { super(7); this.y = 1; (() => { this.z = super.m() })() } m() { return 'B:' + super.m() } static s() { return super.s() + '!' } }var b = new B; print(b.m(), b.y, b.z, B.s(), b instanceof A, Object.keys(b).join());"#
        ),
        "B:A.m7 1 A.m7 sB! true x,y,z\n"
    );
    assert_eq!(
        text(
            r#"class A { constructor(x) { this.x = x } get dbl() { return this.x * 2 } set dbl(v) { this.x = v / 2 } m() { return 'A.m' + this.x } static s() { return 's' + this.name } }class B extends A { constructor() { super(7); this.y = 1; (() => { this.z = super.m() })() } m() { return 'B:' + super.m() } static s() { return super.s() + '!' } }var b = new B; print(b.m(), b.y, b.z, B.s(), b instanceof A, Object.keys(b).join());class C extends B {} print(new C().m(), C.name, C.length, new C() instanceof B);"#
        ),
        "B:A.m7 1 A.m7 sB! true x,y,z\nB:A.m7 C 0 true\n"
    );
    assert_eq!(
        text(
            r#"class A { constructor(x) { this.x = x } get dbl() { return this.x * 2 } set dbl(v) { this.x = v / 2 } m() { return 'A.m' + this.x } static s() { return 's' + this.name } }try { A() } catch (e) { print(e.message) }try { new (class extends A { constructor() { this.x } }) } catch (e) { print(e.name) }"#
        ),
        "Class constructor A cannot be invoked without 'new'\nReferenceError\n"
    );
    assert_eq!(
        text(
            r#"class F { a = 1; b = this.a + 1; ['c' + 1] = 3; #p = 5; static q = 9; static #sp = 8; getP() { return this.#p } incP() { return ++this.#p } has(o) { return #p in o } #pm() { return 'pm' + this.#p } callPm() { return this.#pm() } get #acc() { return 'acc' } acc() { return this.#acc } static sps() { return F.#sp } static { this.blk = this.q + 1 } f = () => this.a }var f = new F; print(f.a, f.b, f.c1, f.getP(), f.incP(), f.has(f), f.has({}), f.callPm(), f.acc(), F.q, F.sps(), F.blk, f.f(), Object.keys(f).join());"#
        ),
        "1 2 3 5 6 true false pm6 acc 9 8 10 1 a,b,c1,f\n"
    );
    assert_eq!(
        text(
            r#"class F { a = 1; b = this.a + 1; ['c' + 1] = 3; #p = 5; static q = 9; static #sp = 8; getP() { return this.#p } incP() { return ++this.#p } has(o) { return #p in o } #pm() { return 'pm' + this.#p } callPm() { return this.#pm() } get #acc() { return 'acc' } acc() { return this.#acc } static sps() { return F.#sp } static { this.blk = this.q + 1 } f = () => this.a }try { f.getP.call({}) } catch (e) { print(e instanceof TypeError) }"#
        ),
        "false\n"
    );
    assert_eq!(
        text(
            r#"class F { a = 1; b = this.a + 1; ['c' + 1] = 3; #p = 5; static q = 9; static #sp = 8; getP() { return this.#p } incP() { return ++this.#p } has(o) { return #p in o } #pm() { return 'pm' + this.#p } callPm() { return this.#pm() } get #acc() { return 'acc' } acc() { return this.#acc } static sps() { return F.#sp } static { this.blk = this.q + 1 } f = () => this.a }class G extends F { x = this.getP() } print(new G().x);"#
        ),
        "5\n"
    );
    assert_eq!(
        text(
            r#"var o = { __proto__: { hi() { return 'hi' } }, hi() { return super.hi() + '!' } }; print(o.hi());"#
        ),
        "hi!\n"
    );
    assert_eq!(
        text(
            r#"var cls = []; for (let i = 0; i < 2; i++) { class K { v() { return i } static w = i * 10; } cls.push(K) } print(new cls[0]().v(), new cls[1]().v(), cls[0].w, cls[1].w);"#
        ),
        "0 1 0 10\n"
    );
    assert_eq!(text(r#"function P(a = () => v, v = 2) { var v = 3; return a() + v } print(P());"#), "5\n");
    assert_eq!(
        text(
            r#"var o2 = { get ['a']() { return 1 }, set ['a'](v) {} , ['b' + 1]: function() {} }; print(o2.a, o2.b1.name);"#
        ),
        "1 b1\n"
    );
    assert_eq!(
        text(r#"let k1 = class { static m() { return k1.name } }; print(k1.m(), k1.name);"#),
        "k1 k1\n"
    );
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

/// Random programs print the same with a collection at each safepoint, and have all kinds of nodes.
#[test]
fn random_programs_do_not_depend_on_collections_and_tiers() {
    let mut coverage = vec![0; KINDS.len()];
    let mut ran = 0;
    for number in 0..200 {
        let features = Features { generators: number % 8 == 0, later: number % 2 == 0 };
        let made = program(11, number, features);
        coverage.iter_mut().zip(&made.coverage).for_each(|(sum, count)| *sum += count);
        let plain = run(&made.source, RunOptions::default());
        let stressed = run(&made.source, RunOptions { gc_stress: true, ..RunOptions::default() });
        assert_eq!((&plain.output, &plain.error), (&stressed.output, &stressed.error), "{}", made.source);
        // Compiled code is compared more often by `barebones js --fuzz`.
        let tiers = [(Tier::Compiled, number % 3 == 0), (Tier::Auto, false)];
        for (tier, gc_stress) in tiers.into_iter().filter(|_| number % 5 == 0) {
            let compiled = run(&made.source, RunOptions { tier, gc_stress, ..RunOptions::default() });
            assert_eq!((&plain.output, &plain.error), (&compiled.output, &compiled.error), "{}", made.source);
        }
        ran += usize::from(!matches!(plain.error, Some(RunError::Front(_) | RunError::Unsupported(_))));
    }
    assert!(coverage.iter().all(|count| *count > 0), "{coverage:?}");
    assert!(ran > 150, "{ran}");
}
