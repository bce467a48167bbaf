// Attempts with growing delays in a loop of try statements, limits and counts.
function flaky(failures) { var n = 0; return function () { if (n++ < failures) throw new Error('try ' + n); return 'ok after ' + n; }; }
function retry(action, { attempts = 3, delay = 100, factor = 2, fatal = () => false } = {}) {
  var waits = [], last;
  for (var i = 1; i <= attempts; i++) {
    try {
      return action(i) + ' [' + waits + ']';
    } catch (e) {
      last = e;
      if (fatal(e)) break;
      if (i === attempts) continue;
      waits.push(delay);
      delay *= factor;
    } finally {
      total++;
    }
  }
  throw Object.assign(new Error('gave up'), { last, waits });
}
var total = 0;
for (var [failures, options] of [[0], [2], [2, { delay: 1, factor: 10 }], [5], [9, { attempts: 6 }], [4, { fatal: e => e.message === 'try 2' }]]) {
  try { print(retry(flaky(failures), options)); } catch (e) { print(e.message, e.last.message, e.waits.join()); }
}
print(total);
function circuit(limit) {
  var failures = 0, open = false;
  return f => { if (open) return 'open'; try { var r = f(); failures = 0; return r; } catch (e) { if (++failures >= limit) open = true; return 'failed' + failures; } };
}
var call = circuit(2), results = [];
for (var f of [() => 1, () => x.y, () => 2, () => x.y, () => x.y, () => 3]) results.push(call(f));
print(results.join());
