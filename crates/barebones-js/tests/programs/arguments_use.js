function f(a) { var s = 0; for (var i = 0; i < arguments.length; i++) s += arguments[i]; return s; } print(f(), f(1), f(1, 2, 3));
function g() { var a = arguments; return () => a[0] + a.length; } print(g(5, 6)()); function h() { return arguments[2]; } print(h(1), h(1, 2, 3));
function k() { return typeof arguments + arguments.length; } print(k(1)); function m() { "use strict"; var a = arguments; a[0] = 9; return a[0] + a.length; } print(m(1, 2));
