// Behaviour mixed into objects and prototypes.
var Comparable = {
  lessThan(o) { return this.compare(o) < 0; },
  max(...others) { return others.reduce((a, b) => a.lessThan(b) ? b : a, this); },
  clamp(lo, hi) { return this.lessThan(lo) ? lo : hi.lessThan(this) ? hi : this; }
};
var Serializable = { save() { return this.constructor.name + JSON.stringify(this); } };
function mixin(target, ...sources) {
  for (var source of sources)
    for (var key of Object.getOwnPropertyNames(source))
      Object.defineProperty(target, key, { value: source[key], writable: true, configurable: true });
  return target;
}
function Version(text) { [this.major, this.minor = 0] = text.split('.').map(Number); }
mixin(Version.prototype, Comparable, Serializable).compare = function (o) { return this.major - o.major || this.minor - o.minor; };
Version.prototype.toString = function () { return this.major + '.' + this.minor; };
var a = new Version('1.2'), b = new Version('1.10'), c = new Version('3');
print(a.lessThan(b), String(a.max(b, c)), String(c.clamp(a, b)), a.save(), Object.keys(Version.prototype).join());
var seen = [];
for (var key in a) seen.push(key);
print(seen.join());
var merged = Object.assign({}, null, { a: 1, b: 1 }, 'xy', [9], { b: 2, get c() { return 'got'; } });
print(JSON.stringify(merged), Object.getOwnPropertyDescriptor(merged, 'c').value);
print(JSON.stringify({ ...merged, ...{ a: 0 }, ...undefined }));
