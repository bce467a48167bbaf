function sieve(n) { var flags = [], count = 0; for (var i = 2; i <= n; i++) flags[i] = true;
  for (var i = 2; i <= n; i++) { if (!flags[i]) continue; count++; for (var j = i * i; j <= n; j += i) flags[j] = false; } return count; }
print(sieve(100), sieve(1000));
function sort(a) { for (var i = 1; i < a.length; i++) { var v = a[i], j = i - 1; while (j >= 0 && a[j] > v) { a[j + 1] = a[j]; j--; } a[j + 1] = v; } return a; }
print(sort([5, 2, 9, 1, 3]).join()); var seed = 42; function rnd() { seed = (seed * 1103515245 + 12345) & 0x7fffffff; return seed; } print(rnd(), rnd(), rnd() >>> 3);
var grid = []; for (var y = 0; y < 3; y++) { grid[y] = []; for (var x = 0; x < 3; x++) grid[y][x] = x * y; } print(grid[2].join());
