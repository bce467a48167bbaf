// Code units, code points, surrogates and escapes.
const text = 'a\u00e9\u{1F600}z\ud800';
print(text.length, [...text].length, text.codePointAt(2).toString(16), text.codePointAt(3).toString(16), text.charCodeAt(2).toString(16));
print(Array.from(text, c => c.codePointAt(0).toString(16)).join(), text.split('').map(c => c.charCodeAt(0).toString(16)).join(), String.fromCodePoint(0x1F600, 97) === '\u{1F600}a', '\u{1F600}' === '\ud83d\ude00');
for (const bad of [-1, 1.5, 0x110000]) try { String.fromCodePoint(bad); } catch (e) { print(e.name); }
print(/^.$/.test('\u{1F600}'), /^.$/u.test('\u{1F600}'), /\u{61}/u.test('a'), '\u{1F600}x'.match(/./gu).length, /[\u{1F5FF}-\u{1F601}]/u.test('\u{1F600}'));
const utf8 = s => [...s].flatMap(c => { const p = c.codePointAt(0); return p < 128 ? [p] : p < 2048 ? [192 | p >> 6, 128 | p & 63] : p < 65536 ? [224 | p >> 12, 128 | p >> 6 & 63, 128 | p & 63] : [240 | p >> 18, 128 | p >> 12 & 63, 128 | p >> 6 & 63, 128 | p & 63]; });
print(utf8('h\u00e9\u20ac\u{1F600}').map(b => b.toString(16)).join(' '), encodeURIComponent('h\u00e9\u20ac\u{1F600}'));
const reversed = s => [...s].reverse().join('');
print(reversed('ab\u{1F600}').codePointAt(0) === 0x1F600, '\x41\u0042\103'.length, '\0'.charCodeAt(0), 'line\
continued', '\q\v'.length);
print('caf\u00e9'.localeCompare('cafe') !== 0, '\u00c5' === '\u212b', '\u00c5' === '\u212b'.normalize(), 'I'.toLowerCase(), '\ufb01'.toUpperCase(), '\u03a3'.toLowerCase() === '\u03c3');
var \u0061bc = 1, über = 2, $_ = 3; print(abc, über, $_, { 'ключ': 1 }.ключ);
