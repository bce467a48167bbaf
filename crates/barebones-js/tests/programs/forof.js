for (var x of [1, 2, 3]) print(x);
for (var c of "héy") print(c);
function f(a) { for (var x of a) { if (x > 1) return x; } return "none"; } print(f([1, 2, 3]), f([]));
for (var [k, v] of [[1, 2], [3, 4]]) print(k, v);
for (const { a, b = 9 } of [{ a: 1 }, { a: 2, b: 3 }]) print(a, b);
var it = { [Symbol.iterator]() { var n = 0; return { next() { n++; return { done: n > 3, value: n }; }, return() { print("closed"); return {}; } }; } };
for (var y of it) print(y);
for (var y of it) { if (y == 2) break; }
try { for (var y of it) throw "out"; } catch (e) { print(e); }
outer: for (var p of [1, 2]) for (var q of it) { if (q == 2) continue outer; print(p, q); }
