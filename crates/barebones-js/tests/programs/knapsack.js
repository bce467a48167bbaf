// Dynamic programming over a table, and the choice that it gives.
const items = [['map', 9, 150], ['compass', 13, 35], ['water', 153, 200], ['sandwich', 50, 160], ['tin', 68, 45],
  ['banana', 27, 60], ['apple', 39, 40], ['cheese', 23, 30], ['umbrella', 73, 40], ['camera', 32, 30]];
function pack(items, room) {
  const table = Array.from({ length: items.length + 1 }, () => new Array(room + 1).fill(0));
  items.forEach(([, weight, value], i) => {
    for (let w = 0; w <= room; w++) {
      const without = table[i][w];
      const using = weight <= w ? table[i][w - weight] + value : 0;
      table[i + 1][w] = using > without ? using : without;
    }
  });
  const chosen = [];
  for (let i = items.length, w = room; i > 0; i--) {
    if (table[i][w] !== table[i - 1][w]) {
      const [name, weight] = items[i - 1];
      chosen.push(name);
      w -= weight;
    }
  }
  return { value: table[items.length][room], chosen };
}
for (const room of [10, 50, 120]) {
  const { value, chosen } = pack(items, room);
  print(room, value, chosen.reverse().join('+') || 'nothing');
}
