// Currying, composition, pipelines, flips and fixed points of functions.
const curry = f => function next(...args) { return args.length >= f.length ? f.apply(this, args) : (...more) => next.call(this, ...args, ...more); };
const compose = (...fs) => x => fs.reduceRight((value, f) => f(value), x);
const pipe = (...fs) => compose(...fs.reverse());
const flip = f => (a, b, ...rest) => f(b, a, ...rest);
const Y = f => (x => x(x))(x => f(y => x(x)(y)));
const add3 = curry((a, b, c) => a + b + c);
print(add3(1)(2)(3), add3(1, 2)(3), add3(1)(2, 3), add3('a', 'b', 'c'));
const slug = pipe(s => s.trim(), s => s.toLowerCase(), s => s.replace(/\s+/g, '-'), curry((limit, s) => s.slice(0, limit))(12));
print(slug('  Hello Wide   World again '), compose()(7), flip(Math.pow)(2, 3), flip((a, b, c) => [a, b, c].join())(1, 2, 3));
print(Y(self => n => n ? n * self(n - 1) : 1)(10));
const church = n => f => x => n ? f(church(n - 1)(f)(x)) : x, plus = (m, n) => f => x => m(f)(n(f)(x));
print(plus(church(3), church(4))(x => x + 1)(0), church(2)(church(3))(s => s + '*')(''));
print([1, 2, 3].map(parseInt).join(), ['1', '2', '3'].map(n => parseInt(n)).join(), [3, 1].map(Math.sqrt).length);
