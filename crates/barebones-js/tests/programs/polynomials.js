// Polynomials as arrays of coefficients, complex numbers, and roots by Newton's method.
var trim = p => { while (p.length && p[p.length - 1] === 0) p.pop(); return p; };
var add = (p, q) => trim(Array.from({ length: Math.max(p.length, q.length) }, (_, i) => (p[i] || 0) + (q[i] || 0)));
var mul = (p, q) => p.reduce((sum, a, i) => add(sum, [...Array(i).fill(0), ...q.map(b => a * b)]), []);
var at = (p, x) => p.reduceRight((sum, c) => sum * x + c, 0), derive = p => p.slice(1).map((c, i) => c * (i + 1));
function show(p) { return p.map((c, i) => c === 0 ? '' : (c < 0 ? '-' : '+') + (Math.abs(c) === 1 && i ? '' : Math.abs(c)) + (i > 1 ? 'x^' + i : i ? 'x' : '')).reverse().join('').replace(/^\+/, '') || '0'; }
function divide(p, q) { var rest = p.slice(), out = []; while (rest.length >= q.length) { var factor = rest[rest.length - 1] / q[q.length - 1]; out.unshift(factor); for (var i = 1; i <= q.length; i++) rest[rest.length - i] -= factor * q[q.length - i]; rest.pop(); } return [out, trim(rest)]; }
var p = mul(mul([-1, 1], [2, 1]), [3, 0, 1]); print(show(p), show(derive(p)), at(p, 2), show(add(p, p.map(c => -c))), divide(p, [-1, 1]).map(show).join(' r '));
function newton(p, x) { for (var i = 0, d = derive(p); i < 60; i++) { var step = at(p, x) / at(d, x); x -= step; if (Math.abs(step) < 1e-12) return x.toFixed(6) + ' in ' + (i < 12 ? 'few' : 'many'); } return 'diverges'; } print(newton([-2, 0, 1], 1), newton([-27, 0, 0, 1], 5), newton([1, 0, 1], 0.5));
function C(re, im = 0) { return { re, im, plus: o => C(re + o.re, im + o.im), times: o => C(re * o.re - im * o.im, re * o.im + im * o.re), get abs() { return Math.sqrt(re * re + im * im); }, toString: () => re + (im < 0 ? '-' : '+') + Math.abs(im) + 'i' }; }
print(`${C(1, 2).times(C(3, -1))} ${C(3, 4).abs} ${C(0, 1).times(C(0, 1))}`); var rows = []; for (var y = 1; y >= -1; y -= 0.5) { var row = ''; for (var x = -2; x <= 0.5; x += 0.25) { var z = C(0), k = 0; while (z.abs <= 2 && k < 20) { z = z.times(z).plus(C(x, y)); k++; } row += k === 20 ? '#' : k > 4 ? '+' : '.'; } rows.push(row); } print(rows.join('\n'));
