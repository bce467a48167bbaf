var o = { n: 1, s: "5", get g() { print("get"); return 1; }, set g(v) { print("set", v); } }; print(o.n++, ++o.n, o.n--, --o.n, o.n);
print(o.s++, o.s); o.g++; o.g += 2; var a = [1, 2], i = 0; a[i++] += 10; a[i++] *= 3; print(a.join(), i); var x = "a"; x += 1; x += null; print(x); var u; u++; print(u);
var l = null; l = l || "or"; print(l && "and"); print(0 || "" || null || "last", 1 && 2 && 0); var k = 3; k **= 2; k <<= 2; k >>>= 1; k ^= 5; print(k);
