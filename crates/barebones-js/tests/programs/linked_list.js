// A list with a sentinel, iteration, reversal, and detection of a cycle.
function List(...values) { this.head = null; for (var i = values.length; i-- > 0;) this.head = { value: values[i], next: this.head }; }
List.prototype = {
  *[Symbol.iterator]() { for (var node = this.head; node; node = node.next) yield node.value; },
  reverse() {
    var previous = null, node = this.head, next;
    while (node !== null) {
      next = node.next;
      node.next = previous;
      previous = node;
      node = next;
    }
    this.head = previous;
    return this;
  },
  get length() { var n = 0; for (var _ of this) n++; return n; },
  hasCycle() {
    var slow = this.head, fast = this.head;
    do {
      if (!fast || !fast.next) return false;
      slow = slow.next;
      fast = fast.next.next;
    } while (slow !== fast);
    return true;
  },
  concat(other) { return new List(...this, ...other); }
};
var list = new List(1, 2, 3);
print([...list].join(), [...list.reverse()].join(), list.length, new List().length);
print(Array.from(list.concat('xy')).join('-'), Math.max(...list));
print(list.hasCycle());
list.head.next.next.next = list.head.next;
print(list.hasCycle());
var [x, , y] = list;
print(x, y);
