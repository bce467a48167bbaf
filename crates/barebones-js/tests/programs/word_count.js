// Counts words of a text, sorts them, and draws bars.
var text = `It was the best of times, it was the worst of times, it was the age of wisdom,
it was the age of foolishness, it was the epoch of belief, it was the epoch of incredulity`;
var counts = Object.create(null), longest = 0, match, word = /[a-z]+/gi;
while ((match = word.exec(text)) !== null) {
  var key = match[0].toLowerCase();
  key in counts ? counts[key]++ : counts[key] = 1;
  longest = Math.max(longest, key.length);
}
Object.keys(counts)
  .sort((a, b) => counts[b] - counts[a] || (a > b ? 1 : -1))
  .slice(0, 8)
  .forEach(key => print(key.padEnd(longest) + '#'.repeat(counts[key]), counts[key]));
var lengths = text.split(/\W+/).reduce((map, w) => map.set(w.length, (map.get(w.length) || 0) + 1), new Map());
print([...lengths].sort(([a], [b]) => a - b).map(([n, c]) => `${n}:${c}`).join(' '));
print(text.match(/\bthe\b/g).length, text.search('worst'), text.split('\n').length, text.replace(/[^aeiou]/gi, '').length);
