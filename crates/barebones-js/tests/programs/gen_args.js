function* g(a, b = a + 1, ...c) { yield a; yield b; yield c.length; yield arguments.length; }
var i = g(1); print(i.next().value, i.next().value, i.next().value, i.next().value);
i = g(1, 5, 6, 7); print(i.next().value, i.next().value, i.next().value, i.next().value, i.next().done);
