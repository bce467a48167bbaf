// Text wrapped and justified in columns.
function wrap(text, width) {
  var lines = [], line = [];
  for (var word of text.trim().split(/\s+/)) {
    if (line.concat(word).join(' ').length > width && line.length) { lines.push(line); line = []; }
    line.push(word);
  }
  if (line.length) lines.push(line);
  return lines;
}
function justify(words, width) {
  if (words.length === 1) return words[0].padEnd(width);
  var gaps = words.length - 1, spaces = width - words.join('').length, out = '';
  words.forEach((word, i) => {
    out += word;
    if (i < gaps) out += ' '.repeat(Math.floor(spaces / gaps) + (i < spaces % gaps ? 1 : 0));
  });
  return out;
}
var text = '  The interpreter reads one operation after another, and each of them   changes registers or memory.  ';
for (var width of [12, 20, 33]) {
  var lines = wrap(text, width);
  print(lines.map((words, i) => '|' + (i < lines.length - 1 ? justify(words, width) : words.join(' ').padEnd(width)) + '|').join('\n'));
}
print(wrap('', 5).length, wrap('incomprehensible word', 4).map(l => l.join()).join('/'));
