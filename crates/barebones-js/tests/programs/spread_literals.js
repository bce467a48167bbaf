var a = [1, 2], b = [...a, 3, ...a, ...[]]; print(b.join(), b.length); function f() { return arguments.length; } print(f(...a), f(0, ...a, ...b), Math.max(...b, 9));
var o = { x: 1, y: 2 }, p = { ...o, y: 3, ...{ z: 4 }, ...null, ...undefined }; print(p.x, p.y, p.z); var [x, , y = 5, ...z] = [1, 2, undefined, 4, 5]; print(x, y, z.join()); var h = [, 1, , 2, ,]; print(h.length, 0 in h, 1 in h);
function P(...v) { this.v = v; } print(new P(...a, 7).v.join()); [a[0], a[1]] = [a[1], a[0]]; print(a.join()); var { length } = "four"; print(length); var { q = 1, r: { s = 2 } = {} } = {}; print(q, s);
