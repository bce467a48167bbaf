// Iterators by hand: results, `return`, errors, and consumers that stop early.
function range(from, to, log) {
  return {
    [Symbol.iterator]() {
      var at = from;
      log.push('open');
      return {
        next() { return at < to ? { value: at++, done: false } : { value: 'ignored', done: true }; },
        return(v) { log.push('return at ' + at); return { value: v, done: true }; }
      };
    }
  };
}
var log = [], sum = 0;
for (var n of range(0, 4, log)) sum += n;
for (n of range(0, 9, log)) if (n === 2) break;
var [a, b] = range(5, 9, log), [c, ...d] = range(5, 8, log);
try { for (n of range(0, 9, log)) throw 'inner'; } catch (e) { log.push(e); }
(function () { for (var x of range(0, 9, log)) return x; })();
outer: for (var i of range(0, 3, log)) for (var j of range(0, 3, log)) if (j) continue outer;
print(sum, a, b, c, d.join());
print(log.join(', '));
print([...range(1, 4, [])].join(), Array.from(range(1, 4, []), x => x * x).join(), new Set(range(0, 3, [])).size, Math.max(...range(2, 7, [])));
var bads = [{}, { [Symbol.iterator]: 1 }, { [Symbol.iterator]: () => 1 }, { [Symbol.iterator]: () => ({}) }, { [Symbol.iterator]: () => ({ next: () => 1 }) }, null];
bads.forEach(bad => { try { for (var x of bad) print('no'); print('none'); } catch (e) { print(e.name); } });
try { for (var y of { [Symbol.iterator]: () => ({ next: () => ({}), return() { throw 'close'; } }) }) { throw 'body'; } } catch (e) { print(e); }
try { for (y of { [Symbol.iterator]: () => ({ next: () => ({}), return() { throw 'close'; } }) }) { break; } } catch (e) { print(e); }
