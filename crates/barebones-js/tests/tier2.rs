//! Code that speculates: the same answers as the interpreter, also where speculation fails.

use barebones_js::{Options, Runtime, Tier, Value};

fn speculating() -> Runtime {
    Runtime::new(Options { tier: Tier::Speculating, ..Options::default() })
}

/// The value of a program, which is the interpreter's in all modes of the compiler.
fn value(source: &str) -> (Value, Runtime) {
    let expected = Runtime::new(Options::default()).eval(source, "t.js").unwrap();
    for options in [
        Options { no_ic: true, ..Options::default() },
        Options { no_speculation: true, ..Options::default() },
        Options { no_osr: true, ..Options::default() },
        Options { gc_stress: true, ..Options::default() },
        Options { no_inlining: true, ..Options::default() },
    ] {
        let mut runtime = Runtime::new(Options { tier: Tier::Speculating, ..options });
        assert_eq!(runtime.eval(source, "t.js").unwrap(), expected, "{source}");
    }
    for gc_stress in [false, true] {
        let mut runtime = Runtime::new(Options { tier: Tier::Auto, gc_stress, ..Options::default() });
        assert_eq!(runtime.eval(source, "t.js").unwrap(), expected, "{source}");
    }
    let mut runtime = speculating();
    assert_eq!(runtime.eval(source, "t.js").unwrap(), expected, "{source}");
    (expected, runtime)
}

#[test]
fn loops_are_entered_and_keep_their_numbers() {
    let source = "function f(n) { var s = 0, h = 0.5; for (var i = 0; i < n; i++) { s += i % 7; h += s / 3 } return s + h }
        [f(10), f(5000), f(3)].join()";
    let (_, runtime) = value(source);
    let statistics = runtime.compile_statistics();
    assert!(statistics.speculating >= 2, "{statistics:?}");
    // A site that has seen nothing so far.
    assert!(statistics.exits.values().sum::<u64>() <= 1, "{statistics:?}");
    assert_eq!(statistics.discarded, 0, "{statistics:?}");
    let top = "var s = 0; for (var i = 0; i < 20000; i++) s += i; s";
    let (_, runtime) = value(top);
    assert!(runtime.compile_statistics().speculating > 0);
}

#[test]
fn numbers_that_do_not_fit_leave_the_code() {
    let source = "function add(a, b) { return a + b } function mul(a, b) { return a * b } function rem(a, b) { return a % b }
        function inc(a) { return ++a } function ushr(a, b) { return a >>> b } function neg(a) { return -a } function inv(a) { return 1 / (a * 1) }
        var out = [], big = 2147483647, of = [inv];
        for (var k = 0; k < 12; k++) {
            out.push(add(big, 1), add(1, 2), mul(big, big), 1 / mul(-3, 0), rem(-4, 2), 1 / rem(-4, 2), rem(5, 0), rem(7.5, 2));
            out.push(inc(big), inc(-1), ushr(-1, 0), ushr(5, 1), 1 / neg(0), neg(3), of[0](2), of[0](k > 5 ? -0 : 4), add(0.5, 1), add(1 / 0, -1 / 0));
        }
        out.join()";
    let (_, runtime) = value(source);
    let statistics = runtime.compile_statistics();
    assert!(statistics.exits.contains_key("a number that does not fit"), "{statistics:?}");
    assert!(statistics.discarded > 0, "{statistics:?}");
}

#[test]
fn other_values_leave_the_code_in_the_middle_of_an_expression() {
    let source = "var log = 0; function g() { log++; return 1 }
        function f(a, b) { var x = 2; for (var i = 0; i < 3; i++) x += i; return (x * 3 + g()) - (a + b) * x }
        var out = [];
        for (var k = 0; k < 30; k++) out.push(f(k, 1));
        out.push(f('1', 2), f({ valueOf() { return 4 } }, 1), f(null, undefined), f(true, 0.5));
        for (k = 0; k < 30; k++) out.push(f(k, '2'));
        out.join() + log";
    let (_, runtime) = value(source);
    assert!(runtime.compile_statistics().exits.contains_key("another type, hidden class or element"));
}

