// Well-known symbols that change operators, and registered symbols.
const temperature = {
  celsius: 21.5,
  [Symbol.toPrimitive](hint) { return hint === 'string' ? this.celsius + ' C' : hint === 'number' ? this.celsius : 'default'; },
  get [Symbol.toStringTag]() { return 'Temperature'; }
};
print(`${temperature}`, +temperature, temperature + '', temperature * 2, Object.prototype.toString.call(temperature), temperature > 21);
const even = { [Symbol.hasInstance]: n => n % 2 === 0 };
print(4 instanceof even, 5 instanceof even);
const words = { length: 2, 0: 'x', 1: 'y', [Symbol.isConcatSpreadable]: true };
print(['a'].concat(words, [['b']]).length);
const splitter = { [Symbol.split](text) { return text.length + ' split'; }, [Symbol.replace]: (text, by) => text + '/' + by, [Symbol.match]: () => ['m'], [Symbol.search]: () => 42 };
print('abc'.split(splitter), 'abc'.replace(splitter, 'z'), 'abc'.match(splitter)[0], 'abc'.search(splitter));
const hidden = Symbol('hidden'), object = { [hidden]: 1, seen: 2 };
print(Object.keys(object).join(), JSON.stringify(object), object[hidden], Object.getOwnPropertySymbols(object).length, hidden.toString(), hidden.description);
print(Symbol.for('k') === Symbol.for('k'), Symbol('k') === Symbol('k'), Symbol.keyFor(Symbol.for('k')), typeof hidden, Symbol.iterator in Array.prototype);
for (const bad of [() => hidden + '', () => +hidden, () => new Symbol(), () => `${hidden}`]) try { bad(); } catch (e) { print(e.name); }
