print("a" < "b", "a" < "B", "10" < "9", "10" < 9, "" < "a", "abc" < "abd", "abc" < "ab"); print("x" + 1 + 2, 1 + 2 + "x", "5" * "2", "5" - 2, "a" * 1);
var s = ""; for (var i = 0; i < 5; i++) s = i + s + i; print(s, s.length, s[0], s[20]); print(`a${1 + 1}b${"c"}d`, `${null}${undefined}${true}`); print(typeof "a", "a" === "a", "a" == new String("a"));
