function v1(a, b) { for (; a && b; (a || b) ? a : b) { if (a) return 1; } }
function v2(a, b) { do { if (a) b } while (a && b) }
function v3(a) { var b, c; var [b, {c}] = a; }
function v4(a) { var b, c; var [b, [c]] = a; }
function v5(a) { var b, c; var [{b}, c] = a; }
function v6([{b}, {c}]) { }
function v7(a) { var b, c; [b, {c}] = a; }
function v8(a) { var b, c; [b, [c], {a}] = a; }
function v9(a) { for (var [k, {v}] of a) k; }
function v10(a) { while (a && b) { a || b; } }
function v11(s, url) { return o.tag`a${url.x}b`; }
function v12(a) { var [b = f()] = a; }
function v13(a) { [zz = f()] = a; }
function v14(a) { [zz.x = f()] = a; }
function v15(a) { var b; [b = f()] = a; }
function v16(a) { var [b = f(), c] = a; }
function v17(a) { [, zz = f()] = a; }
function v18(a) { var [b, c = f()] = a; }
function v19(a) { var [b, c = x => y] = a; }
function v20(a) { var [b, c = d] = a; }
function v21(a) { var [b, c = {}] = a; }
function v22(a) { var [b, {c} = f()] = a; }
function v23(a) { [zz = q] = a; }
function v24(a) { var { [x]: b, ...c } = a; }
function v25(a) { var { [x]: b, d, ...c } = a; }
function v26(a) { var { [x]: b, d, [y]: e, f, ...c } = a; }
function v90(o, f) { l: for (var k in o) { for (var v of [1, 2]) { if (v) continue l; if (f()) break l; } } return /a/ig; }
function v91(x) { return { get a() { return 1 }, b: x, __proto__: null }; }
function v92() { "\r"; return "\r\n" + `\r`; }
var closed = 0;
var source = {};
source[Symbol.iterator] = function () { return { next: function () { return { done: false, value: 1 } }, return: function () { closed++; return {} } } };
out: for (var i = 0; i < 3; i++) { for (var x of source) continue out; }
print(closed, v91(2).b, v92().length, v2(1, 0));
