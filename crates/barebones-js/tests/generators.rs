//! Generators in all tiers: compiled code yields and goes on, iterations enter the generator without result objects, and code that
//! speculates begins after a yield.

use barebones_js::{Options, Runtime, Tier, Value};

/// Checks what a program answers in the interpreter and in all modes of the compiler; the runtime that speculates.
fn answers(source: &str, expected: &str) -> Runtime {
    let expected = Value::Text(String::from(expected));
    for options in [
        Options::default(),
        Options { gc_stress: true, ..Options::default() },
        Options { tier: Tier::Compiled, ..Options::default() },
        Options { tier: Tier::Compiled, gc_stress: true, ..Options::default() },
        Options { tier: Tier::Auto, background: false, ..Options::default() },
        Options { tier: Tier::Speculating, no_speculation: true, ..Options::default() },
        Options { tier: Tier::Speculating, no_osr: true, ..Options::default() },
        Options { tier: Tier::Speculating, gc_stress: true, ..Options::default() },
    ] {
        let text = format!("{:?}, stress {}: {source}", options.tier, options.gc_stress);
        assert_eq!(Runtime::new(options).eval(source, "t.js").unwrap(), expected, "{text}");
    }
    let mut runtime = Runtime::new(Options { tier: Tier::Speculating, ..Options::default() });
    assert_eq!(runtime.eval(source, "t.js").unwrap(), expected, "{source}");
    runtime
}

#[test]
fn numbers_live_across_yields() {
    let source = "function* f(n) { let a = 0, h = 0.5; for (let i = 0; i < n; i++) { a = (a * 3 + i) % 1009; h += a / 8; yield a + h } return h }
        let s = 0; for (let k = 0; k < 4; k++) for (const v of f(400)) s += v;
        const g = f(3), all = []; for (let r = g.next(); ; r = g.next()) { all.push(r.value, r.done); if (r.done) break }
        s + ':' + all";
    let expected = "20288950:0.5,false,1.625,false,6.25,false,1.25,true";
    let runtime = answers(source, expected);
    let statistics = runtime.compile_statistics();
    assert!(statistics.speculating >= 2 && statistics.refused.is_empty(), "{statistics:?}");
    assert!(statistics.exits.values().sum::<u64>() <= 2, "{statistics:?}");
}

#[test]
fn values_after_a_yield_may_change_their_type() {
    let source = "function* f() { let x = 1; for (;;) { const sent = yield x; x = sent === undefined ? x + 1 : x + sent } }
        const g = f(), out = [];
        for (let k = 0; k < 40; k++) out.push(g.next().value);
        out.push(g.next(0.25).value, g.next().value, g.next('s').value, g.next().value);
        const h = f(); h.next(); for (let k = 0; k < 40; k++) h.next('');
        out.push(h.next(2147483647).value, f().next().value);
        const i = f(); i.next(); for (let k = 0; k < 3; k++) out.push(i.next(2147483647).value);
        out.slice(38).join()";
    answers(source, "39,40,40.25,41.25,41.25s,41.25s1,12147483647,1,2147483648,4294967295,6442450942");
}

#[test]
fn iterations_end_as_their_generators_do() {
    let source = "const log = [];
        function* counts(n, bad) { try { for (let i = 0; i < n; i++) { if (i === bad) throw 'bad' + i; yield i } return 'dropped' } finally { log.push('f' + n) } }
        function all(n, bad, stop) {
            const seen = [];
            try { for (const v of counts(n, bad)) { seen.push(v + ''); if (v === stop) break } } catch (e) { seen.push(e) }
            return seen.join('');
        }
        const out = [];
        for (let k = 0; k < 40; k++) { out.length = 0; log.length = 0; out.push(all(4), all(4, 2), all(5, 9, 1), all(0), all(1, 0)) }
        const closing = counts(2, 1); closing.return = () => { log.push('closed'); return {} };
        try { const [x, y, z] = closing } catch (e) { out.push(e) }
        out.join() + '|' + log";
    answers(source, "0123,01bad2,01,,bad0,bad1|f4,f4,f5,f0,f1,f2");
}

