// Exact fractions with `valueOf`, `toString` and comparison by coercion.
function gcd(a, b) { while (b) [a, b] = [b, a % b]; return a < 0 ? -a : a; }
function Fraction(n, d = 1) {
  if (d === 0) throw new RangeError('zero');
  const g = gcd(n, d) * (d < 0 ? -1 : 1);
  this.n = n / g;
  this.d = d / g;
}
Fraction.parse = text => {
  const [, n, d] = /^(-?\d+)(?:\/(\d+))?$/.exec(text) || [];
  return n === undefined ? null : new Fraction(+n, d === undefined ? 1 : +d);
};
Object.assign(Fraction.prototype, {
  plus(o) { return new Fraction(this.n * o.d + o.n * this.d, this.d * o.d); },
  times(o) { return new Fraction(this.n * o.n, this.d * o.d); },
  valueOf() { return this.n / this.d; },
  toString() { return this.d === 1 ? `${this.n}` : `${this.n}/${this.d}`; }
});
const half = new Fraction(2, 4), third = Fraction.parse('1/3');
print(String(half), `${third}`, half + third, half.plus(third).toString(), half > third, half * 4);
print(String(Fraction.parse('-6/4')), Fraction.parse('x'), String(Fraction.parse('12')));
let harmonic = new Fraction(0);
for (let i = 1; i <= 10; i++) harmonic = harmonic.plus(new Fraction(1, i));
print(String(harmonic), harmonic == 7381 / 2520, harmonic === harmonic);
try { new Fraction(1, 0); } catch (e) { print(e.name); }
