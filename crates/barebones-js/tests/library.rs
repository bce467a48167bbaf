//! The library: each line of a case must print `true`, or what the case says, with and without a collection at each
//! safepoint.

use barebones_js::{RunOptions, Tier, run};

/// What a program prints, or its error.
fn text(source: &str) -> String {
    let plain = run(source, RunOptions::default());
    let stressed = run(source, RunOptions { gc_stress: true, ..RunOptions::default() });
    assert_eq!((&plain.output, &plain.error), (&stressed.output, &stressed.error), "{source}");
    for gc_stress in [false, true] {
        let compiled = run(source, RunOptions { tier: Tier::Compiled, gc_stress, ..RunOptions::default() });
        assert_eq!((&plain.output, &plain.error), (&compiled.output, &compiled.error), "{source}");
    }
    match plain.error {
        None => plain.output,
        Some(error) => format!("{}{error}\n", plain.output),
    }
}

#[test]
fn objects_and_symbols() {
    assert_eq!(
        text("var s = Symbol('x'), o = { [s]: 1, a: 2, 1: 3 }; print(Object.keys(o), o[s], String(s))"),
        "1,a 1 Symbol(x)\n"
    );
    assert_eq!(text("print(Object.getOwnPropertySymbols({ [Symbol.iterator]: 0 }).length)"), "1\n");
    let frozen =
        "'use strict'; var o = Object.freeze([1]); try { o[0] = 2 } catch (e) { print(e.name, o[0]) }";
    assert_eq!(text(frozen), "TypeError 1\n");
    let many = "var o = {}; for (var i = 0; i < 300; i++) o['k' + i] = i; delete o.k7;
        print(Object.keys(o).length, o.k299, 'k7' in o, Object.keys(o)[7])";
    assert_eq!(text(many), "299 299 false k8\n");
    let sparse = "var a = []; a[4000000000] = 1; a.length = 2; print(a.length, a[4000000000]); a[1e6] = 3; print(a.length)";
    assert_eq!(text(sparse), "2 undefined\n1000001\n");
    let proxy = "var p = new Proxy({}, { get: (t, k) => k + '!', has: () => true, ownKeys: () => ['z'] });
        print(p.a, 'q' in p, Reflect.ownKeys(p))";
    assert_eq!(text(proxy), "a! true z\n");
}

#[test]
fn iteration_by_protocol() {
    let closed = "var it = { [Symbol.iterator]() { return { next: () => ({ value: 1, done: false }),
        return() { print('closed'); return {} } } } };
        for (var x of it) { print(x); break } var [y] = it; print(y)";
    assert_eq!(text(closed), "1\nclosed\nclosed\n1\n");
    assert_eq!(
        text("print([...new Map([[1, 2]])].join(), [...new Set('aab')].join(), [...'a\u{1f600}'].length)"),
        "1,2 a,b 2\n"
    );
    let changed = "var m = new Map([[1, 1]]); var out = [];
        m.forEach((v, k) => { out.push(k); m.delete(k); if (k < 3) m.set(k + 1, 0) }); print(out)";
    assert_eq!(text(changed), "1,2,3\n");
}

#[test]
fn arrays_strings_numbers() {
    assert_eq!(
        text("print([3, 1, 2, 10].sort(), [3, 1, 2].sort((a, b) => b - a), [1, [2, [3]]].flat(9))"),
        "1,10,2,3 3,2,1 1,2,3\n"
    );
    assert_eq!(
        text("var a = [1, 2, 3, 4]; print(a.splice(1, 2, 'x'), a, a.includes(4), a.at(-1))"),
        "2,3 1,x,4 true 4\n"
    );
    assert_eq!(
        text("print('a-b-c'.replaceAll('-', '$&+'), 'x'.padStart(3, 'ab'), ' q '.trim(), 'abc'.at(-1))"),
        "a-+b-+c abx q c\n"
    );
    assert_eq!(
        text("print((255).toString(16), (0.1).toFixed(20), (1e21).toPrecision(3), (0.5).toString(2))"),
        "ff 0.10000000000000000555 1.00e+21 0.1\n"
    );
    assert_eq!(
        text("print(2n ** 64n, -7n / 2n, BigInt.asIntN(8, 255n), 1n < 2, 2n == 2)"),
        "18446744073709551616 -3 -1 true true\n"
    );
    assert_eq!(
        text(
            "print(parseInt('0x1f'), parseFloat('3.5e1x'), Number('0b11'), encodeURIComponent('é'), unescape('%u0041'))"
        ),
        "31 35 3 %C3%A9 A\n"
    );
}

