// Texts to numbers by all ways, and conversions of every kind of value.
var texts = ['', ' ', '12', ' 12\n', '12px', '0x1F', '-0x1', '0b11', '0o17', '1e3', '.5', '5.', '.', '+3', '--3', '1_000', 'Infinity', '-Infinity', 'infinity', '1e1000', '0.0000001', '٣', '\u00a07', '010'];
for (var t of texts) print(JSON.stringify(t), Number(t), parseInt(t), parseFloat(t), +t | 0);
print(parseInt('101', 2), parseInt('zz', 36), parseInt('19', 8), parseInt('9', 8), parseInt('0x10', 16), parseInt('10', 1), parseInt('10', 37), parseInt('10', 0), parseInt(1e21), parseInt(0.0000005), parseInt(null, 36));
var values = [null, undefined, true, [], [5], [1, 2], {}, new Date(5), { valueOf: () => '7' }, { toString: () => '8' }, function () {}];
print(values.map(v => Number(v)).join(), values.map(v => v | 0).join(), values.map(v => isNaN(v)).join(), values.map(Number.isNaN).join());
print(Number.isInteger(5.0), Number.isInteger('5'), Number.isSafeInteger(2 ** 53), Number.MAX_SAFE_INTEGER, Number.EPSILON > 0, Number.MIN_VALUE, Number.parseFloat === parseFloat, typeof Number('1'), typeof new Number(1));
print(0.1 + 0.2 === 0.3, 9007199254740993, 0xff, 0b101, 0o17, 1e3, .5, 5., 0.1 * 3, 1 / 3 * 3 === 1, -7 % 3, 7 % -3, -0 === 0, Object.is(-0, 0), 5 / 0, -5 / 0, 0 / 0);
for (var bad of [() => +Symbol(), () => Number({ valueOf: () => ({}), toString: () => ({}) }), () => +{ valueOf() { throw new Error('mine'); } }]) try { bad(); } catch (e) { print(e.name, e.message === 'mine'); }
