// A solver by constraint masks and backtracking, with a generator of its steps.
function* solve(cells) {
  var best = -1, fewest = 10, choices = 0;
  for (var i = 0; i < 16; i++) {
    if (cells[i]) continue;
    var used = 0, r = i >> 2, c = i & 3;
    for (var j = 0; j < 16; j++) if (cells[j] && ((j >> 2) === r || (j & 3) === c || ((j >> 3) === (i >> 3) && (j & 2) === (i & 2)))) used |= 1 << cells[j];
    var free = ~used & 30, n = 0;
    for (var m = free; m; m &= m - 1) n++;
    if (n < fewest) { fewest = n; best = i; choices = free; }
  }
  if (best < 0) { yield cells.join(''); return 1; }
  var solutions = 0;
  for (var digit = 1; digit <= 4; digit++) {
    if (!(choices & 1 << digit)) continue;
    cells[best] = digit;
    solutions += yield* solve(cells);
    cells[best] = 0;
  }
  return solutions;
}
var read = text => Array.from(text, c => c === '.' ? 0 : +c);
for (var puzzle of ['1...............', '12..34..........', '1234341221434321', '11..............', '.1.2.3.4........']) { var found = [], it = solve(read(puzzle)), step; while (!(step = it.next()).done) if (found.length < 2) found.push(step.value); print(puzzle, step.value, found.join(' ') || 'none'); }
