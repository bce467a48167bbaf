// Disjoint sets with ranks, for Kruskal's spanning tree and islands of a grid.
function Sets(n) {
  var parent = [], rank = [], count = n;
  for (var i = 0; i < n; i++) { parent[i] = i; rank[i] = 0; }
  this.find = function (x) { while (parent[x] !== x) x = parent[x] = parent[parent[x]]; return x; };
  this.join = function (a, b) {
    a = this.find(a);
    b = this.find(b);
    if (a === b) return false;
    if (rank[a] < rank[b]) parent[a] = b;
    else if (rank[a] > rank[b]) parent[b] = a;
    else { parent[b] = a; rank[a]++; }
    count--;
    return true;
  };
  this.count = () => count;
}
var edges = [[0, 1, 4], [1, 2, 8], [2, 3, 7], [3, 4, 9], [4, 5, 10], [5, 6, 2], [6, 7, 1], [7, 0, 8], [1, 7, 11], [2, 8, 2], [8, 6, 6], [7, 8, 7], [2, 5, 4], [3, 5, 14]];
var sets = new Sets(9), total = 0;
edges.sort((a, b) => a[2] - b[2] || a[0] - b[0]).forEach(function ([a, b, cost]) { if (sets.join(a, b)) total += cost; });
print(total, sets.count());
var grid = ['11000', '11011', '00100', '00011'], width = 5, islands = new Sets(20), water = 0;
for (var y = 0; y < 4; y++) for (var x = 0; x < width; x++) {
  if (grid[y][x] === '0') { water++; continue; }
  if (x > 0 && grid[y][x - 1] === '1') islands.join(y * width + x, y * width + x - 1);
  if (y > 0 && grid[y - 1][x] === '1') islands.join(y * width + x, y * width + x - width);
}
print(islands.count() - water);
