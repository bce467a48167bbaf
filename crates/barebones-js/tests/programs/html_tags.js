// Tagged templates: escaping, caching of the strings, raw text and nesting.
var escape = s => String(s).replace(/[&<>]/g, c => '&' + { '&': 'amp', '<': 'lt', '>': 'gt' }[c] + ';');
function Html(text) { this.text = text; }
function html(strings, ...values) {
  return new Html(strings.reduce((out, s, i) => { var v = values[i - 1]; return out + (Array.isArray(v) ? v.map(x => x.text).join('') : v instanceof Html ? v.text : escape(v)) + s; }));
}
var item = (name, n) => html`<li title=${n > 1 ? 'many' : 'one'}>${name} x${n}</li>`;
print(html`<ul>${[item('a<b', 1), item('c&d', 2)]}</ul>${html`<b>${'<i>'}</b>`}`.text);
function same(strings) { return strings; } function site() { return same`a${1}b`; }
print(site() === site(), Object.isFrozen(site()), site().raw.length, Array.isArray(site().raw));
function raw({ raw: [first, ...others] }) { return first.length + '/' + others.length; } print(raw`\n\t${0}\u0041`, String.raw`C:\new\${1 + 1}`, same`\x41`[0], same`line
two`.raw[0].length);
var chain = (...a) => (...b) => a[0].join('|') + b[0].join('|') + b[1]; print(chain`1${2}3``4${5}6`);
var obj = { name: 'obj', tag(s) { return this.name + s[0]; } }; print(obj.tag`!`, `${1}${'2'}${[3, 4]}${{}}${null}${`in ${'ner'}`}`);
function plural(s, n) { return n === 1 ? s[0] + n + s[1].replace(/\(s\)/, '') : s[0] + n + s[1].replace('(s)', 's'); } print([0, 1, 2].map(n => plural`${n} file(s)`).join(', '));
