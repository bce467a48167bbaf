//! Compiled code: programs print what the stored answers say, as in the interpreter.

use barebones_js::{Options, RunError, RunOptions, Runtime, ScriptError, Tier, Value, run};
use std::path::PathBuf;
use std::time::Duration;

/// Programs that run to their end; the number never sinks.
const RUN: usize = 156;

#[test]
fn programs_print_the_answers() {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/programs");
    let mut paths: Vec<_> = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.retain(|path| path.extension().is_some_and(|extension| extension == "js"));
    paths.sort();
    let mut ran = 0;
    for path in paths {
        let source = std::fs::read_to_string(&path).unwrap();
        let expected = std::fs::read_to_string(path.with_extension("out")).unwrap();
        let plain = RunOptions { tier: Tier::Compiled, ..RunOptions::default() };
        let variants = [
            plain,
            RunOptions { gc_stress: true, ..plain },
            RunOptions { unoptimised: true, ..plain },
            RunOptions { no_ic: true, ..plain },
            RunOptions { tier: Tier::Auto, ..plain },
            RunOptions { tier: Tier::Speculating, ..plain },
            RunOptions { tier: Tier::Speculating, gc_stress: true, ..plain },
        ];
        for (number, options) in variants.into_iter().enumerate() {
            let outcome = run(&source, options);
            assert!(expected.starts_with(&outcome.output), "{}: {}", path.display(), outcome.output);
            match outcome.error {
                None => {
                    assert_eq!(outcome.output, expected, "{}", path.display());
                    ran += usize::from(number == 0);
                }
                Some(error) => {
                    let refused = matches!(error, RunError::Unsupported(_) | RunError::Front(_));
                    assert!(refused, "{}: {error}", path.display());
                }
            }
        }
    }
    assert_eq!(ran, RUN);
}

fn compiled() -> Runtime {
    Runtime::new(Options { tier: Tier::Compiled, ..Options::default() })
}

/// The value of a program in a runtime that compiles, and that nothing was refused.
fn value(source: &str) -> Value {
    let mut runtime = compiled();
    let value = runtime.eval(source, "t.js").unwrap();
    let statistics = runtime.compile_statistics();
    assert!(statistics.functions > 0 && statistics.code_bytes > 0, "{statistics:?}");
    assert!(statistics.refused.is_empty(), "{:?}", statistics.refused);
    value
}

#[test]
fn every_function_is_compiled_at_its_first_call() {
    let mut runtime = compiled();
    runtime.eval("function f(x) { return x + 1 } function g() { return f(1) } g() + g()", "t.js").unwrap();
    assert_eq!(runtime.compile_statistics().functions, 3);
    let mut auto = Runtime::new(Options { tier: Tier::Auto, ..Options::default() });
    auto.eval("function f(x) { return x + 1 } for (var i = 0; i < 20; i++) f(i)", "t.js").unwrap();
    assert_eq!(auto.compile_statistics().functions, 0);
    auto.eval("for (i = 0; i < 20; i++) f(i)", "t.js").unwrap();
    assert_eq!(auto.compile_statistics().functions, 1);
    // A loop goes on in machine code while it runs.
    auto.eval("var s = 0; for (i = 0; i < 5000; i++) s += i; s", "t.js").unwrap();
    assert_eq!(auto.compile_statistics().functions, 2);
    let mut interpreter = Runtime::new(Options::default());
    interpreter.eval("for (var i = 0; i < 5000; i++);", "t.js").unwrap();
    assert_eq!(interpreter.compile_statistics().functions, 0);
}

#[test]
fn long_functions_stay_in_the_interpreter() {
    let source = format!("var x = 0; function f() {{ {} return x }} f()", "x += x * 2 + 1;".repeat(8000));
    let mut runtime = compiled();
    assert!(runtime.eval(&source, "t.js").is_ok());
    let refused = &runtime.compile_statistics().refused;
    assert_eq!(refused.len(), 1);
    assert!(refused.keys().all(|reason| reason == "more than 20000 operations"), "{refused:?}");
}

