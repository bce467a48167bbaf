// Properties of objects, and methods of prototypes.
function Point(x, y) { this.x = x; this.y = y; }
Point.prototype.add = function (other) { this.x += other.x; this.y += other.y; return this; };
Point.prototype.norm = function () { return this.x * this.x + this.y * this.y; };
function work(n) {
  var p = new Point(0, 0), q = new Point(0.5, 0.25), total = 0;
  for (var i = 0; i < n; i++) {
    p.add(q);
    if (p.x > 100) { p.x = 0; p.y = 0; }
    total += p.norm();
  }
  return total;
}
var begin = Date.now();
var result = work(3000000);
(typeof print === 'function' ? print : console.log)('property', result, Date.now() - begin, 'ms');
