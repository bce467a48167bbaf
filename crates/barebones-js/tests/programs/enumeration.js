// for-in over inherited, shadowed, deleted and added names, strings and arrays.
function Base() { this.own = 1; }
Base.prototype = { inherited: 2, shadowed: 3 };
var o = new Base();
o.shadowed = 'mine'; o[2] = 'two'; o[1] = 'one'; o['-1'] = 'minus'; o.last = 0;
Object.defineProperty(o, 'hidden', { value: 5, enumerable: false });
var names = []; for (var k in o) names.push(k); print(names.join());
names = []; for (k in o) if (o.hasOwnProperty(k)) names.push(k + '=' + o[k]); print(names.join(' '));
names = []; for (k in o) { if (k === '1') delete o.last; names.push(k); } print(names.join());
for (k in 'ab') print(k, typeof k); for (k in [7, , 9]) print(k);
for (k in null) print('no'); for (k in undefined) print('no'); for (k in 5) print('no'); for (k in {}) print('no');
var target = {}; for (target.key in { a: 1, b: 2 }) ; print(target.key);
var list = []; for (list[list.length] in { x: 1, y: 2, z: 3 }) ; print(list.join());
for (var [first, second] in { pq: 1 }) print(first, second);
var count = 0; for (var a in { p: 1, q: 2 }) for (var b in { r: 1, s: 2 }) { if (b === 's') break; count++; } print(count, a, b);
function firstKey(object) { for (var key in object) return key; } print(firstKey({ z: 1, a: 2 }), firstKey([]), firstKey({ 10: 1, 9: 2 }));
function copy(value) { if (typeof value !== 'object' || value === null) return value; var out = Array.isArray(value) ? [] : {}; for (var key in value) out[key] = copy(value[key]); return out; }
var original = { a: [1, { b: null }], c: 'x' }, cloned = copy(original); original.a[1].b = 'changed'; print(JSON.stringify(cloned));
