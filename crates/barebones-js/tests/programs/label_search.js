// Labelled statements that search grids, with jumps out of several loops.
var grid = [[3, 1, 4], [1, 5, 9], [2, 6, 5], [3, 5, 8]];
function find(value) {
  var steps = 0, place = 'none';
  search: for (var y = 0; y < grid.length; y++) {
    row: for (var x in grid[y]) {
      steps++;
      if (grid[y][x] > value) continue row;
      if (grid[y][x] === value) { place = y + ',' + x; break search; }
      if (steps > 8) break row;
    }
  }
  return place + '/' + steps;
}
print(find(9), find(6), find(0), find(5));
primes: for (var n = 2, list = []; ; n++) {
  for (var d = 2; d * d <= n; d++) if (n % d === 0) continue primes;
  list.push(n);
  if (list.length === 12) break primes;
}
print(list.join());
block: { if (list.length) break block; print('never'); }
a: b: c: for (var i = 0; ; i++) { switch (i) { case 0: continue a; case 1: continue b; case 2: break; default: break c; } print('after switch', i); }
var w = 0;
outer: do { while (true) { if (++w % 3 === 0) continue outer; if (w > 10) break outer; } } while (w < 8);
print(w, i);
