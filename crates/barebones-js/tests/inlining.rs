//! Inlining in code that speculates: the answers are those of the interpreter in all modes, also where inlined functions allocate,
//! call others, loop, throw, and leave the code.

use barebones_js::{Options, Runtime, Tier, Value};

/// Asserts the value of a program in all modes of the compiler, and that it inlines a number of operations at least.
fn assert_value(least: usize, source: &str, expected: &str) {
    let expected = Value::Text(String::from(expected));
    for tier in [Tier::Interpreter, Tier::Compiled, Tier::Speculating, Tier::Auto] {
        for options in [
            Options::default(),
            Options { gc_stress: true, ..Options::default() },
            Options { no_ic: true, ..Options::default() },
            Options { no_osr: true, ..Options::default() },
            Options { no_speculation: true, ..Options::default() },
            Options { no_inlining: true, ..Options::default() },
        ] {
            let (stress, inlines) = (options.gc_stress, !options.no_inlining);
            // The others do not inline, and are slow then.
            if stress && matches!(tier, Tier::Interpreter | Tier::Compiled) {
                continue;
            }
            let mut runtime = Runtime::new(Options { tier, ..options });
            assert_eq!(
                runtime.eval(source, "t.js").unwrap(),
                expected,
                "{tier:?} {stress} {inlines}: {source}"
            );
        }
    }
    let mut runtime = Runtime::new(Options { tier: Tier::Auto, ..Options::default() });
    runtime.eval(source, "t.js").unwrap();
    let statistics = runtime.compile_statistics();
    assert!(statistics.inlined >= least, "{statistics:?}");
}

#[test]
fn functions_that_allocate_are_inlined() {
    assert_value(
        60,
        "function Point(x, y) { this.x = x; this.y = y } Point.prototype.plus = function (o) { return new Point(this.x + o.x, this.y + o.y) };
        function pair(a, b) { return [a, { a, b }] } function counter(by) { var n = 0; return function () { n += by; return n } }
        function work(n, odd, at) { var sum = 0, half = 0.5, kept = [];
            for (var i = 0; i < n; i++) {
                half += 0.25; var p = new Point(i, half).plus(new Point(1, i == at ? odd : 2)), q = pair(p, i), c = counter(i); c();
                sum += p.x + q[0].y + q[1].b + c(); if (i % 500 == 7) kept.push(p, q, c)
            }
            for (var k of kept) sum += typeof k == 'function' ? k() : k.length ? k[1].a.x : k.x; return sum + ' ' + half + ' ' + kept.length }
        for (var k = 0; k < 550; k++) work(3, 2, 9); [work(1500, 'x', -1), work(1000, 'text', 999).slice(-30), work(1000, null, 10), work(9, 2.5, 3), work(900, 3, 2)].join()",
        "4791298.5 375.5 9,t999199888215085081521 250.5 6,2129197 250.5 6,224.25 2.75 3,1725287.5 225.5 6",
    );
}

#[test]
fn exits_make_the_frames_of_all_inlined_calls() {
    assert_value(
        40,
        "var log = [], out = [];
        function inner(o, k) { var t = k * 2; return o.v + t } function middle(o, k) { var m = k + 0.5, r = inner(o, k + 1); return r + m }
        function outer(o, k) { var a = k * 3, b = middle(o, a); return a + b }
        function work(n, odd, at) { var s = 0, f = 0.25; for (var i = 0; i < n; i++) {
            f += 0.5; try { s += outer(i == at ? odd : { v: i }, i) } catch (e) { log.push(e + ':' + i + ':' + f + ':' + s) } } return s + ' ' + f }
        for (var k = 0; k < 550; k++) work(3, 0, -1); for (var round = 0; round < 4; round++) for (var odd of [{ v: 'x' }, { get v() { throw 'g' } }, { get v() { return 7 } }, { w: 1, v: 2147483647 }, { v: -0 }])
            out.push(work(round < 1 ? 300 : 40, odd, round < 1 ? 290 : 21).slice(-20));
        out.join() + ' ' + log.join()",
        "53876.53889.5 150.25,580027.5 150.25,583517 150.25,2148067157 150.25,583510 150.25,83.5496.5509.5 20.25,9964.5 20.25,10226 20.25,2147493866 20.25,10219 20.25,83.5496.5509.5 20.25,9964.5 20.25,10226 20.25,2147493866 20.25,10219 20.25,83.5496.5509.5 20.25,9964.5 20.25,10226 20.25,2147493866 20.25,10219 20.25 g:290:145.75:545490,g:21:11.25:2782.5,g:21:11.25:2782.5,g:21:11.25:2782.5",
    );
}

