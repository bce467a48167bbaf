// Property descriptors: defaults, changes, accessors, and enumeration.
var o = { plain: 1, get both() { return this._v; }, set both(v) { this._v = v * 2; } };
function show(object, key) {
  var d = Object.getOwnPropertyDescriptor(object, key);
  return d === undefined ? key + ' none' : key + ' ' + Object.keys(d).map(k => typeof d[k] === 'function' ? k : k + '=' + d[k]).join(' ');
}
print(show(o, 'plain'), '|', show(o, 'both'), '|', show(o, 'toString'), '|', show([1], 'length'), '|', show('ab', 0));
Object.defineProperties(o, { hidden: { value: 2 }, loud: { enumerable: true, get: function () { return 'loud'; } } });
o.both = 21; o.loud = 'x'; o.hidden = 3;
print(o.both, o.loud, o.hidden, Object.keys(o).join(), JSON.stringify(o), show(o, 'hidden'), '|', show(o, 'loud'));
Object.defineProperty(o, 'plain', { enumerable: false });
Object.defineProperty(o, 'plain', { get() { return 'now a getter'; } });
print(show(o, 'plain'), o.plain, o.propertyIsEnumerable('plain'));
var changes = [{ value: 3 }, { value: 2 }, { enumerable: true }, { get() {} }, { writable: true }, { writable: false }];
print(changes.map(c => { try { Object.defineProperty(o, 'hidden', c); return 'yes'; } catch (e) { return e.name; } }).join());
try { Object.defineProperty({}, 'x', { get() {}, value: 1 }); } catch (e) { print(e.name); }
var copy = Object.create(Object.getPrototypeOf(o), Object.getOwnPropertyDescriptors(o));
copy.both = 1;
print(copy.both, o.both, show(function f(a, b) {}, 'name'), '|', show(function (a, b) {}, 'length'));
