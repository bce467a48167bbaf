// What `finally` overrides: returns, throws, breaks, and values that are computed before.
var log = [];
function trace(x) { log.push(x); return x; }
var cases = {
  value() { var x = 1; try { return x; } finally { x = 2; trace(x); } },
  override() { try { return trace('a'); } finally { return trace('b'); } },
  swallow() { try { throw trace('t'); } finally { return trace('r'); } },
  replace() { try { try { throw 1; } finally { throw 2; } } catch (e) { return 'caught ' + e; } },
  breaks() { for (var i = 0; i < 3; i++) { try { if (i === 1) return 'returned'; } finally { if (i === 1) break; trace(i); } } return 'after ' + i; },
  continues() { var s = ''; for (var i = 0; i < 4; i++) { try { if (i % 2) continue; s += i; } finally { s += 'f'; } } return s; },
  labels() { var s = ''; outer: for (var a of [1, 2]) { try { for (var b of [1, 2]) { try { if (b === 2) continue outer; s += a + '' + b; } finally { s += 'i'; } } } finally { s += 'o'; } } return s; },
  nested() { try { try { return trace(1); } finally { trace(2); } } finally { trace(3); } },
  catches() { try { throw 1; } catch (e) { try { throw e + 1; } catch (e) { return e + 10; } finally { trace('f'); } } },
  block() { done: { try { break done; } finally { trace('left'); } trace('never'); } return 'end'; },
  late() { try { return { get v() { return 'late'; } }; } finally { trace('x'); } }
};
for (var name in cases) { log = []; var result = cases[name](); print(name, typeof result === 'object' ? result.v : result, log.join()); }
function deep(n) { try { return n ? deep(n - 1) : trace('bottom'); } finally { trace(n); } }
log = []; deep(4); print(log.join(' '));
