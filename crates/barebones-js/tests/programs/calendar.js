// Calendar arithmetic with fixed times in UTC.
var day = 864e5;
function leap(year) { return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0); }
function daysIn(year, month) { return new Date(Date.UTC(year, month + 1, 0)).getUTCDate(); }
function easter(y) {
  var a = y % 19, b = Math.floor(y / 100), c = y % 100, d = b >> 2, e = b % 4, f = (b + 8) / 25 | 0, g = (b - f + 1) / 3 | 0;
  var h = (19 * a + b - d - g + 15) % 30, i = c >> 2, k = c % 4, l = (32 + 2 * e + 2 * i - h - k) % 7, m = (a + 11 * h + 22 * l) / 451 | 0;
  var month = (h + l - 7 * m + 114) / 31 | 0;
  return new Date(Date.UTC(y, month - 1, (h + l - 7 * m + 114) % 31 + 1)).toISOString().slice(0, 10);
}
print([1900, 2000, 2023, 2024].map(leap).join(), daysIn(2024, 1), daysIn(2023, 1), daysIn(2023, 11));
print(easter(2000), easter(2024), easter(1961));
var start = new Date('2024-02-27T12:30:00Z');
for (var i = 0; i < 4; i++) print(new Date(+start + i * day).toISOString(), new Date(start.getTime() + i * day).getUTCDay());
print((Date.UTC(2024, 11, 25) - Date.UTC(2024, 0, 1)) / day, new Date(NaN).getTime(), Date.UTC(1970, 0));
var d = new Date(0);
d.setUTCFullYear(2001, 14, 31);
d.setUTCHours(25, 61);
print(d.toISOString(), JSON.stringify({ d }), d.valueOf());
try { new Date(NaN).toISOString(); } catch (e) { print(e instanceof RangeError); }
