function swap(n) { var a = 1, b = 2; for (var i = 0; i < n; i++) { var t = a; a = b; b = t; } return a * 10 + b; } print(swap(0), swap(1), swap(2), swap(3));
function rotate(n) { var a = "a", b = "b", c = "c"; while (n-- > 0) { var t = a; a = b; b = c; c = t; } return a + b + c; } print(rotate(0), rotate(1), rotate(2), rotate(3));
function last(n) { var p, i = 0; do { p = i; i = i + 1; } while (i < n); return p + ":" + i; } print(last(0), last(5)); function both(c) { var x = c ? 1 : 2, y = c ? x : x + 1; return c ? y : x + y; } print(both(true), both(false));