#[test]
fn patterns_json_dates() {
    assert_eq!(
        text("print('2020-01-02'.replace(/(\\d+)-(\\d+)/, '$2/$1'), /(?<y>\\d)/.exec('a5').groups.y)"),
        "01/2020-02 5\n"
    );
    assert_eq!(
        text(
            "print([...'a1b2'.matchAll(/[a-z](\\d)/g)].map(m => m[1]).join(), 'a, b'.split(/,\\s*/).length)"
        ),
        "1,2 2\n"
    );
    assert_eq!(
        text("print(JSON.stringify({ a: [1, 'x', null, undefined], b: { c: true } }, null, 1))"),
        "{\n \"a\": [\n  1,\n  \"x\",\n  null,\n  null\n ],\n \"b\": {\n  \"c\": true\n }\n}\n"
    );
    assert_eq!(
        text(
            "print(JSON.parse('[1,{\"a\":\"\\\\u0041\"}]')[1].a); try { JSON.parse('{') } catch (e) { print(e.name) }"
        ),
        "A\nSyntaxError\n"
    );
    assert_eq!(
        text("print(new Date(0).toISOString(), Date.UTC(2000, 1, 29), new Date(2020, 0).getMonth())"),
        "1970-01-01T00:00:00.000Z 951782400000 0\n"
    );
}

#[test]
fn buffers_promises_eval() {
    assert_eq!(
        text(
            "var u = new Uint8Array([1, 2, 300]); print(u, new DataView(u.buffer).getUint16(0), u.subarray(1).length)"
        ),
        "1,2,44 258 2\n"
    );
    let order = "Promise.resolve(1).then(v => { print(v); throw 2 }).catch(e => print('caught', e)).finally(() => print('end'));
        Promise.all([1, Promise.resolve(2)]).then(v => print(v)); print('first')";
    assert_eq!(text(order), "first\n1\ncaught 2\n1,2\nend\n");
    assert_eq!(text("print((0, eval)('1 + 2'), new Function('a', 'b', 'return a * b')(3, 4))"), "3 12\n");
    assert_eq!(text("try { new Function('}') } catch (e) { print(e instanceof SyntaxError) }"), "true\n");
    assert_eq!(
        text(
            "function F() { return new.target === F } print(Reflect.construct(Array, [3], F).length, new (F.bind())() instanceof F)"
        ),
        "3 true\n"
    );
}

#[test]
fn generators_async_functions_and_constructors_use_the_library() {
    for (source, expected) in [
        (
            "function* g() { yield* [1, 2]; return 3 } print([...g()], Object.prototype.toString.call(g()))",
            "1,2 [object Generator]\n",
        ),
        (
            "function* g() {} print(Object.getPrototypeOf(g).constructor.name, g.prototype.constructor === Object.getPrototypeOf(g))",
            "GeneratorFunction true\n",
        ),
        (
            "var o = { *[Symbol.iterator]() { yield 1; yield 2 } }; for (var x of o) print(x); print(new Map([[1, 2]]).size)",
            "1\n2\n1\n",
        ),
        (
            "function C(x) { this.x = x } var B = C.bind(null, 7); var b = new B; print(b.x, b instanceof C, B.call(null))",
            "7 true undefined\n",
        ),
        (
            "function C() { print(new.target === C) } C(); new C; new (new Proxy(C, {})); Reflect.construct(C, [], Array)",
            "false\ntrue\nfalse\nfalse\n",
        ),
        (
            "var p = new Proxy(function (a) { return a + 1 }, {}); print(p(1), new Function('a', 'return a * 2')(21))",
            "2 42\n",
        ),
        (
            "print(10n ** 20n, typeof 1n, 2n > 1, eval('var z = 3n; z + 1n'))",
            "100000000000000000000 bigint true 4\n",
        ),
        ("Promise.resolve(1).then(print); print(0)", "0\n1\n"),
        (
            "function f() { return typeof arguments[Symbol.iterator] + arguments.length } print(f(1, 2))",
            "function2\n",
        ),
        (
            "var it = { [Symbol.iterator]() { return { next() { throw 1 }, return() { print('closed') } } } }; try { for (var x of it); } catch (e) { print(e) }",
            "1\n",
        ),
        ("function f(n) { return n ? f.bind(null, n - 1)() : 'end' } print(f(4500))", "end\n"),
        (
            "var o = {}; for (var i = 0; i < 200; i++) o['k' + i] = i; function r(o) { return o.k150 } print(r(o), r(o)); delete o.k150; print(r(o))",
            "150 150\nundefined\n",
        ),
    ] {
        assert_eq!(text(source), expected, "{source}");
    }
}

