// Base64 of bytes in a typed array, both ways, with errors.
const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
function encode(bytes) {
  let out = '';
  for (let i = 0; i < bytes.length; i += 3) {
    const [a, b = 0, c = 0] = bytes.subarray(i, i + 3);
    const word = a << 16 | b << 8 | c, rest = bytes.length - i;
    out += alphabet[word >> 18] + alphabet[word >> 12 & 63];
    out += rest > 1 ? alphabet[word >> 6 & 63] : '=';
    out += rest > 2 ? alphabet[word & 63] : '=';
  }
  return out;
}
function decode(text) {
  if (text.length % 4 !== 0) throw new SyntaxError('length ' + text.length);
  const clean = text.replace(/=+$/, ''), bytes = new Uint8Array(clean.length * 6 >> 3);
  let bits = 0, have = 0, at = 0;
  for (const c of clean) {
    const value = alphabet.indexOf(c);
    if (value < 0) throw new SyntaxError('letter ' + c);
    bits = (bits << 6 | value) & 0xffff;
    have += 6;
    if (have >= 8) bytes[at++] = bits >> (have -= 8);
  }
  return bytes;
}
const bytes = text => Uint8Array.from(text, c => c.charCodeAt(0));
for (const text of ['', 'M', 'Ma', 'Man', 'light work.']) {
  const coded = encode(bytes(text));
  print(coded, String.fromCharCode(...decode(coded)) === text);
}
print(encode(new Uint8Array([255, 254, 253, 0])));
for (const bad of ['abc', 'ab*=']) try { decode(bad); } catch (e) { print(e.name, e.message); }
