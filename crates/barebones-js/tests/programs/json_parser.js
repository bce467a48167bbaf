// A recursive-descent parser of JSON with places in its errors.
function parse(text) {
  var at = 0;
  function fail(expected) { var e = new SyntaxError(expected + ' at ' + at); e.at = at; throw e; }
  function space() { while (' \t\n\r'.indexOf(text[at]) >= 0 && at < text.length) at++; }
  function take(c) { if (text[at] !== c) fail("expected '" + c + "'"); at++; space(); }
  function string() {
    for (var out = '', start = ++at; text[at] !== '"'; at++) {
      if (at >= text.length) fail('unterminated string from ' + start);
      if (text[at] !== '\\') { out += text[at]; continue; }
      switch (text[++at]) {
        case 'n': out += '\n'; break;
        case 't': out += '\t'; break;
        case 'u': out += String.fromCharCode(parseInt(text.substr(at + 1, 4), 16)); at += 4; break;
        default: out += text[at];
      }
    }
    at++; space();
    return out;
  }
  function value() {
    space();
    switch (text.charAt(at)) {
      case '{':
        var object = {};
        take('{');
        if (text[at] !== '}') do { if (text[at] === ',') take(','); var key = string(); take(':'); object[key] = value(); } while (text[at] === ',');
        take('}');
        return object;
      case '[':
        var list = [];
        take('[');
        while (text[at] !== ']') { list.push(value()); if (text[at] === ',') take(','); else break; }
        take(']');
        return list;
      case '"': return string();
      case 't': case 'f': case 'n':
        for (var [word, meaning] of [['true', true], ['false', false], ['null', null]])
          if (text.startsWith(word, at)) { at += word.length; space(); return meaning; }
    }
    var match = /^-?\d+(\.\d+)?([eE][-+]?\d+)?/.exec(text.slice(at));
    if (!match) fail('expected a value');
    at += match[0].length; space();
    return +match[0];
  }
  var result = value();
  if (at < text.length) fail('expected the end');
  return result;
}
for (var text of ['{"a": [1, -2.5e1, "x\\n\\u0041", {"b": {}}], "c" : null}', ' [true,false , []] ', '"s"', '3'])
  print(JSON.stringify(parse(text)) === JSON.stringify(JSON.parse(text)), JSON.stringify(parse(text)));
for (text of ['[1', '{"a" 1}', '"abc', '[] 1', '', '[nil]']) try { parse(text); } catch (e) { print(e.message, e.at); }
