var o = { a: { b: null, f() { return this.b; } }, n: 0 };
print(o?.a?.b?.c, o.z?.y.x, o.a.f?.(), o.a?.["f"](), o.zz?.(), delete o?.n, o.n);
var x = 0; x ||= 5; x &&= 6; x ??= 7; print(x); var y; y ??= 1; print(y); o.q ??= 3; o.q ||= 4; o.q &&= 8; print(o.q);
function t(v) { print("t", v); return v; }
print(t(0) || t(1), t(1) && t(2), t(null) ?? t(3));
if (t(1) && t(0) || t(2)) print("ok"); if (!(t(0) && t(1))) print("not");
while (t(0) || false); var z = t(1) ? t(2) : t(3);
print((1, 2, 3), typeof typeof 1, !!1, -(-1), +true, - -1);
