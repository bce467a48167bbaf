// `this` by call, apply, bind, arrows, and callbacks in sloppy and strict code.
var o = { name: 'o', get() { return this && this.name; }, arrow() { return [1].map(() => this.name)[0]; }, strict() { 'use strict'; return (function () { return typeof this; })(); } };
var get = o.get, bound = get.bind({ name: 'b' }, 1);
print(o.get(), bound(), bound.call(o), get.call({ name: 'c' }), get.apply({ name: 'd' }, []), o.arrow(), o.strict());
print((0, o.get)() === undefined, (o.get)(), (function () { return this === globalThis; })(), (function () { return typeof this; }).call(5), (function () { 'use strict'; return typeof this; }).call(5));
function Point(x, y) { this.x = x; this.y = y; }
var XAxis = Point.bind(null, 0), p = new XAxis(5);
print(p.x, p.y, p instanceof Point, p instanceof XAxis, bound.name, XAxis.length, bound.bind().name);
function sum() { return Array.prototype.reduce.call(arguments, (a, b) => a + b, this.start); }
print(sum.bind({ start: 10 }, 1, 2)(3, 4), sum.call({ start: '' }, 'a', 'b'));
var counter = { n: 0, tick: function () { var self = this; return function () { return ++self.n; }; } };
var t = counter.tick(); t(); t();
print(counter.n, ['a', 'b'].map(function (x) { return this.prefix + x; }, { prefix: '>' }).join());
try { Function.prototype.call.call({}, 1); } catch (e) { print(e.name); }
try { get.apply(null, 5); } catch (e) { print(e.name); }
