// Pipelines of generators, without a list in between.
function* count(from = 0) { for (;;) yield from++; }
function* map(it, f) { for (const x of it) yield f(x); }
function* filter(it, f) { for (const x of it) if (f(x)) yield x; }
function* take(it, n) { if (n <= 0) return 'nothing'; for (const x of it) { yield x; if (--n === 0) return 'enough'; } }
function* zip(...lists) {
  const iterators = lists.map(l => l[Symbol.iterator]());
  while (true) {
    const results = iterators.map(i => i.next());
    if (results.some(r => r.done)) return;
    yield results.map(r => r.value);
  }
}
function* flatten(x) { if (Array.isArray(x)) for (const y of x) yield* flatten(y); else yield x; }
function* chunk(it, n) { let part = []; for (const x of it) { part.push(x); if (part.length === n) { yield part; part = []; } } if (part.length) yield part; }
print([...take(filter(map(count(1), x => x * x), x => x % 3 === 1), 6)].join());
print([...zip(count(), 'abc', [true, false, null, 1])].join(' '), [...flatten([1, [2, [3, []], 4], [[5]]])].join());
print([...chunk('abcdefgh', 3)].map(c => c.join('')).join('|'), [...take(count(), 0)].length);
let pulled = 0;
const source = map(count(), x => (pulled++, x));
for (const [x] of zip(take(source, 3))) print(x, pulled);
const two = take(count(), 2);
print(JSON.stringify([two.next(), two.next(), two.next(), two.next()]));