#[test]
fn properties_and_elements_leave_the_code() {
    let source = "function P(x) { this.x = x } P.prototype.get = function () { return this.x }; P.prototype.y = 3;
        function f(o) { return o.x + o.y } function len(a) { return a.length }
        function sum(a, n) { var s = 0; for (var i = 0; i < n; i++) s += a[i]; return s }
        function fill(a, n, v) { for (var i = 0; i < n; i++) a[i] = v; return a.length }
        var out = [], p = new P(1), q = { y: 2, x: 1 };
        for (var k = 0; k < 9; k++) out.push(f(p), p.get(), len([1, 2]), sum([1, 2, 3], 3), fill([], k, k));
        out.push(f(q), f({ get x() { return 7 }, y: 1 }), len('abc'), len({ length: 'z' }), sum([1, , 3], 3), sum([1, 'a'], 2));
        P.prototype.y = 'changed'; out.push(f(p)); Object.defineProperty(P.prototype, 'y', { get() { return 8 } });
        out.push(f(p), sum([1, 2], 4), fill([0, 0, 0], 2, 'v'), fill('abc', 0, 1));
        delete p.x; P.prototype.x = 9; out.push(f(p), p.get()); out.join()";
    value(source);
}

#[test]
fn stores_append_to_arrays_only_if_nothing_else_takes_part() {
    let source = "function fill(a, from, n) { for (var i = from; i < n; i++) a[i] = i * 2; return a.length + ':' + a }
        var out = [], seen = '';
        for (var k = 0; k < 20; k++) out.push(fill([], 0, k));
        out.push(fill([1, 2], 3, 5), fill(Object.freeze([1]), 0, 2), fill(Object.preventExtensions([1]), 1, 3), fill({ length: 1 }, 1, 2));
        class Sub extends Array { set 1(x) { seen += x } } out.push(fill(new Sub(), 0, 3));
        var fixed = [1, 2, 3]; Object.defineProperty(fixed, 'length', { writable: false }); out.push(fill(fixed, 2, 5));
        Object.defineProperty(Array.prototype, 3, { set(x) { seen += x }, configurable: true });
        out.push(fill([], 0, 6)); delete Array.prototype[3];
        Object.defineProperty(Object.prototype, 2, { set(x) { seen += x }, configurable: true });
        out.push(fill([], 0, 6)); delete Object.prototype[2]; out.push(fill([], 0, 6));
        out.join('|') + seen";
    value(source);
    let set = "var seen = '', a = []; Object.defineProperty(Object.prototype, 2, { set(x) { seen += x } });
        for (var i = 0; i < 6; i++) a[i] = i * 2; seen + a";
    assert_eq!(value(set).0, Value::from("40,2,,6,8,10"));
}

#[test]
fn values_of_all_types_are_branched_on() {
    let source = "function t(x) { return x ? 1 : 0 } function c(a, b) { return [a < b, a <= b, a > b, a == b, a != b, a === b].map(t).join('') }
        var all = [0, 1, -1, 0.5, -0, NaN, '', 'a', null, undefined, true, false, 'b', 10n], out = [];
        for (var i = 0; i < all.length; i++) { out.push(t(all[i])); for (var j = 0; j < all.length; j++) out.push(c(all[i], all[j])) }
        function u(n) { var r = 0; for (var i = n; i; i--) r++; var d = 0.0; while (!d) { d = 1 / n; r++ } return r } out.push(u(5));
        function s(x) { var y = x | 0; switch (y) { case 0: return 'a'; case 1: return 'b'; case 2: return 'c' } return 'd' }
        out.push(s(0), s(1), s(2), s(3), s('1')); out.join('')";
    value(source);
}

#[test]
fn code_with_too_many_exits_gives_up() {
    let source =
        "function f(a, b) { return (a + b) * (a - b) - (a & b) + a % b - (a << 1) + (a > b ? 1 : 2) }
        var all = [1, 'x', 2147483647, 0.5, null, { valueOf() { return 3 } }, undefined, -1], out = [];
        for (var i = 0; i < 400; i++) out.push(f(all[i % 8], all[(i * 3 + 1) % 8]));
        out.join()";
    let (_, runtime) = value(source);
    let statistics = runtime.compile_statistics();
    assert!(statistics.discarded > 0 && statistics.speculating < 40, "{statistics:?}");
    let mut plain =
        Runtime::new(Options { tier: Tier::Speculating, no_speculation: true, ..Options::default() });
    plain.eval(source, "t.js").unwrap();
    assert_eq!(plain.compile_statistics().exits.values().sum::<u64>(), 0);
}

