function f(n) { var log = ""; for (var i = 0; i < n; i++) { try { if (i == 1) continue; if (i == 3) break; log += i;
if (i == 2) throw "t"; } catch (e) { log += e; } finally { log += "f"; } } return log; }
print(f(2)); print(f(5)); function g() { for (;;) { try { return "r"; } finally { break; } } return "b"; } print(g());
