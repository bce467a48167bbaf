var vs = [0, 1, -1, 2.5, "3", "", "x", true, null, undefined]; for (var i = 0; i < vs.length; i++) { var a = vs[i], s = "";
for (var k = 0; k < vs.length; k++) { var b = vs[k]; s += (a < b) + " " + (a + b) + " " + (a - b) + " " + (a * b) + " " + (a == b) + " " + (a | b) + ";"; } print(s); }
