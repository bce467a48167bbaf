function run(n) { var s = '', c = 0; for (var i = 0; i < n; i++) { s += String.fromCharCode(97 + i % 26); if (s.length > 100) { for (var j = 0; j < s.length; j++) c = (c * 31 + s.charCodeAt(j)) | 0; s = s.substring(50); } } return c; }
var words = []; for (var i = 0; i < 20000; i++) words.push('w' + (i % 997));
var m = {}; for (var i = 0; i < words.length; i++) m[words[i]] = (m[words[i]] || 0) + 1;
print(run(300000), Object.keys(m).length, words.join(',').split(',').length);
