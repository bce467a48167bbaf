function P(x, y) { this.x = x; this.y = y; } P.prototype.sum = function () { return this.x + this.y; };
function get(o) { return o.x; } function put(o, v) { o.x = v; } var a = new P(1, 2), b = new P(3, 4), c = { y: 1, x: 5 }, d = { x: 6 };
for (var i = 0; i < 4; i++) { var o = [a, b, c, d][i]; print(get(o)); put(o, i * 10); print(get(o)); } print(a.sum(), b.sum());
P.prototype.sum = function () { return "changed"; }; print(a.sum()); a.sum = function () { return "own"; }; print(a.sum(), b.sum()); delete a.sum; print(a.sum());
var e = Object.create(a); print(get(e), e.sum()); put(e, "e"); print(get(e), get(a)); function add(o) { o.added = o.x; return o.added; } print(add(a), add(b), add(c), add(d), add({}));