#[test]
fn rare_cases_go_on_in_compiled_code() {
    assert_eq!(
        value("function f(a, b) { return a % b } [f(7, 3), f(-7, 3), f(7.5, 2), 1 / f(-4, 2)].join()"),
        value("'1,-1,1.5,-Infinity'")
    );
    assert_eq!(
        value("function f(a, b) { return a + b } f(1, 2) + f('a', 1) + f(0 / 0, 1)"),
        value("'3a1NaN'")
    );
    assert_eq!(
        value("function f(a, b) { return a - b } new Set([f(1 / 0, 1 / 0), NaN, 0 / 0]).size"),
        Value::Number(1.0)
    );
    let same = "function f(a, b) { return a === b } function t(a, b) { return f(a, b) ? 1 : 0 }
        var o = {}; var s = 'a'; [t(1, 1), t(NaN, NaN), t(0, -0), t('ab', s + 'b'), t(o, o), t({}, {}), t(1, '1'),
        t(null, undefined), t(10n, 5n + 5n), t(true, true), t('x', o)].join('')";
    assert_eq!(value(same), value("'10111000110'"));
    let loose = "function t(a, b) { return a == b ? 1 : 0 }
        [t(1, '1'), t(null, undefined), t(0, ''), t(NaN, NaN), t('a', 'a'), t({}, {}), t(2, 2), t(null, 0)].join('')";
    assert_eq!(value(loose), value("'11101010'"));
    let switched = "function f(x) { switch (x) { case 0: return 'a'; case 1: return 'b'; case 2: return 'c'; default: return 'd' } }
        function g(x) { switch (x) { case 'p': return 1; case 5: return 2; case null: return 3 } return 4 }
        [f(0), f(2), f(-0), f(1.5), f('1'), f(9), g('p'), g(5), g(null), g(undefined), g('q')].join()";
    assert_eq!(value(switched), value("'a,c,a,d,d,d,1,2,3,4,4'"));
    let bits = "function f(a, b) { return [a & b, a | b, a ^ b, a << b, a >> b, a >>> b].join() }
        f(-5, 3) + ' ' + f(4294967297.5, 33) + ' ' + f(NaN, -1) + ' ' + f('7', 1) + ' ' + f(1e300, 2)";
    let expected = Runtime::new(Options::default()).eval(bits, "t.js").unwrap();
    assert_eq!(value(bits), expected);
    let elements = "function f(a, i) { return a[i] } var a = [1, , 3]; Array.prototype[1] = 'p';
        var r = [f(a, 0), f(a, 1), f(a, 2), f(a, 3), f(a, -1), f(a, '2'), f(a, 0.5), f('xyz', 1), f([5], -0)].join();
        delete Array.prototype[1]; r";
    assert_eq!(value(elements), value("'1,p,3,,,3,,y,5'"));
}

#[test]
fn exceptions_reach_the_handlers_of_compiled_frames() {
    let source = "function deep(n) { if (n === 0) throw new Error('bottom'); return deep(n - 1) + 1 }
        function outer(n) { try { return deep(n) } catch (e) { return e.message + n } finally { log.push(n) } }
        var log = []; [outer(3), outer(400), [1, 2].map(x => outer(x)).join()].join() + log.join()";
    assert_eq!(value(source), value("'bottom3,bottom400,bottom1,bottom23,400,1,2'"));
    // The lines of stacks do not depend on the tier.
    let failing =
        "function a(n) { return n ? a(n - 1) : null.x }\nfunction b() { return [1].map(() => a(2)) }\nb()";
    let texts = [Tier::Interpreter, Tier::Compiled].map(|tier| {
        let mut runtime = Runtime::new(Options { tier, ..Options::default() });
        match runtime.eval(failing, "t.js") {
            Err(ScriptError::Thrown(exception)) => exception.report(),
            other => panic!("{other:?}"),
        }
    });
    assert_eq!(texts[0], texts[1]);
    assert!(texts[0].contains("t.js:1:"), "{}", texts[0]);
}

