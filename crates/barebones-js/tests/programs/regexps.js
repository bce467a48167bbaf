var r = /a(b+)c/gi; print(typeof r);
function f() { return /x/; } print(f() === f());
