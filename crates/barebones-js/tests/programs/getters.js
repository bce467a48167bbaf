var o = { get a() { return 1; }, set a(v) { print("set", v); }, get ["b"]() { return 2; }, set c(v) { this.d = v; } };
print(o.a, o.b, o.c); o.a = 5; o.c = 6; print(o.d);
var p = { get a() { return 1; }, a: 2 }; print(p.a);
var q = { __proto__: o, e: 1 }; print(q.a, q.e); q.a = 7;
var n = { __proto__: null }; print(n.toString);
var s = { ...{ x: 1, y: 2 }, y: 3, ...null }; print(s.x, s.y);
var i = { 1: "a", 0: "b", x: "c", 2: "d" }; for (var k in i) print(k, i[k]);
var dup = { a: 1, b: 2, a: 3 }; print(dup.a, dup.b);
var num = { 1.5: 1, 0x10: 2, 1e3: 3 }; for (var k in num) print(k);
