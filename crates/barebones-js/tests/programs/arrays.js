var a = [1, 2, 3]; print(a.length, a[0], a[2], a[3]);
a.push(4); a[6] = 7; print(a.length, a[5], a.join("-"));
var h = [1, , 3]; print(h.length, 1 in h, h[1]);
a.length = 2; print(a.join());
print([3, 1, 2].sort().join(), [1, 2, 3].map(function (x) { return x * x; }).join(), [1, 2, 3, 4].filter(function (x) { return x % 2; }).join());
print([1, 2, 3].reduce(function (s, x) { return s + x; }, 0), [1, 2, 3].indexOf(2), [1, [2, 3]].concat([4]).length);
var m = [[1, 2], [3, 4]]; m[1][0] += 10; print(m[1][0]);
print([5, 6].slice(1)[0], [1, 2, 3].reverse().join(""), a.pop(), a.shift(), a.length);
var s = [...[1, 2], ...[3], 4]; print(s.join());
