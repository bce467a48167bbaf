function* g() { try { yield 1; yield 2; } finally { print("closed"); yield 3; } }
var i = g(); print(i.next().value); var r = i.return(7); print(r.value, r.done); r = i.next(); print(r.value, r.done);
i = g(); r = i.return(4); print(r.value, r.done); r = i.next(); print(r.value, r.done);
