// Counts, reversal, Gray codes and masks of 32-bit integers.
function popcount(x) { var n = 0; while (x) { x &= x - 1; n++; } return n; }
function reverse(x) {
  x = (x >>> 1) & 0x55555555 | (x & 0x55555555) << 1;
  x = (x >>> 2) & 0x33333333 | (x & 0x33333333) << 2;
  x = (x >>> 4) & 0x0f0f0f0f | (x & 0x0f0f0f0f) << 4;
  x = (x >>> 8) & 0x00ff00ff | (x & 0x00ff00ff) << 8;
  return (x >>> 16 | x << 16) >>> 0;
}
var gray = n => n ^ n >> 1;
function ungray(g) { for (var shift = 1; shift < 32; shift <<= 1) g ^= g >> shift; return g; }
for (var x of [0, 1, 255, -1, 0x80000000, 12345, -2147483648, 4294967295.9, NaN, '7'])
  print(x, x | 0, x >>> 0, ~x, popcount(x), reverse(x), x << 31, x >> 1, x >>> 1);
var codes = [];
for (var i = 0; i < 8; i++) codes.push(gray(i).toString(2).padStart(3, 0));
print(codes.join(), [0, 5, 100, 1023].every(n => ungray(gray(n)) === n));
var flags = 0, A = 1 << 0, B = 1 << 1, C = 1 << 2;
flags |= A | C; flags &= ~A; flags ^= B;
print(flags, !!(flags & C), !(flags & A), 1 << 32, 1 << -1, 5 & -5);
