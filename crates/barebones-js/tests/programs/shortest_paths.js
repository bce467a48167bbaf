// Dijkstra over a graph of nested objects.
var roads = {
  A: { B: 7, C: 9, F: 14 }, B: { A: 7, C: 10, D: 15 }, C: { A: 9, B: 10, D: 11, F: 2 },
  D: { B: 15, C: 11, E: 6 }, E: { D: 6, F: 9 }, F: { A: 14, C: 2, E: 9 }, Z: {}
};
function shortest(graph, from) {
  var distance = {}, previous = {}, open = Object.keys(graph);
  for (var node of open) distance[node] = Infinity;
  distance[from] = 0;
  while (open.length) {
    var best = open.reduce((a, b) => distance[b] < distance[a] ? b : a);
    open.splice(open.indexOf(best), 1);
    for (var next in graph[best]) {
      var through = distance[best] + graph[best][next];
      if (through < distance[next]) {
        distance[next] = through;
        previous[next] = best;
      }
    }
  }
  return { distance, path(to) { var p = [to]; while (to in previous) p.unshift(to = previous[to]); return p; } };
}
var found = shortest(roads, 'A');
for (var to in roads) print(to, found.distance[to], found.path(to).join('>'));
