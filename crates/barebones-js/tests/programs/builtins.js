print(Math.floor(1.5), Math.max(1, 3, 2), Math.min(), Math.abs(-2), Math.sqrt(9), Math.pow(2, 8), Math.round(2.5), Math.trunc(-1.5), Math.ceil(1.2), Math.PI > 3);
print(Object.keys({ a: 1, b: 2 }).join(), Object.getPrototypeOf([]) === Array.prototype, Array.isArray([]), Array.isArray({}));
var o = Object.create({ p: 1 }); o.q = 2; print(o.p, o.q, o.hasOwnProperty("p"), Object.keys(o).length);
Object.defineProperty(o, "hidden", { value: 3, enumerable: false }); print(o.hidden, Object.keys(o).join()); var fr = Object.freeze({ a: 1 }); fr.a = 2; print(fr.a);
print([1, 2].toString(), ({}).toString(), (12.5).toFixed(1), (255).toString(16), Boolean(""), Number(true));
print(Object.assign({}, { a: 1 }, { b: 2 }).b, Object.entries({ a: 1 })[0].join(), Object.values({ a: 5 })[0]);
print([1, 2, 3].some(function (x) { return x > 2; }), [1, 2, 3].every(function (x) { return x > 2; }), [1, 2, 3].includes(2), [3, 2].find(function (x) { return x < 3; }));
[1, 2].forEach(function (x, i) { print(x, i); }); print([1, 2, 3, 4].splice(1, 2).join(), [1, 2].unshift(0), Array(3).length, Array.of(1, 2).length);