#[test]
fn exceptions_leave_inlined_calls() {
    assert_value(
        30,
        "function check(x) { if (x > 90) throw new RangeError('above ' + x); return x } function twice(x) { return check(x) * 2 }
        function of(x) { return { x: twice(x) } } function named(o) { return twice(o.name.length) }
        function trace(x) { return x ? new Error('t').stack.split('\\n').length : 0 } function traced(x) { return trace(x) + 1 }
        function work(n, at) { var s = 0.5, caught = []; for (var i = 0; i < n; i++) {
            try { s += of(i == at ? 91 : i % 90).x; s += named(i == at + 1 ? { name: null } : { name: 'abc' }) } catch (e) { caught.push(e.name + i + ':' + s) }
            s += traced(i == at + 2) } return s + ' ' + caught }
        for (var k = 0; k < 550; k++) work(3, -9); [work(900, -9), work(900, 500), work(90, 50), work(90, 50), work(20, 3)].join()",
        "86400.5 ,86293.5 RangeError500:46000.5,TypeError501:46103.5,8533.5 RangeError50:2800.5,TypeError51:2903.5,8533.5 RangeError50:2800.5,TypeError51:2903.5,507.5 RangeError3:27.5,TypeError4:36.5",
    );
}

#[test]
fn functions_with_loops_are_inlined() {
    assert_value(
        25,
        "function sum(a, n) { var s = 0; for (var i = 0; i < n; i++) s += a[i]; return s } function fill(n, v) { var a = []; for (var i = 0; i < n; i++) a[i] = { v }; return a }
        function find(a, v) { for (var i = 0; i < a.length; i++) if (a[i].v === v) return i; return -1 }
        function work(n, list) { var total = 0; for (var k = 0; k < n; k++) { total += sum(list, 3); var f = fill(5, k); total += find(f, k) + find(f, -k) + f[4].v } return total }
        for (var k = 0; k < 550; k++) work(3, [3, 2, 1]); [work(900, [1, 2, 3]), work(900, [0.5, 2, 3]), work(20, [1, 'a', 2]), work(20, [1])].join()",
        "409051,408601,01a201a201a211a221a231a241a251a261a271a281a291a2101a2111a2121a2131a2141a2151a2161a2171a218,NaN",
    );
}

#[test]
fn inlined_constructors_make_their_object() {
    assert_value(
        12,
        "function Node(key, next) { this.key = key; this.next = next } function Odd(x) { this.x = x; if (x == 77) return { x: 'own' }; return x }
        function Target(x) { this.made = x; this.self = new.target === Target } class Base { constructor(x) { this.x = x } get twice() { return this.x * 2 } }
        class Derived extends Base { constructor(x) { super(x + 1); this.y = x } }
        function make(n) { var list = null; for (var i = 0; i < n; i++) list = new Node(i, list); return list }
        function work(n) { var s = 0, owns = 0; for (var i = 0; i < n; i++) {
            var odd = new Odd(i % 80); if (odd.x === 'own') owns++; else if (odd instanceof Odd) s += odd.x;
            s += new Base(i).twice + new Derived(i).y + +new Target(i).self } return s + ' ' + owns }
        for (var k = 0; k < 550; k++) { make(4); work(3) } var list = make(500), count = 0; for (var node = list; node; node = node.next) count += node.key;
        var first = work(900); Node.prototype = { later: true }; var other = make(300).later, others = [make(3).later, first, work(90)];
        Node.prototype = 5; [count, other, others, Object.getPrototypeOf(make(2)) === Object.prototype].join()",
        "124750,true,true,1248653 11,15233 1,true",
    );
}

