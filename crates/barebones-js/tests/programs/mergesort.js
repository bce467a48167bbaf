// A stable merge sort of records, and a check of its stability.
function merge(left, right, compare) {
  const out = [];
  let l = 0, r = 0;
  while (l < left.length && r < right.length) {
    if (compare(left[l], right[r]) <= 0) out.push(left[l++]);
    else out.push(right[r++]);
  }
  return out.concat(left.slice(l), right.slice(r));
}
function sort(list, compare) {
  if (list.length < 2) return list;
  const half = list.length >>> 1;
  return merge(sort(list.slice(0, half), compare), sort(list.slice(half), compare), compare);
}
const records = [];
for (let i = 0; i < 26; i++) records.push({ key: (i * 7) % 5, name: String.fromCharCode(97 + i) });
const sorted = sort(records, (a, b) => a.key - b.key);
print(sorted.map(r => r.key + r.name).join(','));
let stable = true;
for (let i = 1; i < sorted.length; i++) {
  const a = sorted[i - 1], b = sorted[i];
  stable = stable && (a.key < b.key || (a.key === b.key && a.name < b.name));
}
print(stable, sort([3, -1, 2.5, -0], (a, b) => b - a).join());
