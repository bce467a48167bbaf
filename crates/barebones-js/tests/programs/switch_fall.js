function f(x) { var r = ""; switch (x) { default: r += "d"; case 1: r += 1; break; case "1": r += "s"; case null: r += "n"; break; case 2: { r += 2; } } return r; }
print(f(1), f("1"), f(null), f(2), f(3), f(undefined)); function g(x) { switch (typeof x) { case "number": return 1; case "string": return 2; } } print(g(1), g("a"), g());
function h(a, b) { switch (true) { case a < b: return "less"; case a > b: return "more"; case a == b: return "same"; } return "none"; } print(h(1, 2), h(2, 1), h(1, 1), h(NaN, 1));
