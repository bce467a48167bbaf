implicit = 5; print(implicit, typeof implicit); var declared; print(declared); declared = 1; print(declared, this.declared);
function fn() { implicit2 = 6; return implicit2; } print(fn(), implicit2);
(function () { "use strict"; try { undeclared = 1; } catch (e) { print(e.name); } })();
print(typeof globalThis, NaN, Infinity, undefined, typeof undef);
try { undef; } catch (e) { print(e.name); }
function shadow() { var print2 = print; { function inner() { return "inner"; } } print2(inner()); } shadow();
print(delete globalThis.implicit, typeof implicit);
var fn2 = fn; fn = 3; print(typeof fn2, fn);
debugger;
