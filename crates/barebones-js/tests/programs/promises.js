// Promises, their order, failures, and combinations.
var log = [], tell = x => { log.push(x); return x; };
Promise.resolve(1).then(tell).then(x => { throw x + 1; }).catch(e => tell('caught ' + e)).finally(() => tell('finally')).then(tell);
new Promise((resolve, reject) => { tell('executor'); resolve('first'); reject('ignored'); resolve('again'); }).then(tell);
Promise.all([1, Promise.resolve(2), Promise.resolve(3)]).then(v => tell('all ' + v.join()));
Promise.all([1, Promise.reject('bad')]).catch(e => tell('all ' + e));
var p = Promise.resolve('same'); print(Promise.resolve(p) === p, typeof p.then);
var chain = Promise.resolve(0); for (var i = 0; i < 3; i++) chain = chain.then(n => n + 1); chain.then(n => tell('chain ' + n));
function run(generator) { return new Promise((resolve, reject) => { (function step(method, value) { try { var r = generator[method](value); if (r.done) resolve(r.value); else Promise.resolve(r.value).then(v => step('next', v), e => step('throw', e)); } catch (e) { reject(e); } })('next'); }); }
run(function* () { var a = yield 5; var b = yield Promise.resolve(a * 2); try { yield Promise.reject('inside'); } catch (e) { tell('task ' + e); } return a + b; }()).then(v => tell('task ' + v));
tell('sync'); print(log.join('; ')); new Promise(r => { var left = 20; (function later() { if (left-- === 0) r(); else Promise.resolve().then(later); })(); }).then(() => print(log.join('; ')));
