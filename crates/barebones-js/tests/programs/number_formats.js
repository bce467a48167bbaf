// Numbers as text in all formats and bases.
var numbers = [0, -0, 1, -1.5, 0.1 + 0.2, 1e21, 123456789012345680000, 1e-7, 0.000001, 1e-10, 2e300, 255, 1 / 3, NaN, Infinity];
for (var n of numbers) print(String(n), n.toString(2).slice(0, 24), n.toString(36).slice(0, 12), Math.abs(n) < 1e20 ? n.toFixed(3) : '-', isFinite(n) ? n.toExponential(2) : '-', isFinite(n) ? n.toPrecision(4) : '-');
print((25).toString(16), (-255).toString(16), (0.5).toString(2), (1e21).toString(7).length, 1.005.toFixed(2), 1.45.toFixed(1), (8.345).toFixed(2), (0).toFixed(2), (1e21).toFixed(2), (-1.5).toFixed(0), 2.5.toFixed(0));
print(123.456.toPrecision(4), 0.00001.toPrecision(1), 1e21.toPrecision(3), 123456..toExponential(), 0..toExponential(2), 1.25.toPrecision(2), 99.99.toPrecision(3));
for (var f of [() => 1..toString(1), () => 1..toFixed(101), () => 1..toPrecision(0), () => 1..toExponential(-1), () => Number.prototype.toString.call('x')]) try { print(f()); } catch (e) { print(e.name); }
function money(cents) { return (cents < 0 ? '-' : '') + '$' + Math.floor(Math.abs(cents) / 100).toString().replace(/\B(?=(\d{3})+$)/g, ',') + '.' + ('0' + Math.abs(cents) % 100).slice(-2); }
print([0, 5, 123456789, -100001].map(money).join(' '), (1000).toLocaleString === undefined);
function size(bytes) { var units = ['B', 'kB', 'MB', 'GB'], i = 0; while (bytes >= 1024 && i < 3) { bytes /= 1024; i++; } return +bytes.toFixed(1) + units[i]; }
print([0, 1023, 1536, 1048576, 5e9, 1e15].map(size).join(' '));
