// Products, transposes and determinants of small matrices.
function Matrix(rows) { if (!(this instanceof Matrix)) return new Matrix(rows); this.rows = rows; }
Matrix.identity = n => Matrix(Array(n).fill().map((_, i) => Array(n).fill().map((_, j) => i === j ? 1 : 0)));
Matrix.prototype.times = function (other) {
  return Matrix(this.rows.map(row => other.rows[0].map((_, j) => row.reduce((sum, v, k) => sum + v * other.rows[k][j], 0))));
};
Matrix.prototype.transpose = function () { return Matrix(this.rows[0].map((_, j) => this.rows.map(row => row[j]))); };
Matrix.prototype.power = function (n) {
  var result = Matrix.identity(this.rows.length), base = this;
  for (; n > 0; n >>= 1) {
    if (n & 1) result = result.times(base);
    base = base.times(base);
  }
  return result;
};
Matrix.prototype.determinant = function () {
  var m = this.rows.map(row => row.slice()), n = m.length, det = 1;
  for (var c = 0; c < n; c++) {
    var p = c;
    while (p < n && m[p][c] === 0) p++;
    if (p === n) return 0;
    if (p !== c) { [m[p], m[c]] = [m[c], m[p]]; det = -det; }
    det *= m[c][c];
    for (var r = c + 1; r < n; r++) {
      var f = m[r][c] / m[c][c];
      for (var k = c; k < n; k++) m[r][k] -= f * m[c][k];
    }
  }
  return det;
};
Matrix.prototype.toString = function () { return '[' + this.rows.map(r => r.join(' ')).join('; ') + ']'; };
var a = Matrix([[1, 2], [3, 4]]), fib = new Matrix([[1, 1], [1, 0]]);
print(a, a.transpose(), a.times(a.transpose()), a.determinant());
print(fib.power(30).rows[0][1], Matrix([[2, 0, 1], [0, 0, 3], [4, 5, 6]]).determinant(), Matrix([[1, 2], [2, 4]]).determinant());
