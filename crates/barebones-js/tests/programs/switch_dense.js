function f(x) { switch (x) { case 10: return "a"; case 11: return "b"; case 12: case 13: return "cd"; case 14: return "e"; case 15: return "f";
case 16: return "g"; case 17: return "h"; case 18: return "i"; case 19: return "j"; case 20: return "k"; default: return "?"; } }
var s = ""; for (var i = 8; i < 23; i++) s += f(i); print(s, f("10"), f(10.5), f(-0), f(NaN), f(undefined));
