outer: for (var i = 0; i < 3; i++) { for (var k = 0; k < 3; k++) { if (k == 1) continue outer; if (i == 2) break outer; print(i, k); } } block: { print("in"); if (i) break block; print("never"); }
var n = 0; do { n++; if (n == 2) continue; if (n > 4) break; } while (n < 10); print(n); a: b: while (true) { while (true) break a; } for (var x in { p: 1, q: 2 }) { if (x == "p") continue; print(x); }
for (var i = 0, j = 10; i < j; i += 3, j--); print(i, j); while (i-- > 5) if (i % 2) continue; else print(i);
