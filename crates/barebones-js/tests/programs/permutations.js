// Permutations, subsets and partitions by recursive generators.
function* permutations(list) {
  if (list.length === 0) { yield []; return; }
  for (var i = 0; i < list.length; i++) {
    var rest = list.slice(0, i).concat(list.slice(i + 1));
    for (var tail of permutations(rest)) yield [list[i]].concat(tail);
  }
}
function* subsets(list, from = 0, chosen = []) {
  yield chosen;
  for (let i = from; i < list.length; i++) yield* subsets(list, i + 1, [...chosen, list[i]]);
}
function* partitions(n, largest = n) {
  if (n === 0) yield '';
  for (var k = Math.min(n, largest); k > 0; k--)
    for (var rest of partitions(n - k, k)) yield rest ? k + '+' + rest : '' + k;
}
print([...permutations(['a', 'b', 'c'])].map(p => p.join('')).join());
print(Array.from(subsets([1, 2, 3, 4]), s => '{' + s + '}').join(' '));
print([...partitions(6)].join(' '));
var count = 0;
for (var p of permutations([1, 2, 3, 4, 5])) if (p[0] < p[4]) count++;
print(count);
