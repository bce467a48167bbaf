// Queues, stacks and editing in place by splice and its like.
var q = [1, 2, 3, 4, 5];
print(q.shift(), q.unshift('a', 'b'), q.pop(), q.push('y', 'z'), q.join());
print(q.splice(1, 2).join(), q.join(), q.splice(-1).join(), q.splice(1, 0, 'in', 'between').length, q.join(), q.splice().length, q.splice(2, Infinity, 'tail').length, q.join());
print([1, 2, 3, 4, 5].copyWithin(0, 3).join(), [1, 2, 3, 4, 5].copyWithin(1, 0, 3).join(), [1, 2, 3].fill(0, -1).join(), [3, 1, 2].reverse().join(), [].pop(), [].shift());
function rotate(list, n) { n = ((n % list.length) + list.length) % list.length; list.push(...list.splice(0, n)); return list; }
print(rotate([1, 2, 3, 4, 5], 2).join(), rotate([1, 2, 3], -1).join());
function unique(list) { for (var i = list.length - 1; i >= 0; i--) if (list.indexOf(list[i]) !== i) list.splice(i, 1); return list; }
print(unique([1, 2, 1, 3, 2, NaN, NaN]).join());
var like = { length: 2, 0: 'p', 1: 'q' };
print([].push.call(like, 'r'), like.length, [].shift.call(like), JSON.stringify(like), [].splice.call(like, 0, 1).length, JSON.stringify(like), [].reverse.call({ length: 2, 1: 1 })[0]);
var undo = [], doc = [...'text'];
function edit(at, remove, ...insert) { var removed = doc.splice(at, remove, ...insert); undo.push(() => doc.splice(at, insert.length, ...removed)); }
edit(0, 1, 'n'); edit(4, 0, '!', '!'); edit(1, 2); print(doc.join(''));
while (undo.length) { undo.pop()(); print(doc.join('')); }
