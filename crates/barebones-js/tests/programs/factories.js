// Constructors that check `new.target`, return objects, and are made by a registry.
function Node(kind) { if (!new.target) return new Node(kind); this.kind = kind; this.via = new.target === Node ? 'direct' : 'derived'; }
function Leaf(v) { var self = Reflect.construct(Node, ['leaf'], new.target || Leaf); self.v = v; return self; }
Leaf.prototype = Object.create(Node.prototype);
print(Node('n').via, new Node('n').kind, new Leaf(3).via, Leaf(4) instanceof Leaf, new Leaf(1) instanceof Node);
function Abstract() { if (new.target === Abstract) throw new TypeError('abstract'); this.ready = true; } function Concrete() { Abstract.call(this); } Concrete.prototype = Object.create(Abstract.prototype);
try { new Abstract(); } catch (e) { print(e.message); } print(new Concrete().ready);
var single = (function () { var instance; return function Single() { if (instance) return instance; instance = this; this.created = 1; }; })(); print(new single() === new single(), new single().created);
function Primitive() { this.p = 1; return 5; } function Replaced() { this.p = 1; return { p: 2 }; } function Func() { return function () { return 'f'; }; } print(new Primitive().p, new Replaced().p, new Func()(), new Replaced() instanceof Replaced);
var registry = {}; function register(name, make) { registry[name] = make; return make; }
register('point', function Point(x, y) { this.x = x; this.y = y; }); register('list', function List(...items) { this.items = items; });
function create(name, ...args) { var Type = registry[name]; if (!Type) throw new ReferenceError(name); return new Type(...args); }
print(JSON.stringify([create('point', 1, 2), create('list', 'a', 'b')]), create('point').constructor === registry.point); try { create('nope'); } catch (e) { print(e.name, e.message); }
function nt() { return (() => typeof new.target)(); } print(nt(), new (function () { this.t = (() => new.target !== undefined)(); })().t); 
