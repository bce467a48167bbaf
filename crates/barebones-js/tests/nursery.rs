//! The nursery: allocation in machine code, collections of young cells, and the barrier of stores to old ones.

use barebones_js::{Options, Runtime, Tier, Value};

const TIERS: [Tier; 4] = [Tier::Interpreter, Tier::Compiled, Tier::Speculating, Tier::Auto];

/// Asserts the value of a program in all tiers, also with a collection at each safepoint, which reports stores without a barrier.
fn assert_value(source: &str, expected: &str) {
    assert_value_with(&[false, true], source, expected);
}

/// The same with and without collections at each safepoint, as `stress` says.
fn assert_value_with(stress: &[bool], source: &str, expected: &str) {
    for tier in TIERS {
        for &gc_stress in stress {
            let mut runtime = Runtime::new(Options { tier, gc_stress, ..Options::default() });
            let value =
                runtime.eval(source, "t.js").unwrap_or_else(|error| panic!("{tier:?} {gc_stress}: {error}"));
            assert_eq!(value, Value::Text(String::from(expected)), "{tier:?} {gc_stress}: {source}");
        }
    }
}

#[test]
fn stores_to_old_cells_have_a_barrier() {
    assert_value(
        "var array = [0, 1, 2, 3], own = { p: 0 }, out = 0;
        function element(a, i, v) { a[i & 3] = v } function named(o, v) { o.p = v }
        function add(o, v) { o.q = v; return o } function append(a, v) { a[a.length] = v }
        function cell() { var held; return { set(v) { held = v }, get() { return held } } } var box = cell();
        for (var k = 0; k < 700; k++) {
            element(array, k, { k }); named(own, [k]); box.set('text' + k);
            var old = { p: 1 }; ({}); ({}); add(old, { k: k + 1 }); var list = []; ({}); ({}); append(list, { k: 2 });
            out += array[k & 3].k + own.p[0] + box.get().length + old.q.k + list[0].k;
        }
        array.map(o => o.k).join() + ' ' + own.p + box.get() + out",
        "696,697,698,699 699text699740840",
    );
}

#[test]
fn cells_are_allocated_in_machine_code() {
    assert_value(
        "function P(x, next) { this.x = x; this.next = next } function plain() { return {} } function literal(x) { return { x, y: [x, 1], z: 's' } }
        function counter(by) { var n = 0, unused; return [() => n += by, () => unused, function () { return by }] }
        function scopes(n) { var all = []; for (let i = 0; i < n; i++) all.push(() => i); return all.reduce((sum, f) => sum + f(), 0) }
        var sum = 0, odd = 0;
        for (var k = 0; k < 1000; k++) {
            var p = new P(k, new P(1, null)), l = literal(k), [step, unused, by] = counter(k & 3), e = [], o = plain();
            sum += p.x + p.next.x + l.x + l.y[0] + l.y.length + l.y[1] + step() + step() + by() + scopes(3) + e.length;
            if (unused() !== undefined || step.prototype || by.prototype.constructor !== by || Object.keys(o).length || by.length || step.name) odd++;
            if (Object.keys(l).join() != 'x,y,z' || Object.getPrototypeOf(e) !== Array.prototype || Object.keys(p).join() != 'x,next') odd++;
            o.late = 1; e.push(1); l.w = 2; if (o.late + e.length + l.w != 4) odd++;
        }
        sum + ' ' + odd",
        "1511500 0",
    );
}

#[test]
fn large_environments_and_literals_are_made_by_the_virtual_machine() {
    assert_value(
        "function many(x) { var a = x, b = 1, c = 2, d = 3, e = 4, f = 5, g = 6, h = 7, i = 8, j = 9;
            return { all: () => a + b + c + d + e + f + g + h + i + j, list: [x, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10],
                p: 1, q: 2, r: 3, s: 4, t: 5, u: 6, v: 7, w: 8, *g() { yield x } } }
        var sum = 0; for (var k = 0; k < 1000; k++) { var m = many(k); sum += m.all() + m.list.length + m.w + m.g().next().value } sum + ''",
        "1063000",
    );
}

