function map(a, f) { var r = []; for (var i = 0; i < a.length; i++) r.push(f(a[i], i, a)); return r; } print(map([1, 2, 3], x => x * x).join());
function compose(...fs) { return x => { for (var f of fs) x = f(x); return x; }; } print(compose(x => x + 1, x => x * 2, String)(4)); print([3, 4].map((x, i) => x * i).join());
function curry(f, n) { return function go(...a) { return a.length >= n ? f(...a) : (...b) => go(...a, ...b); }; } print(curry((a, b, c) => a + b + c, 3)(1)(2)(3));
print((function () { return this === undefined; }).call(undefined), (function () { "use strict"; return this === undefined; }).call(undefined), (function () { return typeof this; }).call(1));
