// Functions with variables of outer functions.
function counter(step) { var count = 0; return function (x) { count += step + x; return count; }; }
function compose(f, g) { return function (x) { return f(g(x)); }; }
function work(n) {
  var c = counter(1), d = compose(c, function (x) { return x & 3; });
  var last = 0;
  for (var i = 0; i < n; i++) last = d(i);
  return last;
}
var begin = Date.now();
var result = work(3000000);
(typeof print === 'function' ? print : console.log)('closure', result, Date.now() - begin, 'ms');
