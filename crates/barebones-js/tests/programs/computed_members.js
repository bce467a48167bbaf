// Computed keys, accessors with computed names, shorthand, and order of definition.
var n = 0, next = () => 'k' + n++, sym = Symbol('s');
var o = { [next()]: next(), [next()]() { return 'method'; }, get [next()]() { return this._g || 'unset'; }, set ['k' + 3](v) { this._g = v; }, [sym]: 'symbol', n, 1: 'one', 'two words': 2, [1 + 1]: 'three', async: 1, get: 2, set: 3, static: 4, null: 5, if: 6 };
print(Object.keys(o).join(), o.k0, o.k2(), o.k3, o[sym], o['two words'], o.async + o.get + o.set + o.static + o.null + o.if);
o.k3 = 'written'; print(o.k3, o._g);
var dup = { a: 1, a: 2, get b() { return 1; }, b: 3, c: 3, get c() { return 4; }, ['d']: 1, d: 2 }; print(JSON.stringify(dup));
var proto = { hi() { return 'hi ' + this.name; } }, child = { __proto__: proto, name: 'child' }, own = { ['__proto__']: 1 }, short = (__proto__ => ({ __proto__ }))(7); print(child.hi(), Object.keys(own).join(), own.__proto__, Object.keys(short).join(), Object.getPrototypeOf({ __proto__: null }));
var table = {}; for (var row of ['a', 'b']) for (var column of [1, 2]) table[row + column] = { [row]: column }; print(JSON.stringify(table));
print({ f() {} }.f.name, { f: function () {} }.f.name, { f: () => 1 }.f.name, (function () {}).name === '');
var counter = { c: 0, get next() { return ++this.c; }, set next(v) { this.c = v; } }; counter.next; counter.next += 10; counter.next++; print(counter.c, counter.next);
try { ({ [{ toString() { throw 'key'; } }]: 1 }); } catch (e) { print(e); } print({ [[1, 2]]: 'array', [null]: 'n', [1.50]: 'f' }['1,2'], Object.keys({ [null]: 1, [1.50]: 1 }).join());
