var o = { x: 1, y: 2, z: 3 };
for (var k in o) print(k, o[k]);
for (var i in [10, 20]) print(i, typeof i);
for (var c in "ab") print(c);
for (var n in null) print("never"); for (var n in undefined) print("never");
function f(o) { for (var k in o) { if (k == "y") return k; } return "none"; } print(f(o), f({}));
function proto() { function P() { this.own = 1; } P.prototype.inh = 2; var r = []; for (var k in new P()) r.push(k); return r.join(); } print(proto());
var t = {}; for (t.key in o); print(t.key);
for (k in { del: 1, two: 2 }) { if (k == "del") continue; print(k); }
