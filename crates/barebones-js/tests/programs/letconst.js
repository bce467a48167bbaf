let a = 1; const b = 2; print(a + b); { let c = 3; print(c); }
function f() { let x = 1; const y = x + 1; for (let i = 0; i < 2; i++) x += i; return x + y; } print(f());
for (const k of [1, 2]) print(k); for (let k in { z: 1 }) print(k);
switch (1) { case 1: let s = 4; print(s); }
