function f(n) {
  var out = "";
  for (var i = 0; i < n; i++) { if (i == 3) continue; if (i == 6) break; out += i; }
  while (n > 0) { n--; if (n % 2) continue; out += "w" + n; }
  do { out += "d"; n++; } while (n < 3);
  return out;
}
print(f(5), f(10));
function g(a) { if (a) return "yes"; else return "no"; }
print(g(1), g(0), g(""), g("0"), g([]), g(null));
outer: for (var i = 0; i < 3; i++) { for (var j = 0; j < 3; j++) { if (j == 1) continue outer; if (i == 2) break outer; print(i, j); } }
blk: { print("in"); break blk; print("never"); }
for (;;) { break; }
var k = 10; for (; k > 8;) k--; print(k);
for (var a = 0, b = 10; a < b; a++, b--); print(a, b);
print(1 ? 2 : 3, 0 ? 2 : (0, 4));
