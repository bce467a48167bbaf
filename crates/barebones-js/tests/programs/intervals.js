// Merging, gaps and overlaps of intervals, and a sweep over events.
var busy = [[9, 11], [13, 15], [10, 12], [14, 14.5], [17, 18], [12, 12.25]];
function merge(list) { return list.slice().sort(([a], [b]) => a - b).reduce((out, [from, to]) => { var last = out[out.length - 1]; if (last && from <= last[1]) last[1] = Math.max(last[1], to); else out.push([from, to]); return out; }, []); }
function* gaps(list, from, to) { for (var [start, end] of merge(list)) { if (start > from) yield [from, Math.min(start, to)]; from = Math.max(from, end); if (from >= to) return; } if (from < to) yield [from, to]; }
var show = list => [...list].map(([a, b]) => a + '-' + b).join(' ');
print(show(merge(busy)), '|', show(gaps(busy, 8, 20)), '|', show(gaps([], 0, 1)), '|', show(gaps([[0, 9]], 1, 5)));
function busiest(list) { var events = list.flatMap(([a, b]) => [[a, 1], [b, -1]]).sort((x, y) => x[0] - y[0] || x[1] - y[1]), now = 0, best = 0, at; for (var [time, change] of events) if ((now += change) > best) { best = now; at = time; } return best + '@' + at; }
print(busiest(busy), busiest([[1, 2], [2, 3]]), busiest([]));
var clock = h => ('0' + Math.floor(h)).slice(-2) + ':' + ('0' + Math.round(h % 1 * 60)).slice(-2), total = merge(busy).reduce((sum, [a, b]) => sum + b - a, 0); print(total, merge(busy).map(i => i.map(clock).join('..')).join(' '));
var overlap = ([a, b], [c, d]) => Math.max(0, Math.min(b, d) - Math.max(a, c)); var pairs = 0; for (var i = 0; i < busy.length; i++) for (var j = i + 1; j < busy.length; j++) if (overlap(busy[i], busy[j]) > 0) pairs++; print(pairs);
