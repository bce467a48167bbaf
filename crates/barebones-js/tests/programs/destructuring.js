var [a, b] = [1, 2], { c, d: e } = { c: 3, d: 4 }; print(a, b, c, e);
[a, b] = [b, a]; print(a, b);
var [p = 5, , q = 6, ...rest] = [undefined, 1, 2, 3, 4]; print(p, q, rest.join());
function f({ x, y = 10 }, [z] = [7], ...more) { return x + y + z + more.length; } print(f({ x: 1 }), f({ x: 1, y: 2 }, [3], 4, 5));
var { m: { n }, ...others } = { m: { n: 1 }, o: 2, p: 3 }; print(n, others.o, others.p, others.m);
var obj = {}; [obj.a, obj["b"]] = [1, 2]; ({ a: obj.c, ["b"]: obj.d = 3 } = { a: 4 }); print(obj.a, obj.b, obj.c, obj.d);
function g(a = 1, b = a + 1) { return a + b; } print(g(), g(5), g(5, 1), g(undefined, 3));
var [s1, s2] = "xy"; print(s1, s2);
for (var i = 0, [u, w] = [1, 2]; i < 1; i++) print(u, w);
try { var [nope] = null; } catch (x) { print(x instanceof TypeError); }
try { var { nope } = undefined; } catch (x) { print(x instanceof TypeError); }
