function f(a, b = a * 2, { c = b + 1, d: [e = 9] = [] } = {}) { return [a, b, c, e].join(); }
print(f(1)); print(f(1, 5)); print(f(1, undefined, { c: 0 })); print(f(1, null, { d: [3] })); print(f.length);
function g(x = (print("default"), 4)) { return x; } print(g(), g(0)); var h = (a, ...r) => r.length + a; print(h(1), h(1, 2, 3));
