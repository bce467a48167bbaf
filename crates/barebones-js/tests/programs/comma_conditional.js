var a = (1, 2, 3), b = a > 2 ? a < 4 ? "mid" : "high" : "low"; print(a, b); function f(x) { return x == null ? "nullish" : !x ? "falsy" : x; } print(f(), f(null), f(0), f(""), f("v"));
var o = null; print(o?.x, o?.[1], o?.x.y.z, ({ f: () => 4 }).f?.(), o ?? "d", 0 ?? "d"); var c = 0; var t = (c++, c++, c); print(t, void 0, typeof void c++); print(!!"" + !!"a", -"2" + +"3");