#[test]
fn handlers_see_the_numbers_of_the_region() {
    let source = "function f(a, n) {
            var s = 0, k = 0.5, last = -1;
            for (var i = 0; i < n; i++) {
                try { s += i; k += 0.25; last = i; if (a[i] > 2) throw a[i]; s += a[i].x } catch (e) { s += k + last } finally { k = k + s % 2 }
            }
            return s + k;
        }
        var out = [];
        for (var j = 0; j < 200; j++) out.push(f([1, 2, 3, null, 5, { x: 4 }, 'a'], 7));
        var many = []; for (j = 0; j < 3000; j++) many.push(j % 5);
        out.push(f(many, 3000)); out.join()";
    let (_, runtime) = value(source);
    assert!(runtime.compile_statistics().refused.is_empty());
}

#[test]
fn exceptions_pass_through_code_that_speculates() {
    let source = "function deep(n) { if (n === 0) throw new Error('bottom'); return deep(n - 1) + 1 }
        function outer(n) { try { return deep(n) } catch (e) { return e.message + n + e.stack.split('\\n').length } }
        [outer(3), outer(400), outer(3)].join()";
    value(source);
}

#[test]
fn stores_add_properties() {
    let source = "function P(x, y) { this.x = x; this.y = y; this.z = x + y } function set(o, v) { o.w = v; return o }
        function many(o, n) { o.a = n; o.b = n + 1; o.c = n + 2; o.d = n + 3; o.e = n + 4; o.f = n + 5; return o }
        var out = [], log = [], text = o => out.push(JSON.stringify(o), Object.keys(o).length);
        for (var k = 0; k < 40; k++) { text(new P(k, 1)); text(set({ x: k }, k)); text(set(new P(k, 2), k)); text(many({}, k)) }
        text(set(Object.preventExtensions({ x: 1 }), 2)); text(set(Object.freeze({ x: 1 }), 2)); text(set([5], 2)); text(set({ w: 0 }, 2));
        text(set({ x: 1, get w() { return 3 } }, 2)); text(set(Object.create({ w: 1 }), 2)); text(set(Object.create(null), 2));
        out.push(set('s', 1), set(x => x, 2).w);
        Object.defineProperty(P.prototype, 'y', { set(v) { log.push(v) }, configurable: true });
        for (k = 0; k < 9; k++) text(new P(k, 3));
        delete P.prototype.y; Object.defineProperty(Object.prototype, 'z', { value: 1, configurable: true });
        for (k = 0; k < 9; k++) text(new P(k, 4));
        delete Object.prototype.z; text(new P(1, 5)); P.prototype = Object.create({ set x(v) { log.push(-v) } });
        for (k = 0; k < 9; k++) text(new P(k, 6));
        out.join() + log.join()";
    value(source);
}

#[test]
fn new_objects_are_apart() {
    let source = "function counter() { var n = 0; return { up: () => ++n, list: [1, , 3], nested: { n: 0 } } }
        function scopes(n) { var all = []; for (let i = 0; i < n; i++) { let j = i * 2; all.push(() => i++ + j) } return all }
        function literal(a, b) { return { a, b, c: [a, b], 1: b, a2: a } }
        var out = [], kept = [];
        for (var k = 0; k < 3000; k++) {
            var c = counter(), d = counter(); c.up(); c.list.push(k); c.nested.n += k; d.up();
            if (k % 300 == 0) { kept.push(c); out.push(c.up(), d.up(), d.list.length, d.nested.n, scopes(3).map(f => f() + f()).join(' ')) }
            var l = literal(k, 'b'); if (l.c[0] !== k || l[1] !== 'b' || Object.keys(l).join() !== '1,a,b,c,a2') out.push('wrong');
        }
        for (c of kept) out.push(c.up(), c.list.join(' '), c.nested.n);
        out.join()";
    value(source);
}

