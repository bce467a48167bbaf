function f() { return typeof this; } print(f(), f.call(1), f.call("s"), f.call(null));
function g() { return () => () => this; } print(g()()() === this);
function h() { return this.v; } print(h.call({ v: 2 }));
function k(a) { var a; return a; } print(k(1)); function dup(a, a) { return a; } print(dup(1, 2));

function e() { return eval("1 + 1"); }
function cap(a) { return function () { return a; }; } print(cap(3)());
function bb(BB1) { return BB1 ? "t" : "f"; } print(bb(1), bb(0));