#[test]
fn generators_yield_from_compiled_code() {
    let source = "function* g(n) { try { for (var i = 0; i < n; i++) { var x = yield i; if (x) n += x } } finally { end++ } }
        var end = 0, out = []; for (var v of g(5)) { out.push(v); if (v == 3) break }
        var it = g(2); it.next(); it.next(1); out.push(it.next().value, it.next().done, end); out.join()";
    assert_eq!(value(source), value("'0,1,2,3,2,true,2'"));
}

#[test]
fn limits_hold_in_compiled_code() {
    let mut runtime = compiled();
    for source in ["for (;;);", "function f() { f() } for (;;) try { f() } catch (e) {}"] {
        let handle = runtime.interrupt_handle();
        let thread = std::thread::spawn(move || {
            std::thread::sleep(Duration::from_millis(30));
            handle.interrupt();
        });
        assert_eq!(runtime.eval(source, "a.js"), Err(ScriptError::Interrupted), "{source}");
        thread.join().unwrap();
        assert_eq!(runtime.eval("[3].map(x => x + 1)[0]", "b.js").unwrap(), Value::Number(4.0));
    }
    let deep = "function f(n) { return n ? f(n - 1) + 1 : 0 } function g() { return g() + 1 }
        var caught; try { g() } catch (e) { caught = e instanceof RangeError } f(15000) + (caught ? 0.5 : 0)";
    assert_eq!(runtime.eval(deep, "c.js").unwrap(), Value::Number(15000.5));
    let sorted = "function f(n) { return n ? [n, 1].map(x => f(n - 1))[0] + 1 : 0 }
        var ok = false; try { f(100000) } catch (e) { ok = e instanceof RangeError } ok && f(20)";
    assert_eq!(runtime.eval(sorted, "d.js").unwrap(), Value::Number(20.0));
    let mut small =
        Runtime::new(Options { tier: Tier::Compiled, heap_limit: 12 << 20, ..Options::default() });
    let garbage = "for (var i = 0; i < 300000; i++) ({ i: i, text: 'a' + i }); i";
    assert_eq!(small.eval(garbage, "a.js").unwrap(), Value::Number(300_000.0));
    let kept =
        "var all = []; try { for (;;) all.push({ a: 1 }) } catch (e) { all = null; e instanceof RangeError }";
    assert_eq!(small.eval(kept, "a.js").unwrap(), Value::Boolean(true));
    let mut limited =
        Runtime::new(Options { tier: Tier::Compiled, max_steps: Some(5000), ..Options::default() });
    assert!(matches!(limited.eval("for (;;);", "a.js"), Err(ScriptError::Unsupported(_))));
}

/// A program has the interpreter's value in each tier, also when each call that is due for something else takes the long way.
fn same_in_all_tiers(source: &str) {
    let expected = Runtime::new(Options::default()).eval(source, "t.js").unwrap();
    for tier in [Tier::Compiled, Tier::Speculating, Tier::Auto] {
        for gc_stress in [false, true] {
            let mut runtime = Runtime::new(Options { tier, gc_stress, ..Options::default() });
            assert_eq!(runtime.eval(source, "t.js").unwrap(), expected, "{tier:?} {gc_stress}: {source}");
        }
    }
}

