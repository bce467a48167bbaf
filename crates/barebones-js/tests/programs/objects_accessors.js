var log = []; var o = { _v: 1, get v() { log.push("g"); return this._v; }, set v(x) { log.push("s" + x); this._v = x; }, ["c" + 1]: 5, 7: "seven", "q r": 8 };
o.v = 4; print(o.v, o._v, log.join(), o.c1, o[7], o["q r"]); var p = { __proto__: o, w: 2 }; p.v = 9; print(p.v, o.v, p._v, p.w); var { v, ...rest } = p; print(v, rest.w, rest._v);
var q = { get x() { return 1; } }; q.x = 2; print(q.x); (function () { "use strict"; try { q.x = 3; } catch (e) { print(e instanceof TypeError); } })();
