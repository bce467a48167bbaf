// Permutations: short loops over elements that are integers.
function fannkuch(n) {
  var permutation = [], copy = [], count = [], most = 0, sum = 0, even = true;
  for (var i = 0; i < n; i++) {
    permutation[i] = i;
    copy[i] = 0;
    count[i] = i + 1;
  }
  for (;;) {
    for (i = 0; i < n; i++) copy[i] = permutation[i];
    var flips = 0, first = copy[0];
    while (first !== 0) {
      for (var low = 0, high = first; low < high; low++, high--) {
        var held = copy[low];
        copy[low] = copy[high];
        copy[high] = held;
      }
      flips++;
      first = copy[0];
    }
    if (flips > most) most = flips;
    sum += even ? flips : -flips;
    even = !even;
    for (var place = 1; ; place++) {
      if (place >= n) return sum * 100 + most;
      var front = permutation[0];
      for (i = 0; i < place; i++) permutation[i] = permutation[i + 1];
      permutation[place] = front;
      if (--count[place] > 0) break;
      count[place] = place + 1;
    }
  }
}
var begin = Date.now();
var result = fannkuch(9);
(typeof print === 'function' ? print : console.log)('fannkuch', result, Date.now() - begin, 'ms');