#[test]
fn functions_of_the_library_work_in_place() {
    let source = "function all(x, y) { return [Math.abs(x), Math.ceil(x), Math.floor(x), Math.round(x), Math.sqrt(x), Math.trunc(x), Math.max(x, y),
            Math.min(x, y), Math.imul(x, y), 1 / Math.max(x, -0), 1 / Math.min(0, x), Math.max(x), Math.min(), Math.max(1, x, y), Math.exp(y)].join() }
        function unit(s, i) { return s.charCodeAt(i) + s.charAt(i) + String.fromCharCode(s.charCodeAt(i) + 1) + s.length }
        function join(a, b) { return a + b + a.length } function of(x) { return x.toFixed(1) + x.length }
        var out = [], rope = 'a'.repeat(40) + 'b';
        for (var k = 0; k < 40; k++) {
            rope += k + ':'; out.push(all(k - 4.5, 2), all(-k, k), unit('abc', k % 4), unit(rope, k), join('x', k), join(rope, 'y').length, of(k));
        }
        for (var odd of [NaN, -0, 0, 1e300, '7', null, undefined, { valueOf() { return 5 } }, -1, 1.5]) out.push(all(odd, 1), all(1, odd), unit('abc', odd));
        for (var bad of [5n, Symbol()]) try { all(bad, 1) } catch (e) { out.push(e.name) }
        for (bad of [undefined, null, {}]) try { out.push(unit(bad, 0)) } catch (e) { out.push(e.name) }
        out.push(String.fromCharCode(65601), String.fromCharCode(-1).length, join({ length: 1, toString() { return 'o' } }, 2), join([1], [2]));
        try { for (rope = 'ab'; ;) rope = join(rope, rope) } catch (e) { out.push(e.message) }
        String.prototype.charCodeAt = function (i) { return 'own' + i }; out.push(unit('abc', 1));
        Math.abs = () => 'abs'; Object.defineProperty(String.prototype, 'charAt', { get() { return () => this.length } }); out.push(all(1, 2), unit('abc', 2));
        out.join()";
    value(source);
}

/// Operations that were inlined, and exits, in the program when it compiles what runs often; its value is the interpreter's.
fn inlined(source: &str) -> (usize, u64) {
    value(source);
    let mut runtime = Runtime::new(Options { tier: Tier::Auto, ..Options::default() });
    runtime.eval(source, "t.js").unwrap();
    let statistics = runtime.compile_statistics();
    (statistics.inlined, statistics.exits.values().sum())
}

#[test]
fn small_functions_are_inlined() {
    let sum = "function P(x) { this.x = x } P.prototype.add = function (o) { this.x += o.x; return this };
        function twice(n) { return n * 2 } function first(a, i) { return a[i] } function pick(c, a, b) { if (c > 3) return a; return b }
        function work(n) { var p = new P(0), q = new P(0.5), s = 0, a = [1, 2.5, 3]; for (var i = 0; i < n; i++) {
            p.add(q); s += twice(i) + first(a, i % 3) + pick(i & 7, 1, 2.5) + pick(i & 7, twice(1), i) } return s + p.x }
        [work(10), work(9000), work(7)].join()";
    let (operations, _) = inlined(sum);
    assert!(operations > 15, "{operations}");
    let closures = "function counter(step) { var n = 0; return function (x) { n += step + x; return n } }
        function work(n, c) { var last = 0; for (var i = 0; i < n; i++) last = c(i & 3); return last }
        [work(9000, counter(1)), work(5, counter(2)), work(3, Math.abs)].join()";
    let (operations, exits) = inlined(closures);
    assert!(operations > 4 && exits < 3, "{operations} {exits}");
    let mut runtime = Runtime::new(Options { tier: Tier::Auto, no_inlining: true, ..Options::default() });
    runtime.eval(closures, "t.js").unwrap();
    assert_eq!(runtime.compile_statistics().inlined, 0);
}

#[test]
fn exits_of_inlined_functions_make_their_frames() {
    let failing = "function add(a, b) { return a + b } function get(o) { var twice = o.v * 2; return twice + o.w }
        function missing(a, b) { if (b === undefined) return a; return a - b } function own() { return this.v }
        function work(n, odd, at) { var s = 0, half = 0.5, seen = -1; for (var i = 0; i < n; i++) {
            half += 0.25; seen = add(i, 1);
            try { seen = add(i, i == at ? odd : 1); s += get(i == at ? { w: 5, get v() { if (odd === null) throw i; return odd } } : p) }
            catch (e) { log.push(e + ':' + seen + ':' + half) }
            s += missing(i, half, 3, 4) + missing(i) + own.call(p) } return s + ' ' + half + ' ' + i }
        var p = { v: 3, w: 4 }, log = [], out = [];
        for (var round = 0; round < 12; round++) for (var odd of ['x', null, 2147483647, -0, 1.5, undefined, { valueOf() { return 7 } }])
            out.push(work(round < 2 ? 2500 : 60, odd, round < 2 ? 2400 : 31));
        out.join() + log.join()";
    let (operations, exits) = inlined(failing);
    assert!(operations > 10 && exits > 4, "{operations} {exits}");
    let changing = "var f = x => x + 1, log = []; function g(x) { return f(x) * 2 }
        function trace() { return new Error('t').stack.split('\\n').length } var box = { toString() { return 'at' + trace() } };
        function text(o) { return '' + (o.k - o) } var out = [];
        for (var k = 0; k < 3000; k++) { if (k == 2000) f = x => x - 1; if (k == 2500) f = Math.abs; out.push(g(k)); text({ k, valueOf() { return 1 } }) }
        try { f = null; g(1) } catch (e) { out.push(e.message) } out.join()";
    inlined(changing);
}

