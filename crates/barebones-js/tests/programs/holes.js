// Arrays with holes: what skips them, what sees them, and lengths that change.
var a = [1, , 3]; a[5] = 6;
var visited = [];
a.forEach((v, i) => visited.push(i));
print(visited.join(), a.map(x => x * 2).length, 1 in a, 1 in a.map(x => x), a.join('-'), JSON.stringify(a), Object.keys(a).join(), a.indexOf(undefined), a.includes(undefined), a.findIndex(x => x === undefined));
var seen = []; for (var x of a) seen.push(x); for (var k in a) seen.push(k);
print(seen.map(String).join(), a.filter(() => true).length, a.reduce((p, q) => p + q), [...a].length, 1 in [...a], a.flat().length, a.concat([, 1]).length);
a.length = 2; print(a.length, a[2], 1 in a);
a.length = 4; a[3] = 'end'; print(a.length, a.sort().join('|'), 1 in a, Object.keys(a).join());
a['7'] = 1; a['08'] = 2; a[1.5] = 3; a[-1] = 4; print(a.length, Object.keys(a).join());
[-1, 1.5, 4294967296, 'x'].forEach(n => { try { a.length = n; print('set'); } catch (e) { print(e.name); } });
var big = []; big[100000] = 'far'; big[3] = 'near';
print(big.length, Object.keys(big).join(), big.lastIndexOf('near'), big.reverse()[0], big.length = 1, Object.keys(big).join());
var copy = Array(3), filled = Array.apply(null, Array(3)), from = Array.from(Array(2));
print(0 in copy, 0 in filled, 0 in from, copy.length, Array(2, 3).length, Array.of(7).length, [, ].length, [, , 1].length);
var proto = Array.prototype; proto[1] = 'proto'; var hole = [0, , 2];
print(hole[1], hole.join(), hole.hasOwnProperty(1), hole.slice().hasOwnProperty(1), hole.pop(), hole.pop(), hole.length);
delete proto[1];
