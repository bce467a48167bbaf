function counter() { var c = 0; return function (d) { c += d; return c; }; }
function run(n) { var t = 0; for (var i = 0; i < n; i++) { var f = counter(); f(i); t += f(1); } return t; }
var a = []; for (var i = 0; i < 1000; i++) a.push(i);
var s = 0; for (var k = 0; k < 200; k++) s += a.map(function (x) { return x + k; }).filter(function (x) { return x & 1; }).reduce(function (x, y) { return x + y; }, 0);
print(run(300000), s);