/// Asserts that the value of a program is this text in all tiers.
fn assert_text(source: &str, expected: &str) {
    assert_eq!(value(source).0, Value::Text(String::from(expected)), "{source}");
}

#[test]
fn nothing_is_more_or_less_than_nan() {
    let source = "function ends(x, y) { return Math.max(x, y) + ' ' + Math.min(x, y) } var out = [];
        for (var k = 0; k < 3000; k++) { ends(k, 1); ends(k + 0.5, k) }
        for (var odd of [[NaN, 1], [1, NaN], [NaN, -0], [0, -0]]) out.push(ends(odd[0], odd[1]), 1 / Math.max(odd[0], odd[1]));
        out.join()";
    assert_text(source, "NaN NaN,NaN,NaN NaN,NaN,NaN NaN,NaN,0 0,Infinity");
}

#[test]
fn constructions_return_what_was_made_unless_there_is_an_object() {
    let source = "function R(x) { this.x = 1; return x } function make(x) { var made = new R(x); return made instanceof R }
        var all = [1, 's', 'long text', null, undefined, 10n, Symbol(), true, 1.5], counts = [0, 0];
        for (var k = 0; k < 4500; k++) counts[+make(all[k % 9])]++;
        [counts[0], counts[1], make({}), make([]), make(x => x), make('a' + k)].join()";
    assert_text(source, "0,4500,false,false,false,true");
}

#[test]
fn properties_are_not_added_to_fixed_objects() {
    let fixed = "function grow(o, v) { o.w = v; return Object.keys(o).length } var sum = 0;
        for (var k = 0; k < 3000; k++) sum += grow({ x: k }, k);
        [sum, grow(Object.preventExtensions({ x: 1 }), 2), grow(Object.freeze({ x: 1 }), 2), grow({ x: 3 }, 4)].join()";
    assert_text(fixed, "6000,1,1,2");
}

#[test]
fn properties_are_not_added_past_a_setter() {
    let setter = "function P(x) { this.x = x; this.y = x + 1 } function make(x) { return Object.keys(new P(x)).length } var sum = 0, log = 0;
        for (var k = 0; k < 3000; k++) sum += make(k);
        Object.defineProperty(P.prototype, 'y', { set(v) { log += v }, configurable: true });
        var with_setter = make(5); delete P.prototype.y;
        Object.defineProperty(Object.prototype, 'y', { set(v) { log += v * 100 }, configurable: true });
        var outer = make(6); delete Object.prototype.y; [sum, with_setter, outer, log, make(7)].join()";
    assert_text(setter, "6000,1,1,706,2");
}

#[test]
fn missing_arguments_of_inlined_methods_are_undefined() {
    let source = "var box = { missing(a, b) { return b === undefined ? a : -1 } }, sum = 0;
        function work(n) { var s = 0; for (var i = 0; i < n; i++) s += box.missing(i); return s } [work(5000), work(3)].join()";
    let (operations, _) = inlined(source);
    assert!(operations > 0, "{operations}");
    assert_text(source, "12497500,3");
}

#[test]
fn handlers_find_what_a_call_would_have_replaced() {
    let source =
        "function twice(o) { return o.v * 2 } var p = { v: 3 }, bad = { get v() { throw 'x' } }, log = [];
        function work(n, at) { var seen = 0.5; for (var i = 0; i < n; i++) { seen = i + 0.25;
            try { seen = twice(i == at ? bad : p) } catch (e) { log.push(e + seen) } } return seen }
        for (var k = 0; k < 9; k++) work(3000, 2000 + k); work(40, 7); log.join()";
    let (operations, _) = inlined(source);
    assert!(operations > 0, "{operations}");
    assert_text(
        source,
        "x2000.25,x2001.25,x2002.25,x2003.25,x2004.25,x2005.25,x2006.25,x2007.25,x2008.25,x7.25",
    );
}
