// A matcher of simple patterns by backtracking, compared with regular expressions.
function match(pattern, text) {
  function here(p, t) {
    if (p === pattern.length) return true;
    if (pattern[p + 1] === '*') return star(pattern[p], p + 2, t);
    if (pattern[p] === '$' && p + 1 === pattern.length) return t === text.length;
    return t < text.length && (pattern[p] === '.' || pattern[p] === text[t]) && here(p + 1, t + 1);
  }
  function star(c, p, t) {
    do {
      if (here(p, t)) return true;
    } while (t < text.length && (text[t++] === c || c === '.'));
    return false;
  }
  if (pattern[0] === '^') return here(1, 0);
  for (var t = 0; t <= text.length; t++) if (here(0, t)) return true;
  return false;
}
var patterns = ['^a*b$', 'c.t', 'x*', '^$', 'ab*c$', '^.*z$', 'a*a*a*b'], texts = ['aaab', 'cat', '', 'abbbc', 'cutz', 'aaaaaaa'];
for (var p of patterns) {
  var line = p;
  for (var t of texts) {
    var ours = match(p, t), theirs = new RegExp(p).test(t);
    line += ours === theirs ? ' ' + +ours : ' ?';
  }
  print(line);
}
