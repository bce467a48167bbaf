// Kinds of errors, own kinds, properties, wrapping and what `finally` does to them.
function AppError(message, code) {
  if (!(this instanceof AppError)) return new AppError(message, code);
  Error.call(this, message);
  this.message = message;
  this.code = code;
}
AppError.prototype = Object.create(Error.prototype, { constructor: { value: AppError }, name: { value: 'AppError' } });
for (var make of [() => new Error('plain'), () => TypeError('call'), () => new RangeError(), () => AppError('own', 7), () => ({ toString: () => 'fake' }), () => 'text', () => null]) {
  try { throw make(); } catch (e) { print(String(e), e instanceof Error, e instanceof AppError, e && e.name, e && e.code, Object.prototype.toString.call(e)); }
}
var natural = [() => null.x, () => undefined(), () => missing, () => ({}).f(), () => new 5, () => [].length = -1, () => decodeURIComponent('%'), () => new RegExp('('), () => 'x'.repeat(Infinity), () => { throw 1; }, () => 1 in 'x', () => ({}) instanceof 5, () => eval('var 1'), () => Symbol() + 1, () => Object.defineProperty(1, 'x', {}), () => JSON.parse('{')];
print(natural.map(f => { try { return f(); } catch (e) { return e.name || typeof e; } }).join(' '));
var e = new Error('m'); print(Object.keys(e).length, e.hasOwnProperty('message'), e.hasOwnProperty('name'), Error.prototype.name, Error('x', 'y').message, new Error(undefined).hasOwnProperty('message'), typeof e.stack);
Error.prototype.toString = function () { return '<' + this.name + '>'; }; print(String(new TypeError('t')));
function wrap(f, context) { try { return f(); } catch (cause) { var outer = new Error(context); outer.cause = cause; throw outer; } }
try { wrap(() => wrap(() => null.x, 'inner'), 'outer'); } catch (e) { var chain = []; for (; e; e = e.cause) chain.push(e.constructor.name + (e.cause ? ':' + e.message : '')); print(chain.join(' < ')); }
