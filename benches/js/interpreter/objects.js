function Node(k, l, r) { this.k = k; this.l = l; this.r = r; }
function build(d) { return d === 0 ? null : new Node(d, build(d - 1), build(d - 1)); }
function check(n) { return n === null ? 1 : check(n.l) + n.k + check(n.r); }
var t = 0; for (var i = 0; i < 10; i++) t += check(build(14)); print(t);
function lit(n) { var s = 0; for (var i = 0; i < n; i++) { var o = { a: i, b: [i, 2] }; s += o.a + o.b[0]; } return s; } print(lit(200000));
