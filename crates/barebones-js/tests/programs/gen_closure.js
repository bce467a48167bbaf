function make(k) { function* g() { while (k > 0) { yield () => k; k--; } } return g; }
var i = make(2)(), f = i.next().value; print(f()); i.next(); print(f()); print(i.next().done, f());
var o = { n: 5, *m() { yield this.n; this.n = 6; yield this.n; } }; i = o.m(); print(i.next().value, i.next().value, o.n);
