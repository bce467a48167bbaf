function C(v) { if (!new.target) return new C(v); this.v = v; } print(new C(1).v, C(2).v);
function D() { this.a = 1; return { a: 2 }; } print(new D().a); function E() { this.a = 1; return 5; } print(new E().a);
function F() {} F.prototype.who = "F"; print(new F().who, new F() instanceof F, new F() instanceof C); F.prototype = { who: "G" }; print(new F().who);
try { new (() => 1)(); } catch (e) { print(e instanceof TypeError); } try { var u; new u(); } catch (e) { print(e instanceof TypeError); }