#[test]
fn variables_of_new_environments_are_undefined() {
    assert_value(
        "function make(set) { var a, b, c; if (set) { a = 1; b = 2; c = 3 } return () => [a, b, c] } var seen = 0;
        for (var k = 0; k < 4000; k++) { var [a, b, c] = make(k & 1)(); if (!(k & 1) && (a !== undefined || b !== undefined || c !== undefined)) seen++ }
        seen + ''",
        "0",
    );
}

#[test]
fn what_old_cells_refer_to_survives() {
    // A tree and a list that are old soon, and change while there is garbage.
    assert_value(
        "var list = null, table = [], map = new Map, weak = new WeakMap, keys = [];
        function node(v, next) { return { v, next, s: 'n' + v } }
        for (var k = 0; k < 3000; k++) {
            if (k % 40 == 0) { list = node(k, list); keys.push({}); weak.set(keys[keys.length - 1], { k }); map.set(k, [k]) }
            table[k % 97] = { k, back: list };
            ({ garbage: [k] });
        }
        var length = 0, sum = 0; for (var n = list; n; n = n.next) { length++; sum += n.v + n.s.length }
        [length, sum, table.reduce((s, o) => s + o.k + o.back.v, 0), keys.reduce((s, o) => s + weak.get(o).k, 0), map.get(2000)[0]].join()",
        "75,111346,570407,111000,2000",
    );
}

#[test]
fn properties_added_to_old_cells_survive() {
    // Objects that are old get young values; collections of the nursery follow. They are too many for one at each safepoint.
    assert_value_with(
        &[false],
        "var all = []; for (var k = 0; k < 6000; k++) all.push({ p: k });
        function add(o, v) { o.q = v } function churn(n) { var x; for (var i = 0; i < n; i++) x = { i }; return x }
        for (k = 0; k < 6000; k++) { add(all[k], { k }); if (k % 50 == 0) churn(300) } churn(5000);
        var wrong = 0; for (k = 0; k < 6000; k++) if (all[k].q.k !== k || all[k].p !== k) wrong++;
        wrong + ''",
        "0",
    );
}

#[test]
fn most_collections_are_of_the_nursery() {
    for tier in TIERS {
        let mut runtime = Runtime::new(Options { tier, ..Options::default() });
        let source = "function work(n) { var last; for (var i = 0; i < n; i++) last = { i, of: [i] }; return last.of[0] } work(300000)";
        assert_eq!(runtime.eval(source, "t.js").unwrap(), Value::Number(299_999.0));
        let statistics = runtime.statistics();
        assert!(statistics.nursery_collections > 100, "{statistics:?}");
        assert!(statistics.collections - statistics.nursery_collections < 3, "{statistics:?}");
    }
}

#[test]
fn elements_of_literals_are_defined_in_machine_code() {
    assert_value(
        "function list(x) { return [x, x + 1, , 'c', [x], ...[x, 2], x] } function long(x) { return [x, 1, x, 3, x, 5, x, 7, x, 9, x, x] }
        function keyed(k, v) { return { [k]: v, ['a' + k]: v, 0: k } } var sum = 0, odd = 0;
        Object.defineProperty(Array.prototype, 3, { set() { odd++ }, configurable: true });
        for (var k = 0; k < 1500; k++) {
            var a = list(k), b = long(k), o = keyed(k & 3, k);
            if (a.length != 8 || 2 in a || a[3] != 'c' || b.length != 12 || b[3] !== 3 || Object.keys(o).join() != (k & 3 ? '0,' : '') + (k & 3) + ',a' + (k & 3)) odd++;
            sum += a[0] + a[1] + a[4][0] + a[5] + a[6] + a[7] + b[0] + b[11] + (o[0] === (k & 3 ? k & 3 : 0));
        }
        sum + ' ' + odd",
        "7875750 0",
    );
}

