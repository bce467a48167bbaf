// Commands by a switch on strings, with cases of several types and fall-through.
function dispatch(line, state) {
  var [command, ...args] = line.split(' ');
  switch (command) {
    case 'set': state[args[0]] = isNaN(args[1]) ? args[1] : +args[1]; return 'ok';
    case 'get': return args[0] in state ? state[args[0]] : 'missing';
    case 'incr': case 'decr':
      var by = args[1] === undefined ? 1 : +args[1];
      if (command === 'decr') by = -by;
      return state[args[0]] = (state[args[0]] | 0) + by;
    case 'del': delete state[args[0]];
    // Falls through: shows what is left.
    case 'keys': return Object.keys(state).join() || 'empty';
    default: return 'unknown ' + command;
    case '': return;
  }
}
var state = {};
for (var line of ['get x', 'set x 5', 'incr x', 'incr y 10', 'decr y 3', 'set name bo', 'keys', 'del x', 'del y', 'del name', '', 'fly']) print(line, '->', dispatch(line, state));
function kind(v) { switch (v) { case 1: return 'one'; case '1': return 'text'; case true: return 'true'; case null: return 'null'; case undefined: return 'undef'; case NaN: return 'never'; case -0: return 'zero'; default: return typeof v; } }
print([1, '1', true, null, undefined, NaN, 0, {}, [1]].map(kind).join());
function graded(n) { switch (true) { case n >= 90: return 'A'; case n >= 75: return 'B'; case n >= 50: return 'C'; } return 'F'; }
print([95, 80, 50, 3].map(graded).join(''));
var order = []; function v(x) { order.push(x); return x; } switch (v(3)) { case v(1): case v(2): order.push('no'); case v(3): order.push('hit'); case v(4): order.push('through'); break; case v(5): } print(order.join());
