function tag(s, ...v) { return s.length + ":" + v.join() + ":" + s[0]; } print(tag`a${1}b${2}c`, tag``, `x${1}`);
var o = { tag(s) { return this.n + s[0]; }, n: 1 }; print(o.tag`z`);
