function f(a) { var r = 0; try { for (var i = 0; i < a.length; i++) { r += a[i]; if (a[i] > 2) throw r; } } catch (e) { r = -e; } return r; }
print(f([1, 2]), f([1, 3, 5]), f([]));
function g() { var s = "s"; try { s += "t"; null.x; s += "never"; } catch (e) { s += e instanceof TypeError; } finally { s += "!"; } return s; } print(g());
function h(n) { try { return n > 0 ? h(n - 1) + 1 : missing; } catch (e) { if (n == 2) return 100; throw e; } } print(h(4));
