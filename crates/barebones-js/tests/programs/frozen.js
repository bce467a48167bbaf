// Frozen, sealed and closed objects, in sloppy and in strict code.
var point = Object.freeze({ x: 1, inner: { y: 2 } });
point.x = 5; point.z = 1; delete point.x; point.inner.y = 3;
print(JSON.stringify(point), Object.isFrozen(point), Object.isFrozen(point.inner), Object.isFrozen('s'));
(function () {
  'use strict';
  var closed = Object.preventExtensions({ a: 1 }), sealed = Object.seal({ b: 1 });
  var attempts = [
    () => { point.x = 1; }, () => { point.w = 1; }, () => { delete point.x; }, () => { closed.n = 1; }, () => { delete closed.a; },
    () => { sealed.b = 2; }, () => { delete sealed.b; }, () => { Object.defineProperty(sealed, 'b', { get() {} }); },
    () => { Object.defineProperty(point, 'x', { value: 1 }); }, () => { Object.setPrototypeOf(closed, {}); },
    () => { Object.freeze([1]).push(2); }, () => { 'text'.length = 1; }, () => { (5).x = 1; }, () => { undefined.x = 1; }, () => { NaN = 1; }
  ];
  print(attempts.map(function (f) { try { f(); return 'ok'; } catch (e) { return e.name; } }).join(' '));
  print(JSON.stringify([closed, sealed]), Object.isSealed(sealed), Object.isSealed(closed), Object.isExtensible(closed));
})();
function deepFreeze(o) { Object.freeze(o); Object.values(o).forEach(v => { if (typeof v === 'object' && v && !Object.isFrozen(v)) deepFreeze(v); }); return o; }
var tree = { a: [{ b: [] }] }; tree.self = tree;
deepFreeze(tree);
tree.a[0].b[0] = 1; tree.a[0].c = 1;
print(tree.a[0].b.length, 'c' in tree.a[0]);
