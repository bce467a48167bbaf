// Caesar, Vigenere and rail fence ciphers over character codes.
function shift(letter, by) {
  var code = letter.charCodeAt(0), base = code >= 97 ? 97 : 65;
  if (code < base || code >= base + 26) return letter;
  return String.fromCharCode((code - base + by + 26) % 26 + base);
}
var caesar = (text, by) => [...text].map(c => shift(c, by)).join('');
function vigenere(text, key, sign) {
  var at = 0, out = [];
  for (var c of text) {
    if (/[a-z]/i.test(c)) out.push(shift(c, sign * (key.charCodeAt(at++ % key.length) - 97)));
    else out.push(c);
  }
  return out.join('');
}
function fence(text, rails) {
  var rows = Array.from({ length: rails }, () => ''), row = 0, step = 1;
  for (var i = 0; i < text.length; i++) {
    rows[row] += text.charAt(i);
    if (row + step < 0 || row + step >= rails) step = -step;
    row += step;
  }
  return rows.join('');
}
var secret = caesar('Hello, World!', 3);
print(secret, caesar(secret, -3));
print(vigenere('Attack at dawn', 'lemon', 1), vigenere(vigenere('Attack at dawn', 'lemon', 1), 'lemon', -1));
print(fence('WEAREDISCOVEREDFLEEATONCE', 3));
