// A prefix tree of words with counts, and completion.
function insert(root, word) {
  var node = root;
  for (var letter of word) node = node[letter] || (node[letter] = Object.create(null));
  node.$ = (node.$ | 0) + 1;
}
function find(root, prefix) {
  var node = root;
  for (var i = 0; i < prefix.length; i++) {
    node = node[prefix[i]];
    if (node === undefined) return;
  }
  return node;
}
function complete(root, prefix) {
  var out = [], start = find(root, prefix);
  (function walk(node, text) {
    if (!node) return;
    Object.keys(node).sort().forEach(function (key) {
      if (key === '$') out.push(text + '*' + node.$);
      else walk(node[key], text + key);
    });
  })(start, prefix);
  return out;
}
var root = Object.create(null);
'tea ten to inn in i a tea toString constructor __proto__'.split(/\s+/).forEach(w => insert(root, w));
print(complete(root, 't').join(' '), '|', complete(root, 'in').join(' '));
print(complete(root, 'zzz').length, complete(root, '__').join(), 'toString' in root);
