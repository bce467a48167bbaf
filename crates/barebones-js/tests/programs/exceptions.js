function t(f) { try { return f(); } catch (e) { return "caught " + e; } }
print(t(function () { throw 1; }), t(function () { return 2; }), t(function () { return undefined.x; }).slice(0, 16));
function fin(x) { var log = ""; try { log += "t"; if (x) throw "e"; log += "n"; } catch (e) { log += e; } finally { log += "f"; } return log; }
print(fin(0), fin(1));
function ret() { try { return "try"; } finally { print("finally"); } } print(ret());
function over() { try { return 1; } finally { return 2; } } print(over());
function nested() { try { try { throw "in"; } finally { print("f1"); } } catch (e) { return e + "!"; } } print(nested());
function loop() { for (var i = 0; i < 3; i++) { try { if (i == 1) continue; if (i == 2) break; print("i", i); } finally { print("fin", i); } } } loop();
try { notDefined; } catch (e) { print(e instanceof ReferenceError, e.name, e.message !== undefined); }
try { null.f(); } catch (e) { print(e instanceof TypeError); }
try { throw new Error("msg"); } catch (e) { print(e.message, String(e)); }
try { throw { code: 5 }; } catch (e) { print(e.code); }
function rethrow() { try { throw 1; } catch (e) { try { throw e + 1; } catch (e) { return e; } } } print(rethrow());
try { try { throw "a"; } finally { throw "b"; } } catch (e) { print(e); }
