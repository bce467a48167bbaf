// A reader and a writer of comma-separated values with quotes.
function read(text) {
  var rows = [[]], field = '', quoted = false;
  for (var i = 0; i < text.length; i++) {
    var c = text[i];
    if (quoted) {
      if (c === '"' && text[i + 1] === '"') { field += '"'; i++; }
      else if (c === '"') quoted = false;
      else field += c;
    } else if (c === '"' && field === '') quoted = true;
    else if (c === ',' || c === '\n') {
      rows[rows.length - 1].push(field);
      field = '';
      if (c === '\n') rows.push([]);
    } else if (c !== '\r') field += c;
  }
  if (quoted) throw new Error('open quote');
  rows[rows.length - 1].push(field);
  return rows;
}
var write = rows => rows.map(row => row.map(f => /[",\n]/.test(f) ? '"' + f.replace(/"/g, '""') + '"' : f).join(',')).join('\n');
var text = 'name,age,quote\r\n"Smith, J.",42,"He said ""hi"""\nLee,7,"two\nlines"';
var [header, ...rows] = read(text);
var people = rows.map(row => Object.fromEntries(row.map((v, i) => [header[i], v])));
print(people.map(p => JSON.stringify(p)).join('\n'));
print(write(read(text)) === text.replace('\r', ''), read('').length, read(',,').join('|'));
try { read('a,"b'); } catch (e) { print(e.message); }
