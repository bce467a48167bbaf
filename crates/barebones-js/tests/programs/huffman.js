// Codes by frequency, and a round trip of a text.
function codes(text) {
  var counts = {};
  for (var c of text) counts[c] = (counts[c] || 0) + 1;
  var nodes = Object.entries(counts).map(([symbol, weight]) => ({ symbol, weight, least: symbol }));
  var by = (a, b) => a.weight - b.weight || (a.least < b.least ? -1 : 1);
  while (nodes.length > 1) {
    nodes.sort(by);
    var [zero, one] = nodes.splice(0, 2);
    nodes.push({ zero, one, weight: zero.weight + one.weight, least: zero.least < one.least ? zero.least : one.least });
  }
  var table = {};
  (function walk(node, bits) {
    if ('symbol' in node) table[node.symbol] = bits || '0';
    else { walk(node.zero, bits + '0'); walk(node.one, bits + '1'); }
  })(nodes[0], '');
  return { table, tree: nodes[0] };
}
function decode(bits, tree) {
  var out = '', node = tree;
  for (var i = 0; i < bits.length; i++) {
    node = bits[i] === '0' ? node.zero : node.one;
    if (node.symbol !== void 0) { out += node.symbol; node = tree; }
  }
  return out;
}
var text = 'this is an example of a huffman tree', { table, tree } = codes(text);
var bits = Array.from(text, c => table[c]).join('');
print(bits.length, Object.keys(table).length, decode(bits, tree) === text);
print(Object.keys(table).filter(k => table[k].length === 3).sort().join('|'));
print(codes('aaaa').table.a);
