// Longest common subsequence with backtracking, as a diff of lines.
function lengths(a, b) {
  var t = [];
  for (var i = a.length; i >= 0; i--) {
    t[i] = [];
    for (var j = b.length; j >= 0; j--) {
      t[i][j] = i === a.length || j === b.length ? 0
        : a[i] === b[j] ? t[i + 1][j + 1] + 1
        : Math.max(t[i + 1][j], t[i][j + 1]);
    }
  }
  return t;
}
function diff(a, b) {
  var t = lengths(a, b), i = 0, j = 0, out = [];
  while (i < a.length || j < b.length) {
    if (i < a.length && j < b.length && a[i] === b[j]) { out.push(' ' + a[i]); i++; j++; }
    else if (j >= b.length || (i < a.length && t[i + 1][j] >= t[i][j + 1])) out.push('-' + a[i++]);
    else out.push('+' + b[j++]);
  }
  return out;
}
print(diff('int a;|return b;|}'.split('|'), 'int a;|int c;|return c;|}'.split('|')).join('\n'));
print(diff([..."XMJYAUZ"], [..."MZJAWXU"]).filter(x => x[0] === ' ').join(''));
print(diff([], []).length, diff(['x'], []).join(), diff([], ['y']).join());
