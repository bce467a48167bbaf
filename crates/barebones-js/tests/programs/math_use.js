// Functions of `Math` that have exact answers, and geometry with rounding.
print(Math.round(2.5), Math.round(-2.5), Math.round(-0.2), Math.round(0.49999999999999994), Math.trunc(-4.7), Math.floor(-4.2), Math.ceil(-4.7), Math.sign(-3), Object.is(Math.sign(-0), -0), Math.abs(-7.25));
print(Math.max(), Math.min(), Math.max(1, '3', 2), Math.max(1, NaN), Object.is(Math.max(-0, 0), 0), Object.is(Math.min(0, -0), -0), Math.hypot(3, 4), Math.hypot(), Math.sqrt(-1));
print(Math.pow(2, -1), Math.pow(NaN, 0), Math.pow(1, Infinity), (-2) ** 3, 2 ** 0.5 === Math.SQRT2, Math.log2(8), Math.log10(1000), Math.exp(0), Math.log(1), Math.log1p(0), Math.expm1(0), Math.fround(5.5), Math.fround(5.05) === 5.05);
print(Math.clz32(1), Math.clz32(0), Math.imul(0xffffffff, 5), Math.imul(2, 4.9), Math.atan2(0, -1) === Math.PI, Math.atan2(-0, -1) === -Math.PI, Math.sin(0), Math.cos(0), Math.tanh(0), Math.acosh(1));
function polygon(points) {
  let area = 0, length = 0;
  points.forEach(([x, y], i) => { const [p, q] = points[(i + 1) % points.length]; area += x * q - p * y; length += Math.hypot(p - x, q - y); });
  return Math.abs(area / 2) + '/' + length;
}
print(polygon([[0, 0], [4, 0], [4, 3]]), polygon([[0, 0], [0, 2], [2, 2], [2, 0]]), polygon([]));
const inside = (px, py, shape) => shape.reduce((odd, [x, y], i) => { const [a, b] = shape[(i || shape.length) - 1]; return (y > py) !== (b > py) && px < (a - x) * (py - y) / (b - y) + x ? !odd : odd; }, false);
print([[1, 1], [5, 5], [3, 0.5], [-1, 0]].map(([x, y]) => inside(x, y, [[0, 0], [4, 0], [4, 4], [2, 1], [0, 4]])).join());
const r = Math.random(); print(r >= 0 && r < 1, Object.keys(Math).length, String(Math), typeof Math.PI, delete Math.missing);