#[test]
fn classes_and_async_functions_use_the_library() {
    for (source, expected) in [
        (
            "async function f() { return await 1 + await Promise.resolve(2) } f().then(print); print(0)",
            "0\n3\n",
        ),
        (
            "async function f() { try { await Promise.reject(7) } catch (e) { print(e) } } f(); print(f.prototype)",
            "undefined\n7\n",
        ),
        ("print(Object.getPrototypeOf(async () => 1).constructor.name)", "AsyncFunction\n"),
        (
            "class A extends Array { sum() { return this.reduce((a, b) => a + b) } } var a = new A(1, 2, 3); print(a.sum(), a.length, a.map(x => x) instanceof A)",
            "6 3 true\n",
        ),
        (
            "class E extends Error { constructor(m) { super(m); this.name = 'E' } } try { throw new E('x') } catch (e) { print(e, e instanceof Error) }",
            "E: x true\n",
        ),
        (
            "class P { #x = 1; static has(o) { return #x in o } } var p = new P; print(Reflect.ownKeys(p).length, P.has(p), P.has(new Proxy(p, {})))",
            "0 true false\n",
        ),
        (
            "class P { #x = 1; get() { return this.#x } set(v) { this.#x = v } } var p = Object.freeze(new P); p.set(2); print(p.get())",
            "2\n",
        ),
        (
            "class C { static #m() {} static f() { this.#m = 1 } } try { C.f() } catch (e) { print(e instanceof TypeError) }",
            "true\n",
        ),
        (
            "class C { [Symbol.iterator]() { return [1, 2][Symbol.iterator]() } } print(...new C, C.prototype[Symbol.iterator].name)",
            "1 2 [Symbol.iterator]\n",
        ),
        (
            "class B { constructor() { this.t = new.target } } class D extends B {} print(new D().t === D, Reflect.construct(B, [], Array).t === Array)",
            "true true\n",
        ),
        (
            "class B { constructor(n) { if (n) new D(n - 1) } } class D extends B {} new D(200); print('done')",
            "done\n",
        ),
        (
            "var o = { get a() { return 1 } }; Object.defineProperty(o, 'a', { set(v) {} }); print(o.a, typeof Object.getOwnPropertyDescriptor(o, 'a').set)",
            "1 function\n",
        ),
        (
            "var g = eval('class Q { m() { return 5 } } new Q().m()'); print(g); for (let i of [1]) { eval('print(2)'); (() => i)() }",
            "5\n2\n",
        ),
        (
            "var fs = []; function f() { for (let i = 0; i < 3; i++) { let j = i * 2; fs.push(() => { for (const k of [1]) { return (() => i + j + k)() } }) } } f(); print(fs.map(f => f()))",
            "1,4,7\n",
        ),
        (
            "function* g() { for (let i = 0; i < 3; i++) { yield () => i } } print([...g()].map(f => f()))",
            "0,1,2\n",
        ),
    ] {
        assert_eq!(text(source), expected, "{source}");
        let plain = run(source, RunOptions { unoptimised: true, ..RunOptions::default() });
        assert_eq!(plain.output, expected, "unoptimised: {source}");
    }
}

