function* g() { while (true) { try { var x = yield "y"; print("got", x); } catch (e) { print("caught", e); } } }
var i = g(); i.next(); i.next(1); print(i.throw("a").value); i.next(2);
function* h() { yield 1; } i = h(); try { i.throw("early"); } catch (e) { print(e); } print(i.next().done);
