// Numbers in words, by recursion over magnitudes.
var small = 'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'.split(' ');
var tens = ',,twenty,thirty,forty,fifty,sixty,seventy,eighty,ninety'.split(',');
var large = [[1e9, 'billion'], [1e6, 'million'], [1e3, 'thousand'], [100, 'hundred']];
function words(n) {
  if (n < 0) return 'minus ' + words(-n);
  if (n < 20) return small[n];
  if (n < 100) return tens[n / 10 | 0] + (n % 10 ? '-' + small[n % 10] : '');
  for (var [size, name] of large) {
    if (n < size) continue;
    var rest = n % size;
    return words(Math.floor(n / size)) + ' ' + name + (rest === 0 ? '' : rest < 100 ? ' and ' + words(rest) : ' ' + words(rest));
  }
}
[0, 7, 13, 21, 80, 100, 101, 999, 1000, 1010, 123456, 7000000, 1002003004, -42].forEach(n => print(n, words(n)));
var longest = '';
for (var i = 0; i < 300; i++) { var w = words(i); if (w.length > longest.length) longest = w; }
print(longest);
