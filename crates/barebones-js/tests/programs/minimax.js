// Perfect play of noughts and crosses, with pruning.
var lines = [[0, 1, 2], [3, 4, 5], [6, 7, 8], [0, 3, 6], [1, 4, 7], [2, 5, 8], [0, 4, 8], [2, 4, 6]], visited = 0;
function winner(board) { for (var [a, b, c] of lines) if (board[a] !== ' ' && board[a] === board[b] && board[a] === board[c]) return board[a]; return board.indexOf(' ') < 0 ? 'draw' : null; }
function best(board, player, alpha, beta) {
  visited++;
  var won = winner(board);
  if (won) return { score: won === 'draw' ? 0 : won === 'X' ? 1 : -1 };
  var move = -1;
  for (var i = 0; i < 9; i++) {
    if (board[i] !== ' ') continue;
    board[i] = player;
    var { score } = best(board, player === 'X' ? 'O' : 'X', alpha, beta);
    board[i] = ' ';
    if (player === 'X' ? score > alpha : score < beta) { move = i; if (player === 'X') alpha = score; else beta = score; }
    if (alpha >= beta) break;
  }
  return { score: player === 'X' ? alpha : beta, move };
}
var board = [...'XO  X    '], player = 'O', game = [];
for (var result; !(result = winner(board)); player = player === 'X' ? 'O' : 'X') { var { move } = best(board, player, -2, 2); board[move] = player; game.push(player + move); }
print(game.join(' '), result, visited > 50); print(board.join('').replace(/(...)(?=.)/g, '$1\n---\n'));