#[test]
fn operands_of_inlined_calls_survive_collections() {
    assert_value(
        30,
        "function box(v) { return { v } } function keep(o, a) { var t = [box(a), box(o.v)], u = { t, w: box(3) }; return o.v + t[0].v + t[1].v + u.w.v + a }
        function method(a) { var before = box(a); box(1); box(2); return this.v + before.v } function Holder(v) { this.first = box(v); this.v = v; this.second = box(this.v) }
        function closure(x) { var y = box(x); return function () { return [y.v, x.v, box(y).v.v.v] } }
        function work(n) { var s = 0; for (var i = 0; i < n; i++) {
            var o = { v: i, method }; s += keep({ v: i }, i & 3) + o.method(1) + new Holder(i).second.v; var r = closure({ v: i })(); s += r[0].v + r[1] + r[2] } return s }
        for (var k = 0; k < 550; k++) work(3); [work(900), work(1500), work(3)].join()",
        "2838150,7880250,39",
    );
}

#[test]
fn inlined_calls_join_strings_and_call_the_library() {
    assert_value(
        25,
        "function join(a, b) { return a + '-' + b } function upper(s) { return join(s, 'x').toUpperCase() } function unit(s, i) { return s.charCodeAt(i) + Math.abs(-i) }
        function sorted(a) { return a.slice().sort(function (x, y) { return x - y }).join('') } function text(o) { return join(o, 1).length }
        function work(n) { var s = 0, last = ''; for (var i = 0; i < n; i++) { last = upper('k' + i); s += unit(last, i & 1) + sorted([i & 3, 2, i & 1]).length + text(last) } return last + s }
        for (var k = 0; k < 550; k++) work(3); var out = [work(900), work(1500), work(4)]; String.prototype.toUpperCase = function () { return 'own' }; out.push(work(5)); Math.abs = function () { throw 'abs' };
        try { work(400) } catch (e) { out.push(e) } out.push(text({ toString() { return 'long text' } })); out.join()",
        "K899-X67640,K1499-X112640,K3-X288,own613,abs,11",
    );
}

#[test]
fn inlined_calls_recur_through_the_library() {
    assert_value(
        20,
        "var seen = []; function note(n) { if (n % 50 === 49) seen.push(new Error('n').stack.split('\\n').length - 1 > n); return n } function cold(n) { colds++; return n } var colds = 0;
        function hop(n) { return note(n > 117 ? cold(n) : n) + step.call(null, n - 1) }
        function step(n) { return n <= 0 ? 0 : hop(n) + 1 } for (var k = 0; k < 700; k++) step(k % 9); [step(120), step(7), step(99), seen.length, seen.every(Boolean), colds].join()",
        "7380,35,5049,4,false,3",
    );
}

#[test]
fn inlined_callees_change() {
    assert_value(
        15,
        "var f = function (x) { return { v: x + 1 } }, g = function (x) { return f(x).v * 2 }; function work(n) { var s = 0; for (var i = 0; i < n; i++) s += g(i); return s }
        for (var k = 0; k < 550; k++) work(3); var out = [work(900)]; f = function (x) { return { v: x - 1 } }; out.push(work(3000)); f = Math.abs; out.push(work(3)); g = function () { return 1 }; out.push(work(3000));
        g = null; try { work(1) } catch (e) { out.push(e.name) } out.join()",
        "810900,8991000,NaN,3000,TypeError",
    );
}
