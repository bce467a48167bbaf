// Methods of strings at their limits.
var s = 'The quick brown fox';
print(s.slice(-3), s.slice(4, -4), s.substring(9, 4), s.substr(-9, 5), s.at ? s.at(-1) : 'x', s.charAt(99) === '', s.charCodeAt(99), s[4], s['length']);
print(s.indexOf('o'), s.indexOf('o', 13), s.lastIndexOf('o'), s.lastIndexOf('o', 16), s.indexOf(''), s.indexOf('', 99), s.includes('quick'), s.startsWith('quick', 4), s.endsWith('brown', 15));
print(s.split(' ', 2).join('|'), s.split('').length, s.split().length, 'a1b22c'.split(/\d+/).join('|'), 'a1b22c'.split(/(\d)/).join('|'), ''.split('').length, ''.split(',').length);
print('x'.padStart(5, 'ab'), 'x'.padEnd(4) + '|', 'abc'.padStart(2), 'ab'.repeat(3), 'ab'.repeat(0) === '', '  \t x \n'.trim() + '|', ' x '.trimStart() + '|', ' x '.trimEnd() + '|');
print('a-b-c'.replace('-', '+'), 'a-b-c'.replace(/-/g, '+'), 'a-b-c'.replaceAll('-', '$&$&'), 'abc'.replace('b', '[$`|$&|$\']'), 'abc'.replace(/(a)(b)/, '$2$1$3$$'), 'aaa'.replace(/a/g, (m, at) => at));
print('abc' < 'abd', 'a' < 'B', 'Z' < 'a', '10' < '9', '10' < 9, 'abc'.localeCompare('abd') < 0, 'a'.concat(1, null, [2]), 'İ'.toLowerCase().length, 'ß'.toUpperCase());
print('abcabc'.match(/b/g).length, 'abc'.match(/x/), 'abc'.match(/(b)(x)?/).length, 'abc'.search(/c/), [...'a1b2'.matchAll(/([a-z])(\d)/g)].map(m => m[2] + m[1] + m.index).join());
print(String.raw`a\n${1}`, String.fromCharCode(72, 105, 65536 + 33), 'e\u0301'.normalize('NFC').length, 'tEsT'.toLowerCase() + 'tEsT'.toUpperCase(), String(null) + String([1, [2]]) + String({}), typeof Object('x'), Object('abc').length);
for (var f of [() => 'x'.repeat(-1), () => String.prototype.trim.call(null), () => 'a'.normalize('X'), () => 'a'.startsWith(/a/)]) try { f(); } catch (e) { print(e.name); }