#[test]
fn generators_are_resumed_by_exceptions_and_returns() {
    let source = "function* f() { let n = 0; for (;;) { try { n += yield n } catch (e) { n += e.length } finally { n++ } } }
        const out = [];
        for (let k = 0; k < 30; k++) {
            const g = f(); out.length = 0;
            out.push(g.next().value, g.next(5).value, g.throw('four').value, g.next(1).value);
            const r = g.return('r'); out.push(r.value, r.done, g.next().done);
            const fresh = f(); out.push(fresh.return(7).value, fresh.next().done);
            try { f().throw('thrown') } catch (e) { out.push(e) }
        }
        out.join()";
    answers(source, "0,6,11,13,r,true,true,7,true,thrown");
}

#[test]
fn only_the_generators_own_next_is_skipped() {
    let source = "function* f() { yield 1; yield 2 }
        function sum(it) { let s = ''; for (const v of it) s += v; return s }
        const out = [];
        for (let k = 0; k < 30; k++) { out.length = 0; out.push(sum(f())) }
        const own = f(); own.left = 1; own.next = function () { return { value: 'own', done: this.left-- === 0 } };
        out.push(sum(own));
        const saved = Object.getPrototypeOf(f.prototype).next;
        f.prototype.next = function () { const r = saved.call(this); return { get done() { return r.done }, get value() { return r.value + '!' } } };
        out.push(sum(f()));
        delete f.prototype.next;
        const running = (function* () { try { for (const v of running) out.push(v) } catch (e) { yield e.name } })();
        out.push(sum(running), sum(running), sum(f()));
        out.join()";
    answers(source, "12,own,1!2!,TypeError,,12");
}

#[test]
fn delegation_passes_results_on() {
    let source = "function* walk(t) { if (t) { yield* walk(t.l); yield t.v; yield* walk(t.r) } return 'end' }
        const build = (a, b) => a < b ? { l: build(a, (a + b) >> 1), v: (a + b) >> 1, r: build(((a + b) >> 1) + 1, b) } : null;
        let s = 0; for (let k = 0; k < 12; k++) for (const v of walk(build(0, 60))) s = (s * 3 + v) % 65521;
        function* odd() { const r = yield* { [Symbol.iterator]: () => ({ n: 0, next() { return { done: this.n === 2, get value() { return 'g' } , k: this.n++ } } }) }; yield r }
        s + ',' + [...odd()] + ',' + [...walk({ v: 9 })]";
    answers(source, "43369,g,g,g,9");
}

#[test]
fn many_yields_and_deep_generators_work() {
    let yields: String = (0..40).map(|n| format!("yield {n}; ")).collect();
    let source = format!(
        "function* f() {{ {yields} }} let s = 0; for (let k = 0; k < 30; k++) for (const v of f()) s += v;
        function* deep(n) {{ if (n > 0) for (const v of deep(n - 1)) yield v + 1; else yield 0 }}
        let d; for (let k = 0; k < 30; k++) for (d of deep(50));
        s + ',' + d"
    );
    answers(&source, "23400,50");
}

#[test]
fn iterations_of_too_many_generators_are_errors() {
    let source = "function* deep(n) { if (n > 0) for (const v of deep(n - 1)) yield v + 1; else yield 0 }
        const out = []; for (let k = 0; k < 3; k++) try { for (const v of deep(1e6)) out.push(v) } catch (error) { out.push(error.name) }
        for (const v of deep(3)) out.push(v); out.join()";
    for tier in [Tier::Interpreter, Tier::Compiled, Tier::Speculating, Tier::Auto] {
        let value = Runtime::new(Options { tier, ..Options::default() }).eval(source, "t.js").unwrap();
        assert_eq!(value, Value::Text(String::from("RangeError,RangeError,RangeError,3")), "{tier:?}");
    }
}

#[test]
fn generators_that_cannot_be_resumed_stay_suspended() {
    let source = "function* f() { yield 1; yield 2 }
        const it = f(), out = []; let tries = 0;
        function down() { try { down() } catch (e) { if (tries++ === 0) try { it.next() } catch (error) { out.push(error.name) } } }
        down(); out.push(it.next().value, it.next().value, it.next().done); out.join()";
    for tier in [Tier::Interpreter, Tier::Compiled, Tier::Speculating, Tier::Auto] {
        let value = Runtime::new(Options { tier, ..Options::default() }).eval(source, "t.js").unwrap();
        assert_eq!(value, Value::Text(String::from("RangeError,1,2,true")), "{tier:?}");
    }
}
