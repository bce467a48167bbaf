// A cache of limited size over the order of a Map.
function Cache(limit) {
  const map = new Map();
  let hits = 0, misses = 0;
  return {
    get(key, make) {
      if (map.has(key)) {
        hits++;
        const value = map.get(key);
        map.delete(key);
        map.set(key, value);
        return value;
      }
      misses++;
      const value = make(key);
      map.set(key, value);
      if (map.size > limit) map.delete(map.keys().next().value);
      return value;
    },
    get keys() { return [...map.keys()]; },
    report: () => `${hits}/${hits + misses}`
  };
}
const squares = Cache(3), log = [];
for (const n of [1, 2, 3, 1, 4, 2, 5, 1, 1]) squares.get(n, k => (log.push(k), k * k));
print(log.join(), squares.keys.join(), squares.report());
const none = Cache(0);
print(none.get('a', k => k + k), none.keys.length);
