// Optional chaining and nullish defaults, with effects that are skipped.
var calls = 0, f = () => (calls++, 'key'), user = { name: 'ann', address: { street: null, lines: ['a', 'b'] }, greet(n) { return n + this.name; }, zero: 0, empty: '', nan: NaN, no: false };
print(user?.name, user.address?.street?.length, user.missing?.deep.deeper.deepest, user.address.lines?.[1], user.address.lines?.[9]?.x, user.greet?.('hi '), user.missing?.(f()), user.missing?.[f()], calls);
var none = null; print(none?.x, none?.[f()], none?.x.y.z(f()), typeof none?.x, delete user?.zero, 'zero' in user, calls);
print([user.zero, user.empty, user.nan, user.no, null, undefined, 'v'].map(v => (v ?? 'default') + '/' + (v || 'or')).join(' '));
for (var bad of [() => user.missing.x, () => user.name?.(), () => user.greet?.().x.y, () => none.x, () => (none?.x).y, () => user.address.street.x?.y]) try { print(String(bad())); } catch (e) { print(e.name); }
var config = { retries: 0, hosts: null }; var { retries = 3, hosts = ['local'], port = 80 } = config; print(retries, hosts, port, config.hosts ?? ['fallback'], (config.retries || 5) + (config.retries ?? 5));
function depth(node) { return node?.children ? 1 + Math.max(0, ...node.children.map(depth)) : node ? 1 : 0; } print(depth({ children: [{}, { children: [{}] }] }), depth(null));
var get = (o, path) => path.split('.').reduce((v, k) => v?.[k], o); print(get(user, 'address.lines.0'), get(user, 'a.b.c'), get(null, 'x')); var m = new Map([['k', { v: 1 }]]); print(m.get('k')?.v, m.get('z')?.v, m.get('z')?.v ?? -1, (0 || null) ?? 'both');
