var o = { a: 1, b: 2, c: 3 }; print(delete o.b, delete o.zz, "b" in o, o.b); o.b = 4; var s = ""; for (var k in o) s += k + o[k]; print(s);
var p = { __proto__: { a: 9 }, a: 1 }; delete p.a; print(p.a); delete p.a; print(p.a); var a = [1, 2, 3]; delete a[1]; print(a.length, 1 in a, a[1], 2 in a);
for (var i = 0; i < 20; i++) o["k" + i] = i; for (var i = 0; i < 20; i += 2) delete o["k" + i]; s = ""; for (var k in o) s += k + " "; print(s);
