// Three levels of constructors with calls of the parent, and statics by hand.
function inherit(Child, Parent) {
  Child.prototype = Object.create(Parent.prototype, { constructor: { value: Child, writable: true, configurable: true } });
  Object.setPrototypeOf(Child, Parent);
}
function Shape(name) { this.name = name; Shape.count = (Shape.count || 0) + 1; }
Shape.prototype.area = function () { return 0; };
Shape.prototype.describe = function () { return this.name + ' of area ' + this.area().toFixed(2); };
Shape.of = function (...args) { return new this(...args); };
function Circle(r) { Shape.call(this, 'circle'); this.r = r; }
inherit(Circle, Shape);
Circle.prototype.area = function () { return Math.PI * this.r * this.r; };
function Rectangle(w, h) { Shape.call(this, 'rectangle'); this.w = w; this.h = h; }
inherit(Rectangle, Shape);
Rectangle.prototype.area = function () { return this.w * this.h; };
function Square(s) { Rectangle.call(this, s, s); this.name = 'square'; }
inherit(Square, Rectangle);
Square.prototype.describe = function () { return 'a ' + Rectangle.prototype.describe.call(this); };
for (var s of [new Circle(1), new Rectangle(2, 3), Square.of(4), Shape.of('nothing')]) print(s.describe(), s.constructor.name, s instanceof Rectangle);
print(Shape.count, Square.of === Shape.of, Object.getPrototypeOf(Square) === Rectangle, Shape.prototype.isPrototypeOf(new Square(1)), Square.count);
Shape.prototype.area = () => -1;
print(Shape.of('x').area(), Square.of(2).area(), 'area' in Square.prototype, Square.prototype.hasOwnProperty('area'));
