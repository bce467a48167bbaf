// JSON with replacers, revivers, `toJSON`, indentation and errors.
var order = { id: 7, items: [{ sku: 'a"b', count: 2 }, null, undefined, () => 1], when: { toJSON: key => 'at ' + key }, skip: undefined, nan: NaN, nested: { deep: [[]] } };
print(JSON.stringify(order));
print(JSON.stringify(order, ['id', 'items', 'count'], 1));
print(JSON.stringify(order, (key, value) => typeof value === 'number' ? value * 10 : value));
print(JSON.stringify({ a: [1, { b: 2 }], c: 'x' }, null, '--'));
var back = JSON.parse('{"a":[1,2,{"b":"2020-01-01"}],"c":null}', function (key, value) {
  if (typeof value === 'string' && /^\d{4}/.test(value)) return value.split('-').map(Number);
  if (value === null) return undefined;
  return Array.isArray(value) ? value.concat(this === undefined) : value;
});
print(JSON.stringify(back), 'c' in back);
for (var bad of ['', '{', '[1,]', "{'a':1}", '01', '"\t"', 'nul', '{"a":1}x']) {
  try { JSON.parse(bad); print('parsed'); } catch (e) { print(e.name); }
}
var loop = {}; loop.self = loop;
try { JSON.stringify(loop); } catch (e) { print(e instanceof TypeError); }
print(JSON.stringify('\u2028"\\\n\x01'), JSON.stringify(Object('s')), JSON.stringify([new Number(3), new Boolean(false)]), JSON.stringify(undefined));
