function P(x, y) { this.x = x; this.y = y; }
P.prototype.sum = function () { return this.x + this.y; };
P.prototype.move = function (d) { this.x += d; this.y -= d; return this; };
function run(n) { var p = new P(1, 2), t = 0; for (var i = 0; i < n; i++) { p.move(i & 3); t += p.sum() + p.x; p.y = p.y + 1; } return t; }
print(run(1000000));
