// Resources that are opened and closed in order, with faults at each step.
function Resource(name, log, faults) {
  if (faults[name] === 'open') throw new Error('open ' + name);
  log.push('+' + name);
  this.close = function () {
    log.push('-' + name);
    if (faults[name] === 'close') throw new Error('close ' + name);
  };
}
function using(names, log, faults, body) {
  if (names.length === 0) return body();
  var resource = new Resource(names[0], log, faults), failed = true;
  try {
    var result = using(names.slice(1), log, faults, body);
    failed = false;
    return result;
  } catch (error) {
    log.push('!' + error.message);
    throw error;
  } finally {
    try { resource.close(); } catch (error) {
      if (!failed) throw error;
      log.push('suppressed');
    }
  }
}
var plans = [[{}, () => 'fine'], [{ b: 'open' }, () => 'no'], [{ a: 'close' }, () => 'no'], [{ c: 'close' }, () => { throw new Error('body'); }], [{ a: 'close', c: 'close' }, () => 'no']];
for (var [faults, body] of plans) {
  var log = [], outcome;
  try { outcome = using(['a', 'b', 'c'], log, faults, body); } catch (e) { outcome = 'error ' + e.message; }
  print(outcome, log.join(' '));
}
