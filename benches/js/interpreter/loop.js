function run(n) { var s = 0; for (var i = 0; i < n; i++) { s = (s + i * 3) & 0xffffff; if (s % 7 === 0) s += 1; } return s; }
print(run(6000000));
