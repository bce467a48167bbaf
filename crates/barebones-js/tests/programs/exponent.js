print(2 ** 3 ** 2, (-2) ** 2, 2 ** -1); var n = 3; n **= 2; print(n); function sq(x) { return x ** 2; } print(sq(4)); print(1 in [1, 2], "length" in []);
var c = { toString() { return "ts"; }, valueOf() { return 4; } }; print(c + 1, c * 2, `${c}`, c + "", [c] + "", c == 4, c > 3);
