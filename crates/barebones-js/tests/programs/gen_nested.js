function* inner(n) { yield n; return n + 1; } function* outer() { var i = inner(1), r;
while (!(r = i.next()).done) yield r.value; yield r.value; for (var x of inner(10)) yield x; var [p] = inner(20); yield p; }
for (var v of outer()) print(v); print([...outer()].join()); print(Math.max(...outer()));
