// Listeners with `once`, removal during emission, and an error that has no listener.
function Emitter() { this.listeners = {}; }
Emitter.prototype.on = function (name, listener) { (this.listeners[name] = this.listeners[name] || []).push(listener); return this; };
Emitter.prototype.off = function (name, listener) {
  this.listeners[name] = (this.listeners[name] || []).filter(function (l) { return l !== listener && l.original !== listener; });
  return this;
};
Emitter.prototype.once = function (name, listener) {
  var self = this;
  function wrapper() { self.off(name, wrapper); return listener.apply(this, arguments); }
  wrapper.original = listener;
  return this.on(name, wrapper);
};
Emitter.prototype.emit = function (name) {
  var list = this.listeners[name], rest = Array.prototype.slice.call(arguments, 1);
  if (!list || list.length === 0) {
    if (name === 'error') throw rest[0];
    return 0;
  }
  for (var i = 0, copy = list.slice(); i < copy.length; i++) copy[i].apply(this, rest);
  return copy.length;
};
var e = new Emitter(), log = [];
function hear(a, b) { log.push('hear ' + a + b + arguments.length + (this === e)); }
e.on('x', hear).once('x', n => log.push('once ' + n)).on('x', function f() { this.off('x', f); log.push('self'); });
print(e.emit('x', 1, 2), e.emit('x', 3), e.emit('x'), e.emit('none'));
print(log.join('; '));
e.once('y', hear).off('y', hear);
print(e.emit('y'), e.off('never', hear) === e);
try { e.emit('error', new TypeError('lost')); } catch (error) { print(error.name, error.message); }