#[test]
fn calls_pass_any_number_of_arguments() {
    same_in_all_tiers(
        "function two(a, b) { return a + ',' + b } function all() { return arguments.length + ':' + [].join.call(arguments) }
        function rest(a, ...b) { return a + b.length } function none() { return 7 }
        function optional(a, b = a + 1) { return a * b } var out = [];
        for (var k = 0; k < 700; k++) {
            out.push(two(), two(k), two(k, 1), two(k, 1, 2), none(k), optional(k), optional(k, 2));
            if (k % 100 == 0) out.push(all(), all(k, 2, 3), rest(), rest(1, 2, 3));
        }
        out.join()",
    );
    let many: Vec<String> = (0..70).map(|number| format!("p{number}")).collect();
    let values: Vec<String> = (0..70).map(|number| number.to_string()).collect();
    same_in_all_tiers(&format!(
        "function f({}) {{ return [p0, p35, p61, p62, p63, p69].join() }} var s = '';
        for (var k = 0; k < 40; k++) s += f({}) + ',' + f(k, 1) + f({}); s",
        many.join(", "),
        values.join(", "),
        values[..62].join(", ")
    ));
    // Frames with many registers.
    let numbers: Vec<String> = (0..60).map(|number| format!("r{number} = n * {number}")).collect();
    let names: Vec<String> = (0..60).rev().map(|number| format!("r{number}")).collect();
    same_in_all_tiers(&format!(
        "function f(n) {{ var {}; return [{}].join() }} var s = ''; for (var k = 0; k < 40; k++) s += f(k); s",
        numbers.join(", "),
        names.join(", ")
    ));
}

#[test]
fn calls_have_their_object_and_closure() {
    same_in_all_tiers(
        "function sloppy() { return this === globalThis ? 'global' : typeof this } function strict() { 'use strict'; return '' + this }
        var o = { sloppy, strict, toString() { return 'o' } }, out = [], adders = [1, 2, 3].map(x => y => x + y);
        for (var k = 0; k < 40; k++) {
            out.push(sloppy(), strict(), o.sloppy(), o.strict(), sloppy.call(5), strict.call(5), adders[k % 3](k));
            out.push([sloppy, strict, Math.abs, k => -k, adders[0]][k % 5](k - 20));
        }
        function f(g) { return g(2) } out.push(f(x => x), f(Math.sqrt), f(f.bind(null, x => x + 1)), f(new Proxy(x => -x, {})));
        for (var bad of [1, 'a', null, {}, undefined]) try { f(bad) } catch (e) { out.push(e.message) }
        function* g(n) { var x = yield f(y => y + n); return x } var it = g(4); out.push(it.next().value, it.next(9).value);
        out.join()",
    );
}

#[test]
fn constructions_return_objects() {
    same_in_all_tiers(
        "function P(x) { this.x = x } function Q(x) { this.x = x; return { y: x } } function R(x) { this.x = x; return x }
        function N() { return [new.target === N, this instanceof N] } class A { constructor(v) { this.v = v } get w() { return this.v + 1 } }
        class B extends A { constructor(v) { super(v * 2); this.u = v } } var out = [];
        for (var k = 0; k < 60; k++) {
            var all = [new P(k), new Q(k), new R(k), new R('s'), new A(k), new B(k), new N];
            out.push(JSON.stringify(all), all[5].w, all[0] instanceof P, k > 40 || all[1] instanceof Q, all[2] instanceof R);
            if (k == 30) P.prototype = { z: 1 };
            if (k == 40) Q.prototype = 5;
            out.push(new P(1).z, Object.getPrototypeOf(new Q(1)) === Object.prototype, N().join());
        }
        function* generator() {} generator(); generator.prototype;
        for (var bad of [() => 1, generator, generator, function* () {}, Math.abs, { m() {} }.m, async function () {}]) try { new bad() } catch (e) { out.push(e.name) }
        out.join()",
    );
}

#[test]
fn exceptions_and_deep_recursions_cross_calls() {
    same_in_all_tiers(
        "function deep(n) { return n ? deep(n - 1) + 1 : 0 } function fail(n) { if (n) return fail(n - 1); throw { n } }
        function guarded(n) { var i = n + 0.5; try { return fail(n) } catch (e) { return i + e.n } finally { ends++ } }
        function even(n) { return n ? odd(n - 1) : true } function odd(n) { return n ? even(n - 1) : false }
        function endless() { return endless() + 1 } var ends = 0, out = [];
        for (var k = 0; k < 40; k++) out.push(deep(k * 9), guarded(k), even(k), [k, 2].map(x => deep(x)).join());
        try { endless() } catch (e) { out.push(e instanceof RangeError) } out.push(deep(12000), ends); out.join()",
    );
}
