function a() { var x = 1; return function b() { var y = x++; return function c() { "use strict"; return [x + y, this, arguments.length].join(); }; }; }
print(a()()(1, 2));
function loopCap() { var fs = []; for (var i = 0; i < 3; i++) fs.push(function () { return i; }); return fs[0]() + fs[2](); } print(loopCap());
function gcap(p) { function* g() { yield p; p++; yield p; } return g; } var it = gcap(5)(); print(it.next().value, it.next().value);
function tcap() { var e = 1; try { throw 2; } catch (e) { var f = () => e; } return f() + e; } print(tcap());
function chain(n) { return n == 0 ? () => 0 : () => chain(n - 1)() + n; } print(chain(4)());
