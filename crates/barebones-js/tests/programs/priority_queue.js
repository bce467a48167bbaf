// A binary heap with methods on a prototype, and jobs that it orders.
function Heap(before) { this.items = []; this.before = before; }
Heap.prototype.push = function (item) {
  var items = this.items, at = items.length;
  items.push(item);
  while (at > 0) {
    var up = (at - 1) >> 1;
    if (!this.before(items[at], items[up])) break;
    var t = items[at]; items[at] = items[up]; items[up] = t;
    at = up;
  }
  return this;
};
Heap.prototype.pop = function () {
  var items = this.items;
  if (items.length === 0) throw new RangeError('empty');
  var top = items[0], last = items.pop();
  if (items.length > 0) {
    items[0] = last;
    for (var at = 0; ;) {
      var best = at, left = 2 * at + 1, right = left + 1;
      if (left < items.length && this.before(items[left], items[best])) best = left;
      if (right < items.length && this.before(items[right], items[best])) best = right;
      if (best === at) break;
      var t = items[at]; items[at] = items[best]; items[best] = t;
      at = best;
    }
  }
  return top;
};
Object.defineProperty(Heap.prototype, 'size', { get: function () { return this.items.length; } });
var heap = new Heap((a, b) => a.due < b.due);
[5, 3, 8, 1, 9, 2, 7].forEach((due, i) => heap.push({ due, job: 'job' + i }));
heap.push({ due: 4, job: 'late' }).push({ due: 0, job: 'first' });
var order = [];
while (heap.size) { var { due, job } = heap.pop(); order.push(due + ':' + job); }
print(order.join(' '));
try { heap.pop(); } catch (e) { print(e.name, e.message, e instanceof RangeError); }
