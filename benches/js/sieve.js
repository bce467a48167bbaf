// Elements of an array.
function sieve(n) {
  var composite = [];
  for (var i = 0; i <= n; i++) composite[i] = false;
  var count = 0;
  for (var i = 2; i <= n; i++) {
    if (!composite[i]) {
      count++;
      for (var j = i * 2; j <= n; j += i) composite[j] = true;
    }
  }
  return count;
}
var begin = Date.now();
var result = 0;
for (var round = 0; round < 5; round++) result += sieve(1000000);
(typeof print === 'function' ? print : console.log)('sieve', result, Date.now() - begin, 'ms');
