// Destructuring into members, swaps, chains and compound assignments with effects in order.
var o = { a: 1, list: [1, 2, 3] }, i = 0, log = [];
[o.a, o['b'], o.list[i++]] = ['x', 'y', 'z']; print(JSON.stringify(o), i);
({ a: o.c, list: [, o.d = 'default', o.e] } = o); print(o.c, o.d, o.e);
var x = 1, y = 2, z = 3; [x, y, z] = [z, x, y]; print(x, y, z);
[o.list[0], o.list[2]] = [o.list[2], o.list[0]]; print(o.list.join());
var fib = [0, 1]; for (var n = 0; n < 10; n++) fib = [fib[1], fib[0] + fib[1]]; print(fib.join());
var p, q, r; p = q = r = 5; p += q -= r *= 2; print(p, q, r);
function key(k) { log.push(k); return k; } function value(v) { log.push('v' + v); return v; }
var target = { k1: 10, k2: 'a' };
target[key('k1')] += value(5); target[key('k2')] = value(target[key('k1')]); target[key('k1')]++; --target[key('k2')]; target[key('k3')] ??= value('new'); target[key('k3')] &&= value('and'); target[key('k3')] ||= value('or');
print(JSON.stringify(target), log.join());
var s = 'a'; s += s += s; print(s); var c = 5; c = c++ + ++c; print(c); var a = [1, 2], j = 0; a[j] = j = 1; print(a.join(), j); a[j++] = a[j] = j; print(a.join());
var result = ([p, [q]] = [1, [2]]); print(result.length, p + q); var { length: len } = ({ length: r } = 'word'); print(len, r);
x = 7; x <<= 2; x ^= 5; x %= 10; x **= 2; x >>>= 1; x |= 8; x &= 12; x /= 3; print(x);
try { null[key('never')] = value('rhs'); } catch (e) { print(e.name); } try { [o.z] = null; } catch (e) { print(e.name); }
