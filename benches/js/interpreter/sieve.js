function sieve(n) { var a = []; for (var i = 0; i <= n; i++) a[i] = true; var c = 0; for (var i = 2; i <= n; i++) { if (a[i]) { c++; for (var j = i + i; j <= n; j += i) a[j] = false; } } return c; }
print(sieve(1000000), sieve(500000));
