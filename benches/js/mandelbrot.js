// Arithmetic of doubles in nested loops.
function mandelbrot(size, limit) {
  var inside = 0;
  for (var row = 0; row < size; row++) {
    for (var column = 0; column < size; column++) {
      var cr = 2 * column / size - 1.5, ci = 2 * row / size - 1;
      var x = 0, y = 0, steps = 0;
      while (steps < limit && x * x + y * y <= 4) {
        var next = x * x - y * y + cr;
        y = 2 * x * y + ci;
        x = next;
        steps++;
      }
      if (steps === limit) inside++;
    }
  }
  return inside;
}
var begin = Date.now();
var result = mandelbrot(500, 100);
(typeof print === 'function' ? print : console.log)('mandelbrot', result, Date.now() - begin, 'ms');
