function* g() { try { yield 1; yield 2; yield 3; } finally { print("done"); } }
var [a, b] = g(); print(a, b); var [c, ...d] = g(); print(c, d.join()); var [e, f, h, k = "none"] = g(); print(e, f, h, k);
var [] = g(); for (var x of g()) { if (x == 2) break; } outer: for (var y of [1, 2]) for (var z of g()) continue outer;
