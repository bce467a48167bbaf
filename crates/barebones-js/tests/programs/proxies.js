// Proxies that count, validate, default, and revoke.
const log = [];
const traced = new Proxy({ a: 1, b: { c: 2 } }, {
  get(target, key, receiver) { log.push('get ' + String(key)); return Reflect.get(target, key, receiver); },
  set(target, key, value) { log.push('set ' + key); target[key] = value * 2; return true; },
  has(target, key) { log.push('has ' + key); return key in target && key !== 'b'; },
  deleteProperty(target, key) { log.push('delete ' + key); return key !== 'a' && delete target[key]; },
  ownKeys(target) { log.push('keys'); return Reflect.ownKeys(target); }
});
traced.n = 21;
print(traced.n, traced.b.c, 'a' in traced, 'b' in traced, delete traced.n, delete traced.a, Object.keys(traced).join());
print(log.join(', '));
const defaults = new Proxy({}, { get: (target, key) => key in target ? target[key] : `<${String(key)}>` });
defaults.x = 1;
print(defaults.x, defaults.y);
const call = new Proxy(function add(a, b) { return a + b; }, {
  apply(target, self, args) { return 'called ' + target(...args); },
  construct(target, args) { return { made: args.length }; }
});
print(call(1, 2), call.call(null, 3, 4), new call(1, 2, 3).made, typeof call);
const { proxy, revoke } = Proxy.revocable({}, {});
proxy.ok = 1;
revoke();
try { proxy.ok; } catch (e) { print(e instanceof TypeError); }
(function () { 'use strict'; try { new Proxy({}, { set: () => false }).x = 1; } catch (e) { print(e.name); } })();
