// `arguments`: forwarding, lengths, copies, and what changes them.
function forward() { return target.apply(this, arguments); }
function target(a, b) { return [this && this.tag, a, b, arguments.length].join(); }
print(forward.call({ tag: 't' }, 1, 2, 3), forward());
function variadic() { var max = -Infinity; for (var i = 0; i < arguments.length; i++) if (arguments[i] > max) max = arguments[i]; return max; }
print(variadic(3, 9, 2), variadic(), variadic('b', 'a'));
function strict(a) { 'use strict'; a = 9; arguments[1] = 'set'; return [a, arguments[0], arguments[1], arguments.length, typeof arguments, Object.prototype.toString.call(arguments)].join(); }
print(strict(1), strict(1, 2, 3));
function lists() { return [Array.from(arguments).join(''), [...arguments].length, [].slice.call(arguments, 1).join('+'), Array.prototype.concat.apply([], arguments).length, JSON.stringify(arguments), Object.keys(arguments).join()].join(' '); }
print(lists('x', [1, 2], 'y'), lists());
function shrink() { 'use strict'; arguments.length = 1; delete arguments[0]; return [arguments.length, 0 in arguments, [].join.call(arguments, '-'), 'callee' in arguments].join(); } print(shrink(1, 2));
function outer() { var inner = () => arguments[0] + arguments.length; function own() { return arguments.length; } return inner('ignored') + own(1, 2, 3); } print(outer('o', 'p'));
function overload(a, b) { switch (arguments.length) { case 0: return 'none'; case 1: return typeof a === 'function' ? overload('cb', a) : overload(a, null); default: return a + ':' + (typeof b); } } print(overload(), overload('x'), overload(() => 1), overload(1, undefined));
function keep() { return arguments; } var kept = keep(1, 2); kept[0] = 'changed'; print(kept[0], kept.length, keep(3)[0], [...kept].join()); for (var v of keep('p', 'q')) print(v);