#[test]
fn strings_grow_apart_from_those_that_they_were() {
    assert_value(
        "function build(n, part) { var text = ''; for (var i = 0; i < n; i++) text += part + i % 10; return text }
        function hash(s) { var h = 0; for (var i = 0; i < s.length; i++) h = h * 31 + s.charCodeAt(i) | 0; return h }
        function forks(n) { var base = build(60, 'ab'), all = []; for (var i = 0; i < n; i++) all.push(base + i); base += 'end'; all.push(base); base += base; all.push(base); return all }
        function prefixes(n) { var text = 'begin of a long text;', all = [text]; for (var i = 0; i < n; i++) all.push(text += String.fromCharCode(97 + i % 26)); return all.filter((s, i) => s.length !== 21 + i || s.slice(21) !== 'abcdefghijklmnopqrstuvwxyz'.repeat(12).slice(0, i)).length }
        var kept = [], out = []; for (var k = 0; k < 30; k++) { kept.push(build(40 + k, 'k')); hash(kept[k >> 1]) }
        out.push(hash(build(400, 'xy')), kept.reduce((sum, text) => sum + text.length, 0), hash(kept.join('')), forks(20).map(hash).join(' '), prefixes(300));
        var map = {}; map[build(50, 'm')] = 1; out.push(map[build(49, 'm') + 'm9'], build(50, 'm') === build(49, 'm') + 'm' + 9, build(30, '') < build(30, 'a'), build(50, 'é').lastIndexOf('é'));
        out.join()",
        "-586099512,3270,-971464491,-327694254 -327694253 -327694252 -327694251 -327694250 -327694249 -327694248 -327694247 -327694246 -327694245 -1568587203 -1568587202 -1568587201 -1568587200 -1568587199 -1568587198 -1568587197 -1568587196 -1568587195 -1568587194 -1381511043 -1393866912,0,1,true,true,98",
    );
}

/// Runs a program that repeats something as often as it is told, and returns what collections have looked at, and the number of full ones.
fn visits(tier: Tier, program: &str, count: usize) -> (usize, u64) {
    let mut runtime = Runtime::new(Options { tier, ..Options::default() });
    let value = runtime.eval(&program.replace("COUNT", &count.to_string()), "t.js").unwrap();
    assert_eq!(value, Value::Number(count as f64), "{tier:?} {program}");
    let statistics = runtime.statistics();
    (statistics.visits, statistics.collections - statistics.nursery_collections)
}

#[test]
fn collections_take_time_in_proportion_to_allocations() {
    // An old array that gets stores, a map that grows, one that is read, and queued jobs, each beside garbage.
    let programs = [
        "var a = []; for (var i = 0; i < COUNT; i++) a.push(i);
        for (i = 0; i < COUNT; i++) { var o = { i }; if (i % 8 == 0) a[i] = o } a.length",
        "var m = new Map; for (var i = 0; i < COUNT; i++) m.set(i, i); m.size",
        "(function () { var m = new Map, key = {}, n = 0; for (var i = 0; i < COUNT; i++) m.set(i, key);
        for (i = 0; i < COUNT; i++) { var o = { i }; if (m.get(i) === key) n++ } return n })()",
        "var p = Promise.resolve(1), n = 0; for (var i = 0; i < COUNT; i++) { p.then(f); n++ } function f() {} n",
    ];
    for program in programs {
        for (tier, count) in [(Tier::Interpreter, 50_000), (Tier::Auto, 400_000)] {
            let (visits, full) = visits(tier, program, count);
            assert!(visits < 40 * count, "{tier:?} {count} {visits}: {program}");
            assert!(full < 10, "{tier:?} {count} {full}: {program}");
        }
    }
}
