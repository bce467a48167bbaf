// Reports over a list of records by the methods of arrays.
const sales = [['tea', 'n', 12], ['cup', 's', 5], ['tea', 's', 7], ['pot', 'n', 3], ['cup', 'n', 9], ['tea', 'n', 1]].map(([item, region, count]) => ({ item, region, count }));
const total = sales.reduce((sum, { count }) => sum + count, 0);
const pivot = sales.reduce((t, { item, region, count }) => { (t[item] = t[item] || {})[region] = (t[item][region] || 0) + count; return t; }, {});
print(total, JSON.stringify(pivot));
print(sales.filter(s => s.count > 5).map(s => s.item + s.count).join(), sales.some(s => s.region === 'w'), sales.every(s => s.count > 0), sales.find(s => s.count < 5).item, sales.findIndex(s => s.item === 'pot'));
print(Object.entries(pivot).flatMap(([item, by]) => Object.keys(by).map(r => item + r)).join(), [[1, [2]], [[[3]]]].flat(2).length, sales.map(s => s.item).lastIndexOf('cup'));
const list = [5, 1, 4];
print(list.concat([2], 3, [[6]]).length, list.slice(-2).join(), list.slice(1, -1).join(), list.indexOf(4, -1), list.includes(5, 1), list.reduceRight((a, b) => a + '' + b), list.keys().next().value, [...list.entries()].join(';'));
print([3, 20, 100].sort().join(), [3, 20, 100].sort((a, b) => a - b).join(), ['b', undefined, 'a', , 'c'].sort().length, [1, 2, 3].toString(), [[], [[]], null, undefined, {}].join('|'), Array.isArray(list));
const calls = []; ['a', 'b'].forEach(function (v, i, all) { calls.push(v + i + all.length + this.t); all.push('more'); }, { t: '!' });
print(calls.join(), [].reduce((a, b) => a, 'init'));
try { [].reduce((a, b) => a); } catch (e) { print(e.name); }
print(Array.from({ length: 3, 0: 'x', 2: 'z' }).join('-'), Array.from(new Map([[1, 2]]))[0].join(), Array.prototype.map.call('abc', c => c + c).join(), Array.prototype.push.call({ length: 1, 0: 1 }, 2));
const running = []; sales.reduce((acc, s, i) => (running[i] = acc + s.count), 0); print(running.join());
