// A template engine that compiles text to closures.
function compile(source) {
  var parts = [], stack = [parts], names = [];
  source.split(/(\{\{.*?\}\})/).forEach(function (piece) {
    var tag = /^\{\{\s*([#\/^]?)\s*([\w.]*)\s*(?:\|\s*(\w+))?\s*\}\}$/.exec(piece), top = stack[stack.length - 1];
    if (!tag) { if (piece) top.push(() => piece); return; }
    var [, kind, name, filter] = tag, get = scope => name === '' ? scope : name.split('.').reduce((o, k) => o?.[k], scope);
    if (kind === '#') {
      var inner = [];
      top.push(scope => [].concat(get(scope) || []).map(item => render(inner, item)).join(''));
      stack.push(inner);
      names.push(name);
    } else if (kind === '/') {
      if (names.pop() !== name) throw new Error('unexpected /' + name);
      stack.pop();
    } else top.push(scope => filters[filter || 'plain'](get(scope)));
  });
  if (names.length) throw new Error('open ' + names);
  return scope => render(parts, scope);
}
function render(parts, scope) { return parts.map(part => part(scope)).join(''); }
var filters = {
  plain: value => value == null ? '' : String(value),
  upper: value => value.toUpperCase(),
  html: value => value.replace(/[<>&"]/g, c => ({ '<': '&lt;', '>': '&gt;', '&': '&amp;', '"': '&quot;' })[c])
};
var page = compile('Hello {{ user.name|upper }}!{{#items}} [{{title|html}}: {{n}}]{{/items}} {{missing.deep}}.');
print(page({ user: { name: 'ann' }, items: [{ title: 'a<b>&"c"', n: 1 }, { title: 'plain', n: 0 }] }));
print(page({ user: { name: 'bo' } }), compile('{{#xs}}<{{ }}>{{/xs}}')({ xs: [1, 'two'] }));
for (var bad of ['{{#a}}', '{{/b}}', '{{x|nope}}']) try { print(compile(bad)({})); } catch (e) { print(e.constructor === Error, e.name); }
