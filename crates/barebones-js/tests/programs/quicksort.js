// Sorts in place with three-way partitions and an explicit stack.
function swap(a, i, j) { var t = a[i]; a[i] = a[j]; a[j] = t; }
function quicksort(a, less) {
  var stack = [[0, a.length - 1]], depth = 0;
  while (stack.length > 0) {
    depth = Math.max(depth, stack.length);
    var [low, high] = stack.pop();
    if (low >= high) continue;
    var pivot = a[(low + high) >> 1], lt = low, gt = high, i = low;
    while (i <= gt) {
      if (less(a[i], pivot)) swap(a, lt++, i++);
      else if (less(pivot, a[i])) swap(a, i, gt--);
      else i++;
    }
    stack.push([low, lt - 1], [gt + 1, high]);
  }
  return depth > 0;
}
var seed = 42, numbers = [];
for (var i = 0; i < 60; i++) { seed = (seed * 1103515245 + 12345) % 2147483648; numbers.push(seed % 97); }
print(quicksort(numbers, function (a, b) { return a < b; }), numbers.join(' '));
var words = 'the quick brown fox jumps over the lazy dog'.split(' ');
quicksort(words, (a, b) => a.length < b.length || (a.length === b.length && a < b));
print(words.join(' '), quicksort([], () => false));
