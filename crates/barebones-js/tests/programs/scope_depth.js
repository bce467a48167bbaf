function a(x) { var n = 1; return function b(y) { n += y; return function c(z) { n += z; return () => x + ":" + y + ":" + z + ":" + n++; }; }; }
var f = a("p")(2)(3); print(f(), f()); var g = a("q"), h = g(10), k = h(1); print(k(), g(1)(1)(), k());
