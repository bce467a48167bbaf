// CRC-32, Adler-32 and FNV over a text, in 32-bit arithmetic.
var table = new Int32Array(256);
for (var n = 0; n < 256; n++) {
  var c = n;
  for (var k = 0; k < 8; k++) c = c & 1 ? 0xedb88320 ^ (c >>> 1) : c >>> 1;
  table[n] = c;
}
function crc(text) {
  var c = -1;
  for (var i = 0; i < text.length; i++) c = table[(c ^ text.charCodeAt(i)) & 0xff] ^ (c >>> 8);
  return (c ^ -1) >>> 0;
}
function adler(text) {
  var a = 1, b = 0;
  for (var i = 0; i < text.length; i++) {
    a = (a + text.charCodeAt(i)) % 65521;
    b = (b + a) % 65521;
  }
  return b * 65536 + a;
}
function fnv(text) {
  var hash = 0x811c9dc5 | 0;
  for (var letter of text) hash = Math.imul(hash ^ letter.charCodeAt(0), 16777619);
  return hash >>> 0;
}
var hex = n => ('00000000' + n.toString(16)).slice(-8);
['', 'a', '123456789', 'The quick brown fox jumps over the lazy dog'].forEach(text =>
  print(hex(crc(text)), hex(adler(text)), hex(fnv(text))));
