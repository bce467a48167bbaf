function t(k) { try { try { if (k == 0) throw "a"; if (k == 1) return "ret"; } finally { print("in", k); if (k == 2) throw "b"; } return "end"; }
catch (e) { try { throw e + e; } catch (x) { return x; } finally { print("out", k); } } }
print(t(0)); print(t(1)); print(t(2)); print(t(3));
function v() { var x = 1; try { x = 2; throw 0; } catch (e) { return x; } } print(v());
function w(o) { var x = 1; try { x = o.a; x = o.b.c; } catch (e) { return x; } return x; } print(w({ a: 5 }), w({ b: {} }));
