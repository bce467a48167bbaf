// `Reflect` beside the operators that it stands for.
var base = { get who() { return this.name; }, name: 'base' }, made = Object.create(base, { name: { value: 'made', writable: true, enumerable: true, configurable: true } });
print(Reflect.get(made, 'who'), Reflect.get(base, 'who', { name: 'other' }), Reflect.has(made, 'who'), Reflect.ownKeys(made).join());
print(Reflect.set(made, 'size', 3), made.size, Reflect.set(Object.freeze({ x: 1 }), 'x', 2), Reflect.deleteProperty(made, 'size'), 'size' in made);
function Point(x, y) { this.x = x; this.y = y; this.target = new.target && new.target.name; }
function Other() {}
Other.prototype.kind = 'other';
var p = Reflect.construct(Point, [1, 2], Other);
print(p instanceof Point, p instanceof Other, p.kind, p.x + p.y, p.target, new Point(0, 0).target);
print(Reflect.apply(Math.max, null, [3, 9, 4]), Reflect.getPrototypeOf([]) === Array.prototype, Reflect.isExtensible(Object.preventExtensions({})));
print(Reflect.defineProperty(made, 'hidden', { value: 1 }), Object.keys(made).join(), made.hidden, Reflect.getOwnPropertyDescriptor(made, 'hidden').enumerable);
print(Reflect.setPrototypeOf(made, null), Reflect.has(made, 'toString'), Reflect.ownKeys([1, 2]).join());
try { Reflect.apply(1, null, []); } catch (e) { print(e.name); }
try { Reflect.construct(() => 1, []); } catch (e) { print(e.name); }
