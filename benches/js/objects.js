// Constructors, literals, closures and variables that closures capture.
function Node(key, left, right) { this.key = key; this.left = left; this.right = right; }
function build(depth) { return depth === 0 ? null : new Node(depth, build(depth - 1), build(depth - 1)); }
function check(node) { return node === null ? 1 : check(node.left) + node.key + check(node.right); }
function pairs(n) {
  var sum = 0;
  for (var i = 0; i < n; i++) { var pair = { a: i, b: [i, 2] }; sum += pair.a + pair.b[0]; }
  return sum;
}
function counter() { var count = 0; return function (by) { count += by; return count; }; }
function count(n) {
  var sum = 0;
  for (var i = 0; i < n; i++) { var next = counter(); next(i); sum += next(1); }
  return sum;
}
var begin = Date.now();
var result = 0;
for (var round = 0; round < 12; round++) result += check(build(14)) + pairs(80000) + count(80000);
(typeof print === 'function' ? print : console.log)('objects', result, Date.now() - begin, 'ms');
