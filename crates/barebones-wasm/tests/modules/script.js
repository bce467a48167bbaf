(() => {
  const primes = [];
  for (let i = 2; primes.length < 200; i++) if (primes.every(p => i % p)) primes.push(i);
  class Shape { constructor(n) { this.n = n } get area() { return this.n ** 1.5 } }
  const shapes = Array.from({ length: 50 }, (_, i) => new Shape(i * 37 % 41));
  shapes.sort((a, b) => b.area - a.area || a.n - b.n);
  function* cubes() { for (let i = 0n; ; i++) yield i * i * i }
  let sum = 0n;
  for (const cube of cubes()) { if (cube > 10n ** 12n) break; sum += cube }
  let caught;
  try { null.x } catch (error) { caught = error instanceof TypeError }
  const fib = n => n < 2 ? n : fib(n - 1) + fib(n - 2);
  const text = 'the quick brown fox jumps over the lazy dog'.replace(/\b(\w)(\w*)/g, (_, a, b) => a.toUpperCase() + b);
  const floats = [0.1 + 0.2, 1 / 3, Math.sqrt(2), 5e-324, -0, 2 ** 53 + 2, Number.MAX_VALUE, 1e21, parseFloat('0x10')];
  const map = [...new Map([[1, 'a'], ['x', { y: [1, 2] }]])];
  const bytes = new Uint8Array(new Float32Array([1.1, -0.0, 16777217]).buffer).join();
  return JSON.stringify({
    last: primes[199], top: shapes.slice(0, 3).map(s => s.area.toFixed(6)), sum: String(sum), caught,
    fib: fib(20), text, floats, map, bytes, shifts: [-1 >>> 0, -1 >> 31, 1 << 33, ~7.9, 2 ** 32 | 0],
    date: new Date(86400000).toISOString(), sorted: 'zebra,ähnlich,apple'.split(',').sort(),
  });
})()
