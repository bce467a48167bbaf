// All places of eight queens by backtracking with bit masks.
var solutions = 0, first = null;
function place(n, row, columns, left, right, board) {
  if (row === n) {
    solutions++;
    if (!first) first = board.slice();
    return;
  }
  var free = ~(columns | left | right) & ((1 << n) - 1);
  while (free) {
    var bit = free & -free;
    free ^= bit;
    board[row] = 31 - Math.clz32(bit);
    place(n, row + 1, columns | bit, (left | bit) << 1, (right | bit) >> 1, board);
  }
}
for (var n = 1; n <= 7; n++) {
  solutions = 0;
  first = null;
  place(n, 0, 0, 0, 0, []);
  print(n, solutions, first ? first.map(c => '.'.repeat(c) + 'Q' + '.'.repeat(n - c - 1)).join('/') : '-');
}
