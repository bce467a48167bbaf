var a = [], x = 12345; for (var i = 0; i < 60000; i++) { x = (x * 1103515245 + 12345) & 0x7fffffff; a.push(x); }
a.sort(function (p, q) { return p - q; }); print(a[0], a[30000]);
