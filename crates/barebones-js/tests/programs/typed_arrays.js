// Methods of typed arrays: sorting, windows, copies over each other, iteration.
var a = Float64Array.from([3, -1, 7.5, 0, 9, Infinity, -Infinity, 2.5]);
print(Array.prototype.join.call(a.slice().sort(), ' '), a.slice().sort((x, y) => y - x || 0).length, Object.is(a.slice().sort()[2], 0));
var ints = new Int32Array(10).map((_, i) => i * i), part = ints.subarray(2, 6);
part[0] = 100; part.fill(7, 1, 2);
print(ints.join(), part.join(), part.byteOffset, part.buffer === ints.buffer, ints.indexOf(7), ints.includes(100), ints.lastIndexOf(81));
ints.set(ints.subarray(0, 4), 3); print(ints.join());
ints.copyWithin(0, 5, 8); print(ints.join());
ints.set([1, '2', 3.9], 7); print(ints.reverse().join());
print(ints.reduce((x, y) => x + y), ints.filter(x => x & 1).constructor === Int32Array, ints.some(x => x > 99), ints.find(x => x > 5), ints.findIndex(x => x < 0), [...ints.entries()].length);
var windowed = [];
for (var i = 0; i + 3 <= ints.length; i++) { var sum = 0; for (var v of ints.subarray(i, i + 3)) sum += v; windowed.push(sum); }
print(windowed.join(), Object.keys(new Uint8Array(3)).join(), JSON.stringify(new Uint8Array([1, 2])), Array.isArray(ints), String(Object.prototype.toString.call(ints)));
[() => ints.set([1, 2], 9), () => new Int8Array(-1), () => Int8Array(2), () => ints.subarray.call([])].forEach(f => { try { print(typeof f()); } catch (e) { print(e.name); } });
ints.foo = 1;
print(ints.foo, 5 in ints, 10 in ints, delete ints.foo);
