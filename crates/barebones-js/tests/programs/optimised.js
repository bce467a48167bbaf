function id(x) { return x; } function twice(f, x) { return f(f(x)); } print(twice(id, 3));
function toInt(x) { return x | 0; } print(toInt(3.7), toInt("5"), toInt(-1.5)); function toStr(x) { return x + ""; } print(toStr(1) + toStr(null));
function sum(n) { var s = 0; for (var i = 0; i < n; i++) s += i; return s; } print(sum(100));
function abs(x) { if (x < 0) return -x; return x; } print(abs(-3), abs(4));
function pick(b) { var r; if (b) { r = 1; } else { r = "s"; } return r; } print(pick(1), pick(0));
function deadCode(x) { return x; x = 5; while (x) { x--; } } print(deadCode(1));
var table = { a: 1, b: "s", c: true, d: null, 5: 6 }; print(table.c);
function K(a) { this.a = a; } function mk() { return new K(1); } print(mk().a);
function argLen() { return arguments.length + arguments[0]; } print(argLen(5, 6)); function reify() { return arguments; } print(reify(1, 2).length);
