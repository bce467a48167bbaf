function counter() { var n = 0; return function () { n++; return n; }; }
var a = counter(), b = counter();
print(a(), a(), b(), a());
function adder(x) { return function (y) { return function (z) { return x + y + z; }; }; }
print(adder(1)(2)(3));
var fact = function fact(n) { return n < 2 ? 1 : n * fact(n - 1); };
print(fact(10));
function outer() { var v = 1; function inner() { v = v * 2; return v; } inner(); inner(); return v; }
print(outer());
print((function () { return this === undefined; })(), (() => 5)(), ((x, y) => { return x * y; })(3, 4));
function hoist() { return later(); function later() { return "hoisted"; } }
print(hoist());
