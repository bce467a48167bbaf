// Orders packages by their dependencies; a cycle is an exception with the path.
function Cycle(path) { this.name = 'Cycle'; this.path = path; }
Cycle.prototype = Object.create(Error.prototype, { constructor: { value: Cycle } });
function order(graph) {
  var state = {}, out = [], path = [];
  function visit(name) {
    switch (state[name]) {
      case 'done': return;
      case 'open': throw new Cycle(path.slice(path.indexOf(name)).concat(name));
    }
    state[name] = 'open';
    path.push(name);
    try {
      (graph[name] || []).forEach(visit);
    } finally {
      path.pop();
    }
    state[name] = 'done';
    out.push(name);
  }
  Object.keys(graph).sort().forEach(visit);
  return out;
}
print(order({ app: ['ui', 'net'], ui: ['core'], net: ['core', 'tls'], tls: ['core'] }).join(' '));
try {
  order({ a: ['b'], b: ['c'], c: ['d', 'a'], d: [] });
} catch (e) {
  print(e.name, e.path.join('->'), e instanceof Cycle, e instanceof Error);
}
print(order({}).length);
