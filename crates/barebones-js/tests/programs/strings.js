var s = "hello"; print(s.length, s[1], s.charAt(4), s.charCodeAt(0), s.indexOf("l"), s.slice(1, 3));
print(s.toUpperCase(), s + " " + "world", s.split("").join("."), s.substring(3), s.lastIndexOf("l"));
print("tab\tquote\"back\\nl\nend", 'single\'s', "\u00e9\x41\0");
print(`t ${1 + 1} and ${s} ${`in ${0}`}`, ``, `plain`);
print("a,b,c".split(",").length, "abc" < "abd", "x".repeat ? "x".repeat(3) : "", "  trim ".trim() + "|");
print(String(12), String(null), String([1, [2, 3]]), Number("12.5"), parseInt("42px"), parseFloat("1.5e3x"), isNaN("x"));
print("é😀".length, "😀".charCodeAt(0), String.fromCharCode(65, 66));
