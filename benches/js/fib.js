// Calls that recurse.
function fib(n) { return n < 2 ? n : fib(n - 1) + fib(n - 2); }
var begin = Date.now();
var result = fib(32);
(typeof print === 'function' ? print : console.log)('fib', result, Date.now() - begin, 'ms');
