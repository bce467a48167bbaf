// A tokenizer with a sticky regular expression and `lastIndex`.
function* tokens(source) {
  const pattern = /\s*(?:(\d+(?:\.\d*)?)|([A-Za-z_]\w*)|(=>|[-+*\/=<>!]=?|[(){};,])|("(?:[^"\\]|\\.)*"))/y;
  let line = 1;
  while (pattern.lastIndex < source.length) {
    const start = pattern.lastIndex, match = pattern.exec(source);
    if (!match) {
      if (/^\s*$/.test(source.slice(start))) return;
      throw new SyntaxError(`unexpected ${source[start]} in line ${line}`);
    }
    line += (match[0].match(/\n/g) || []).length;
    const [, number, name, mark, string] = match;
    yield number ? { type: 'number', value: +number, line }
      : name ? { type: 'name', value: name, line }
      : string ? { type: 'string', value: JSON.parse(string), line }
      : { type: 'mark', value: mark, line };
  }
}
for (const { type, value, line } of tokens('let x1 = 3.25;\nif (x1 >= 2) { say("a\\"b"); }\n  ')) print(line, type, value);
const kinds = {};
for (const token of tokens('a => a * (b - c1) == 12')) kinds[token.type] = (kinds[token.type] ?? 0) + 1;
print(JSON.stringify(kinds));
try { for (const t of tokens('ok\n\n#')) print(t.value); } catch (e) { print(e.name, e.message); }
