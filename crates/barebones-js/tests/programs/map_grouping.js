// Maps with keys of all kinds, grouping, inversion, and changes during iteration.
var people = [['ann', 'oslo', 30], ['bo', 'rome', 25], ['cy', 'oslo', 41], ['di', 'rome', 25], ['ed', 'bern', 30]];
function group(list, key) {
  return list.reduce(function (map, item) {
    var k = key(item);
    return map.set(k, (map.get(k) || []).concat(item[0]));
  }, new Map());
}
var byCity = group(people, p => p[1]), byAge = group(people, p => p[2]);
byCity.forEach((names, city, map) => print(city, names.join(), map.size));
print([...byAge].map(([age, names]) => age + '=' + names).join(' '), Array.from(byAge.keys(), typeof_).join());
function typeof_(x) { return typeof x; }
var keys = [{}, [], function () {}, Symbol('s'), NaN, null, undefined, -0, '', true, 1.5], m = new Map(keys.map((k, i) => [k, i]));
print(m.size, keys.map(k => m.get(k)).join(), m.get(0), m.get({}), m.has('1.5'));
var inverted = new Map([...byCity].flatMap(([city, names]) => names.map(n => [n, city])));
print(inverted.get('cy'), inverted.size, JSON.stringify([...inverted.entries()]));
var live = new Map([[1, 'a'], [2, 'b'], [3, 'c']]), seen = [];
for (var [k, v] of live) {
  seen.push(k + v);
  if (k === 1) { live.delete(2); live.set(4, 'd'); }
  if (k === 4) live.set(1, 'again');
}
print(seen.join(' '), live.get(1), Object.fromEntries(live)[4], new Map(live) !== live);
[[1], [[1, 2], 3], 5].forEach(bad => { try { print(new Map(bad).size); } catch (e) { print(e.name); } });
