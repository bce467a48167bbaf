// Arithmetic of a loop, on local variables.
function work(n) {
  var sum = 0;
  for (var i = 0; i < n; i++) {
    sum = (sum + i * 3) % 1000003;
    if ((i & 7) === 3) sum ^= i;
  }
  return sum;
}
var begin = Date.now();
var result = work(20000000);
(typeof print === 'function' ? print : console.log)('loop', result, Date.now() - begin, 'ms');
