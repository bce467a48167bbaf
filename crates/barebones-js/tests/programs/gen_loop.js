function* count(n) { for (var k = 0; k < n; ++k) { var s = yield k * k; if (s === "stop") return "stopped"; } return "end"; }
var i = count(4), r; while (!(r = i.next()).done) print(r.value); print(r.value);
i = count(9); i.next(); i.next(); r = i.next("stop"); print(r.value, r.done);
function* fib() { var a = 0, b = 1; while (true) { yield a; var t = a + b; a = b; b = t; } }
var sum = 0; for (var x of fib()) { if (x > 100) break; sum += x; } print(sum);
