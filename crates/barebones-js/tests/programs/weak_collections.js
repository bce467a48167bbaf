// Private data in weak maps, marks in weak sets, and what they refuse.
const data = new WeakMap(), marked = new WeakSet();
function Account(owner, balance) { data.set(this, { owner, balance, log: [] }); }
Account.prototype.deposit = function (n) { const d = data.get(this); d.balance += n; d.log.push(n); return this; };
Account.prototype.report = function () { const { owner, balance, log } = data.get(this); return owner + ':' + balance + '[' + log + ']'; };
const a = new Account('ann', 10), b = new Account('bo', 0);
a.deposit(5).deposit(7); b.deposit(1);
print(a.report(), b.report(), Object.keys(a).length, data.has(a), data.has({}));
marked.add(a);
print(marked.has(a), marked.has(b), marked.delete(a), marked.delete(a), marked.has(a));
for (const key of [1, 'x', null, undefined, true]) try { data.set(key, 1); print('set'); } catch (e) { print(e.name); }
print(data.get(1), data.delete('x'), data.size, typeof data[Symbol.iterator]);
try { a.report.call({}); } catch (e) { print(e.name); }
const loops = [];
for (let i = 0; i < 50; i++) { const o = { i }; data.set(o, o); if (i % 10 === 0) loops.push(o); }
print(loops.map(o => data.get(o).i).join());
function visit(node) { const seen = new WeakSet(); let n = 0; (function go(x) { if (typeof x !== 'object' || x === null || seen.has(x)) return; seen.add(x); n++; Object.values(x).forEach(go); })(node); return n; }
const ring = { next: { list: [{}, {}] } }; ring.next.back = ring;
print(visit(ring));