/// The property `prototype` of a closure is made when it is needed; no program sees that.
#[test]
fn prototypes_of_closures() {
    let names =
        "function f() {} print(Object.getOwnPropertyNames(f)); f.x = 1; print(Object.getOwnPropertyNames(f));
        function g() {} g.x = 1; print(Reflect.ownKeys(g)); g.x = 2; print(g.x)";
    assert_eq!(text(names), "length,name,prototype\nlength,name,prototype,x\nlength,name,prototype,x\n2\n");
    let found = "function f() {} print('prototype' in f, 'prototype' in (() => 0));
        function g() {} print(g.hasOwnProperty('prototype'), delete g.prototype);
        function h() {} print(JSON.stringify(Object.getOwnPropertyDescriptor(h, 'prototype')));
        function k() {} print(k.prototype.constructor === k, k.prototype === k.prototype, new k() instanceof k);
        print(['proto', 'con'].map(part => typeof function () {}[part + 'type']))";
    let expected = "true false\ntrue false\n{\"value\":{},\"writable\":true,\"enumerable\":false,\"configurable\":false}\ntrue true true\nobject,undefined\n";
    assert_eq!(text(found), expected);
    let fixed = "function f() {} Object.freeze(f); print(Object.isFrozen(f), typeof f.prototype);
        function g() {} Object.preventExtensions(g); print(typeof g.prototype);
        function h() {} Object.defineProperty(h, 'name', { value: 'z' }); print(h.name, Reflect.ownKeys(h));
        function k() {} h.prototype = k.prototype = 7; print(h.prototype, Object.getPrototypeOf(new k()) === Object.prototype);
        function m() {} delete m.name; print(Reflect.ownKeys(m))";
    assert_eq!(text(fixed), "true object\nobject\nz length,name,prototype\n7 true\nlength,prototype\n");
    // Caches of accesses, with closures as objects and as prototypes of others.
    let caches = "function get(o) { return o.prototype } function make() { return function () {} }
        var same = 0; for (var i = 0; i < 9; i++) { var f = make(); if (get(f).constructor === f) same++ } print(same);
        var same = 0; for (var i = 0; i < 9; i++) { var f = make(), o = Object.create(f); if (get(o).constructor === f) same++ } print(same);
        for (var i = 0; i < 4; i++) { var f = make(), o = Object.create(f); o.prototype = i; print(get(o), Object.keys(o), get(f) === i) }
        Function.prototype.prototype = 5; print(get(() => 0), typeof get(make()), get(make()) === 5);
        for (var i = 0; i < 3; i++) print(get(i % 2 ? make() : () => 0) === 5)";
    let expected = "9\n9\n0 prototype false\n1 prototype false\n2 prototype false\n3 prototype false\n5 object false\ntrue\nfalse\ntrue\n";
    assert_eq!(text(caches), expected);
    let generators = "function* g() { yield 1 } print(Reflect.ownKeys(g), Object.getPrototypeOf(g()) === g.prototype, Reflect.ownKeys(g.prototype).length);
        async function* h() {} print(Reflect.ownKeys(h), Reflect.ownKeys(async () => 0));
        var made = []; for (var i = 0; i < 3; i++) made.push(function* () { yield i }); print(made.map(g => g().next().value))";
    assert_eq!(text(generators), "length,name,prototype true 0\nlength,name,prototype length,name\n3,3,3\n");
    let proxy = "function f() {} var p = new Proxy(f, {}); print(Reflect.ownKeys(p), p.prototype === f.prototype, new p() instanceof f)";
    assert_eq!(text(proxy), "length,name,prototype true true\n");
}

