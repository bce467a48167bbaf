var fs = []; for (var i = 0; i < 3; i++) { (function (k) { fs[k] = function () { return k * 10 + i; }; })(i); }
print(fs[0](), fs[1](), fs[2]()); function counter() { var c = 0; return { up: () => ++c, down: () => --c, get now() { return c; } }; }
var a = counter(), b = counter(); a.up(); a.up(); b.down(); print(a.now, b.now);
