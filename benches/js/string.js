// Strings that grow, their units and parts.
function work(n) {
  var text = '', hash = 0;
  for (var i = 0; i < n; i++) text += String.fromCharCode(97 + i % 26);
  for (var i = 0; i < text.length; i++) hash = (hash * 31 + text.charCodeAt(i)) | 0;
  var words = text.split('z'), longest = 0;
  for (var i = 0; i < words.length; i++) if (words[i].length > longest) longest = words[i].length;
  return hash + longest;
}
var begin = Date.now();
var result = 0;
for (var round = 0; round < 5; round++) result += work(400000);
(typeof print === 'function' ? print : console.log)('string', result, Date.now() - begin, 'ms');