/// Objects and lists that the memory of dead ones becomes.
#[test]
fn memory_is_reused() {
    let kinds = "function P(a) { this.a = a; this.b = 2 } var kept = [], sum = 0;
        for (var i = 0; i < 100000; i++) {
            var o = i % 3 ? new P(i) : { x: i, y: [i], z: i, w: 1, v: 2 }, list = [i, i], f = (d => () => d + i)(i);
            if (i % 7 == 0) o['n' + i % 5] = 1;
            if (i % 11 == 0) Object.defineProperty(list, 0, { enumerable: false });
            if (i % 13 == 0) delete o.x;
            if (i % 1000 == 0) kept.push([o, list, f, i]);
            sum += f() + list.length + Object.keys(list).length;
        }
        print(sum, kept.every(([o, list, f, n]) => (n % 3 ? o.a === n && o.b === 2 : (o.x === n) === (n % 13 != 0) && o.y[0] === n && o.v === 2)
            && list[1] === n && list.length === 2 && f() === n + 100000))";
    // Not with a collection at each safepoint, which takes minutes.
    for tier in [Tier::Interpreter, Tier::Compiled] {
        let outcome = run(kinds, RunOptions { tier, ..RunOptions::default() });
        assert_eq!((outcome.output.as_str(), outcome.error), ("10000290909 true\n", None));
        assert!(outcome.collections > 3);
    }
}

/// A key that is an object becomes a primitive once, also if the property is read and written.
#[test]
fn keys_of_compound_assignments() {
    let once = "var n = 0, k = { toString() { n++; return 'p' } }, o = { p: 1 };
        o[k] += 2; o[k]++; --o[k]; o[k] ||= 9; o[k] &&= 5; o[k] **= 2; print(o.p, n); o[k] = 1; print(n)";
    assert_eq!(text(once), "25 6\n7\n");
    let order = "var log = []; try { null[{ toString() { log.push('key') } }] += log.push('value') } catch (e) { print(e.name, log) }
        try { undefined[{ toString() { log.push('key') } }]++ } catch (e) { print(e.name, log) }
        var o = { get a() { log.push('get'); return 1 }, set a(v) { log.push('set' + v) } };
        o[{ toString() { log.push('key'); return 'a' } }] += (log.push('value'), 3); print(log)";
    assert_eq!(text(order), "TypeError \nTypeError \nkey,get,value,set4\n");
    let kinds = "var s = Symbol(), o = [1, 2]; o[s] = 1; o[s]++; o[{ [Symbol.toPrimitive]: () => s }] += 5; o['1'] *= 3; o[0.5] = 1; o[0.5]++; o[-0] -= 4;
        function sum(a) { var i = 0, r = 0; for (; i < a.length; i++) { a[i] += i; r += a[i] } return r }
        print(o[s], o, o[0.5], sum([1, 2, 3]), sum([4, 5]))";
    assert_eq!(text(kinds), "7 -3,6 2 9 10\n");
}

/// Yields save the registers that are live after them; the others are undefined when the generator goes on.
#[test]
fn generators_keep_what_is_live() {
    let source = r"function* g(a, b) { var x = a * 2, y = 'dead' + b; print(y); var z = [a]; const r = yield x;
  for (let i = 0; i < 3; i++) { const t = i + r; try { const s = yield t + z[0]; if (s) return s + arguments.length } finally { x += 1; yield x + b } }
  return x + a + b + this.k }
function all(sent) { var i = g.call({ k: 5 }, 1, 'b', 9), out = []; for (const v of sent) { const r = i.next(v); out.push(r.value + (r.done ? '!' : '')) } print(out) }
all([0, 10, 0, 0, 0, 0, 0, 0, 0, 0]); all([0, 10, 'end', 0, 0]);
function* swap(n) { var a = 1, b = 2; while (n--) { [a, b] = [b, a + b]; yield [a, b] } yield* (function* () { yield a; yield b })() } print([...swap(4)].join(';'));
var f = function* (x) { print(x, yield 1, yield 2, x) }, i = f('x'); i.next(); i.next('y'); i.next('z');";
    let expected = "deadb\n2,11,3b,12,4b,13,5b,6b5!,undefined!,undefined!\ndeadb\n2,11,3b,end3!,undefined!\n\
        2,3;3,5;5,8;8,13;8;13\nx y z x\n";
    assert_eq!(text(source), expected);
}
