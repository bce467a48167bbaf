// Closures that remember results: by one argument, by many, and recursive ones.
var calls = 0;
function memoize(f, key = (...args) => args.join('\u0000')) {
  var known = new Map();
  return function memo() {
    var k = key.apply(null, arguments);
    if (!known.has(k)) known.set(k, f.apply(this, arguments));
    return known.get(k);
  };
}
var fib = memoize(function (n) { calls++; return n < 2 ? n : fib(n - 1) + fib(n - 2); });
print(fib(80), calls);
var paths = memoize((r, c) => r === 0 || c === 0 ? 1 : paths(r - 1, c) + paths(r, c - 1));
print(paths(16, 16));
var collatz = memoize(n => n === 1 ? 1 : 1 + collatz(n % 2 ? 3 * n + 1 : n / 2)), best = [0, 0];
for (var n = 1; n < 400; n++) if (collatz(n) > best[1]) best = [n, collatz(n)];
print(best.join());
var lazy = { get value() { print('computing'); var v = 6 * 7; Object.defineProperty(this, 'value', { value: v }); return v; } };
print(lazy.value, lazy.value);
function once(f) { var done, result; return () => done ? result : (done = true, result = f()); }
var init = once(() => { print('init'); return {}; });
print(init() === init());
