// Run-length coding by hand and by a regular expression.
function encode(text) {
  var out = '', i = 0;
  while (i < text.length) {
    var run = 1;
    while (text[i + run] === text[i]) run++;
    out += (run > 1 ? run : '') + text[i];
    i += run;
  }
  return out;
}
var short = text => text.replace(/(.)\1+/g, (all, letter) => all.length + letter);
var decode = text => text.replace(/(\d+)(\D)/g, function (_, count, letter) { return letter.repeat(count); });
for (var sample of ['WWWWWWWWWWWWBWWWWWWWWWWWWBBBWWWWWWWWWWWWWWWWWWWWWWWWBWWWWWWWWWWWWWW', 'abc', '', 'aabbb  c'])
  print(encode(sample), short(sample) === encode(sample), decode(encode(sample)) === sample);
