// The game of life on a torus, with a glider and an oscillator.
function World(rows) { this.cells = rows.map(row => Array.from(row, c => c === '#' ? 1 : 0)); }
World.prototype = {
  constructor: World,
  at(y, x) {
    const h = this.cells.length, w = this.cells[0].length;
    return this.cells[(y + h) % h][(x + w) % w];
  },
  neighbours(y, x) {
    let n = 0;
    for (let dy = -1; dy <= 1; dy++)
      for (let dx = -1; dx <= 1; dx++) {
        if (!dy && !dx) continue;
        n += this.at(y + dy, x + dx);
      }
    return n;
  },
  step() {
    this.cells = this.cells.map((row, y) => row.map((cell, x) => {
      const n = this.neighbours(y, x);
      return +(n === 3 || (cell === 1 && n === 2));
    }));
    return this;
  },
  toString() { return this.cells.map(row => row.map(c => ".#"[c]).join('')).join('\n'); }
};
const glider = new World(['.#....', '..#...', '###...', '......', '......', '......']);
print(glider);
for (let i = 0; i < 4; i++) glider.step();
print(`${glider}`);
print('' + new World(['.....', '.....', '.###.', '.....', '.....']).step());
