// Groups of words by their sorted letters, in objects and in a Map.
var words = 'listen silent enlist google elgoog cat act tac dog constructor'.split(' ');
var signature = word => word.split('').sort().join('');
var groups = {};
for (var i in words) (groups[signature(words[i])] = groups[signature(words[i])] || []).push(words[i]);
for (var key in groups) if (groups[key].length > 1) print(key, groups[key]);
var map = words.reduce((m, w) => { var k = signature(w); return m.has(k) ? (m.get(k).add(w), m) : m.set(k, new Set([w])); }, new Map());
map.forEach((set, k) => { if (set.size < 2) print(k, set.size, ...set); });
function isPalindrome(text) {
  text = text.toLowerCase().replace(/[^a-z]/g, '');
  for (var i = 0, j = text.length - 1; i < j; i++, j--) if (text[i] !== text[j]) return false;
  return true;
}
print(['A man, a plan, a canal: Panama', 'palindrome', '', 'x'].filter(isPalindrome).length, [...'reversed'].reverse().join(''));
