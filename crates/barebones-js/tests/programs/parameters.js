// Default, nested and rest parameters, their order of evaluation and their lengths.
var log = [];
function v(x) { log.push(x); return x; }
function f(a = v('a'), { b = v('b'), c: { d = v('d') } = {} } = {}, [e, g = v('g'), ...h] = [], ...rest) { return [a, b, d, e, g, h.length, rest.length].join(); }
print(f(), log.join()); log = [];
print(f(null, { b: 1, c: { d: 2 } }, [3, undefined, 5, 6], 7, 8), log.join(), f.length);
function area({ width = 1, height = width } = {}) { return width * height; }
print(area(), area({ width: 3 }), area({ height: 4 }), area({ width: 2, height: 5 }));
var counter = 0; function id(n = ++counter) { return n; } print(id(), id(10), id(undefined), counter);
var later = (a, b = () => a) => { a = 'changed'; return b(); }; print(later('given'));
print(((...xs) => xs.length)(1, 2, 3), (function () { return arguments.length; })(...'abc', ...[1]), (({ length }) => length)('four'), (([a, [b]]) => a + b)([1, [2]]));
for (var bad of [() => f(1, null), () => f(1, {}, null), () => (({ x }) => x)(undefined), () => (([x]) => x)(5)]) try { bad(); print('no'); } catch (e) { print(e.name); }
var { x, ...others } = { x: 1, y: 2, z: 3 }, key = 'dyn', { [key + 'amic']: dynamic = 'default', 0: zero } = ['first']; print(x, JSON.stringify(others), dynamic, zero);
function options(o) { var { verbose = false, level: { depth = 1 } = {}, tags: [main = 'none'] = [] } = o; return verbose + '/' + depth + '/' + main; }
print(options({}), options({ verbose: 1, level: { depth: 9 }, tags: ['t'] }));
