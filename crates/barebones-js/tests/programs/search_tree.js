// A binary search tree with insertion, removal, and iteration in order.
function Tree() { this.root = null; this.size = 0; }
Tree.prototype.insert = function (key, value) {
  var node = { key, value, left: null, right: null };
  if (!this.root) { this.root = node; this.size++; return this; }
  for (var at = this.root; ;) {
    if (key === at.key) { at.value = value; return this; }
    var side = key < at.key ? 'left' : 'right';
    if (!at[side]) { at[side] = node; this.size++; return this; }
    at = at[side];
  }
};
Tree.prototype.remove = function (key) {
  var tree = this;
  this.root = (function cut(node) {
    if (!node) return null;
    if (key < node.key) node.left = cut(node.left);
    else if (key > node.key) node.right = cut(node.right);
    else {
      tree.size--;
      if (!node.left) return node.right;
      if (!node.right) return node.left;
      var least = node.right;
      while (least.left) least = least.left;
      least.left = node.left;
      return node.right;
    }
    return node;
  })(this.root);
};
Tree.prototype[Symbol.iterator] = function* () {
  var stack = [], node = this.root;
  while (node || stack.length) {
    while (node) { stack.push(node); node = node.left; }
    node = stack.pop();
    yield [node.key, node.value];
    node = node.right;
  }
};
var tree = new Tree();
for (var w of 'm f t b h p w a c g n'.split(' ')) tree.insert(w, w.charCodeAt());
print([...tree].join(' '), tree.size);
tree.remove('f'); tree.remove('m'); tree.remove('zz'); tree.insert('a', 'new');
for (var [k, v] of tree) { if (k > 'p') break; print(k, v); }
print(tree.size, tree.root.key);
