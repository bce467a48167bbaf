// Sorting by several keys, in both directions, stable, with a faulty comparison.
var rows = [{ n: 'ann', a: 31, c: 'x' }, { n: 'bob', a: 25, c: 'y' }, { n: 'cid', a: 31, c: 'y' }, { n: 'dan', a: 25, c: 'x' }, { n: 'eve', a: 40, c: 'x' }];
function by(...specs) {
  return (p, q) => {
    for (var spec of specs) {
      var down = spec[0] === '-', key = down ? spec.slice(1) : spec;
      if (p[key] !== q[key]) return (p[key] < q[key] ? -1 : 1) * (down ? -1 : 1);
    }
    return 0;
  };
}
for (var order of [['a', 'n'], ['-a', 'c'], ['c', '-n'], []]) print(order.join(), rows.slice().sort(by(...order)).map(r => r.n).join(' '));
print(['B', 'a', 'C', 'b'].sort().join(''), ['B', 'a', 'C', 'd'].sort((x, y) => x.toLowerCase() < y.toLowerCase() ? -1 : 1).join(''));
print([10, 9, 1, undefined, 'x', null].sort().map(String).join(), [true, false, 'm', -1, -2].sort().join());
var compared = 0; [1, 2, 3, 4, 5, 6, 7, 8].sort((a, b) => (compared++, a - b)); print(compared > 6 && compared < 40);
try { [2, 1].sort(() => { throw new Error('compare'); }); } catch (e) { print(e.message); }
try { [2, 1].sort(5); } catch (e) { print(e.name); }
var natural = ['file10', 'file9', 'file1', 'file100'].sort((a, b) => parseInt(a.slice(4), 10) - parseInt(b.slice(4), 10)); print(natural.join());
var versions = '1.10 1.9 1.2.3 1.2 10 2'.split(' ').sort((a, b) => { var x = a.split('.'), y = b.split('.'); for (var i = 0; i < 3; i++) { var d = (x[i] | 0) - (y[i] | 0); if (d) return d; } return 0; }); print(versions.join(' '));
