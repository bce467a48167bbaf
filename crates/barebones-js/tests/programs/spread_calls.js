function f() { return arguments.length; } var o = { f: f, m(a, b) { return a + b; } }; print(f(...[]), f(1, ...[2, 3], 4), o.f(...[1]), o.m(...[1, 2]));
print(new (function (a, b) { this.s = a + b; })(...[1, 2]).s, [...[1], 2, ...[]].length, [..."abc"].join("-"), Math.max(...[1, 2], ...[5]));
var { x, ...r } = { x: 1, y: 2 }; print(Object.keys(r).join());
