// Roman numerals both ways, with a table and a strict parser.
var table = [[1000, 'M'], [900, 'CM'], [500, 'D'], [400, 'CD'], [100, 'C'], [90, 'XC'], [50, 'L'], [40, 'XL'], [10, 'X'], [9, 'IX'], [5, 'V'], [4, 'IV'], [1, 'I']];
function toRoman(n) {
  if (!Number.isInteger(n) || n < 1 || n > 3999) throw new RangeError(n);
  return table.reduce(function (out, [value, letters]) {
    while (n >= value) { out += letters; n -= value; }
    return out;
  }, '');
}
function fromRoman(text) {
  if (!/^M{0,3}(CM|CD|D?C{0,3})(XC|XL|L?X{0,3})(IX|IV|V?I{0,3})$/.test(text) || !text) return NaN;
  var values = { I: 1, V: 5, X: 10, L: 50, C: 100, D: 500, M: 1000 }, sum = 0;
  for (var i = 0; i < text.length; i++) {
    var now = values[text[i]], next = values[text[i + 1]];
    sum += next > now ? -now : now;
  }
  return sum;
}
print([1, 4, 9, 14, 40, 90, 400, 1994, 2024, 3999].map(toRoman).join(' '));
var good = 0;
for (var n = 1; n < 4000; n += 37) if (fromRoman(toRoman(n)) === n) good++;
print(good, fromRoman('IIII'), fromRoman(''), fromRoman('MCMXCIV'));
[0, 4000, 1.5, '3'].forEach(bad => { try { print(toRoman(bad)); } catch (e) { print(e.name + ':' + e.message); } });
