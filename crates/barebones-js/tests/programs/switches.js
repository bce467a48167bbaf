function s(x) { switch (x) { case 1: return "one"; case "1": return "str"; case null: return "null"; case undefined: return "undef"; default: return "def"; } }
print(s(1), s("1"), s(null), s(undefined), s({}));
function fall(x) { var r = ""; switch (x) { case 0: r += "0"; case 1: r += "1"; break; default: r += "d"; case 2: r += "2"; } return r; }
print(fall(0), fall(1), fall(2), fall(3));
function dense(x) { switch (x) { case 1: return "a"; case 2: return "b"; case 3: return "c"; case 4: return "d"; case 5: return "e"; case 6: return "f"; case 7: return "g"; case 8: return "h"; case 9: return "i"; case 10: return "j"; } return "?"; }
print(dense(1), dense(10), dense(11), dense("1"));
function computed(x, y) { switch (x) { case y: return "y"; case y + 1: return "y1"; } return "none"; }
print(computed(1, 1), computed(2, 1), computed(3, 1));
function empty(x) { switch (x) { } return x; } print(empty(3));
lbl: switch (1) { case 1: for (;;) break lbl; }
