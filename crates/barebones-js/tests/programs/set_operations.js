// Unions, intersections, powers and relations of sets.
const union = (a, b) => new Set([...a, ...b]);
const intersection = (a, b) => new Set([...a].filter(x => b.has(x)));
const difference = (a, b) => new Set([...a].filter(x => !b.has(x)));
const subset = (a, b) => [...a].every(x => b.has(x));
const show = s => '{' + [...s].join() + '}';
const a = new Set([1, 2, 3, 2, 1]), b = new Set('3214').add(3).add(4);
print(show(union(a, b)), show(intersection(a, b)), show(difference(a, b)), subset(intersection(a, b), a), a.size, b.size);
const odd = new Set([NaN, NaN, 0, -0, '0', null, undefined, undefined]);
print(odd.size, odd.has(NaN), odd.has(-0), 1 / [...odd][1], odd.delete(null), odd.size);
const grow = new Set([1]);
let steps = 0;
for (const x of grow) { steps++; if (x < 20) { grow.add(x * 2); grow.delete(x); } }
print(steps, show(grow));
const order = new Set(['a', 'b', 'c']);
order.delete('a'); order.add('a');
order.forEach((value, key, set) => { if (value === 'b') set.delete('c'); print(value, key === value, set === order); });
print([...order.entries()].join('|'), order.values().next().value, Object.prototype.toString.call(order));
order.clear();
print(order.size, show(new Set(new Map([[1, 2]]))));
function powerSet(list) { return list.reduce((sets, x) => sets.concat(sets.map(s => [x, ...s])), [[]]); }
print(powerSet([1, 2, 3]).map(s => s.join('')).sort().join());
try { new Set(5); } catch (e) { print(e.name); }
try { Set.prototype.add.call([], 1); } catch (e) { print(e.name); }
