// Linear congruences, xorshift and a shuffle that they drive.
function lcg(seed) { return () => (seed = (Math.imul(seed, 1664525) + 1013904223) | 0) >>> 0; }
function xorshift(x) {
  return function () {
    x ^= x << 13;
    x ^= x >>> 17;
    x ^= x << 5;
    return x >>> 0;
  };
}
function shuffle(list, random) {
  for (let i = list.length - 1; i > 0; i--) {
    const j = random() % (i + 1);
    [list[i], list[j]] = [list[j], list[i]];
  }
  return list;
}
const a = lcg(1), b = xorshift(2463534242);
print(a(), a(), a(), b(), b(), b());
print(shuffle(Array.from('abcdefghij'), lcg(7)).join(''), shuffle([1, 2, 3, 4, 5, 6], xorshift(5)).join(''));
const counts = new Array(6).fill(0), die = xorshift(99);
for (let i = 0; i < 600; i++) counts[die() % 6]++;
print(counts.join(), counts.reduce((x, y) => x + y));
