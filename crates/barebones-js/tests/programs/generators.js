function* g(n) { for (var i = 0; i < n; i++) { var r = yield i; if (r) print("got", r); } return "end"; }
var it = g(2); var r = it.next(); print(r.value, r.done); r = it.next("a"); print(r.value, r.done); r = it.next("b"); print(r.value, r.done); r = it.next(); print(r.value, r.done);
for (var x of g(3)) print(x);
function* d() { var v = yield* g(1); print("inner", v); yield 9; } for (var x of d()) print(x);
function* t() { try { yield 1; } catch (e) { print("caught", e); yield 2; } finally { print("fin"); } }
it = t(); print(it.next().value, it.throw("err").value, it.next().done);
it = t(); it.next(); r = it.return(5); print(r.value, r.done);
var o = { *m(a = 3) { yield a; } }; print(o.m().next().value, o.m(4).next().value);
function* args() { yield arguments.length; yield this === undefined; } print(args(1, 2).next().value);
print([...g(3)].join());
