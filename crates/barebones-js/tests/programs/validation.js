// A validator that collects errors with paths.
var schema = { name: { type: 'string', min: 2 }, age: { type: 'number', test: n => n >= 0 }, tags: { type: 'array', of: { type: 'string' } }, address: { type: 'object', optional: true, fields: { city: { type: 'string' }, zip: { type: 'string', pattern: /^\d{4,5}$/ } } } };
function kind(v) { return v === null ? 'null' : Array.isArray(v) ? 'array' : typeof v; }
function* check(value, rule, path) {
  if (value === undefined) { if (!rule.optional) yield path + ' is missing'; return; }
  if (kind(value) !== rule.type) { yield `${path} is ${kind(value)}, not ${rule.type}`; return; }
  if ('min' in rule && value.length < rule.min) yield path + ' is short';
  if (rule.pattern && !rule.pattern.test(value)) yield path + ' does not match ' + rule.pattern;
  if (rule.test && !rule.test(value)) yield path + ' is wrong';
  if (rule.of) for (var i = 0; i < value.length; i++) yield* check(value[i], rule.of, path + '[' + i + ']');
  if (rule.fields) {
    for (var field in rule.fields) yield* check(value[field], rule.fields[field], path + '.' + field);
    for (var extra of Object.keys(value)) if (!(extra in rule.fields)) yield path + '.' + extra + ' is unknown';
  }
}
var samples = [{ name: 'ann', age: 3, tags: ['a'] }, { name: 'x', age: -1, tags: ['ok', 5, null], address: { zip: '12', extra: 1 } }, {}, null, { name: [], age: '7', tags: {}, address: { city: 'x', zip: '12345' } }];
samples.forEach(function (sample, i) {
  var errors = [...check(sample, { type: 'object', fields: schema }, '$')];
  print(i, errors.length ? errors.join('; ') : 'valid');
});
