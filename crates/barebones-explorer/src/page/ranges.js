// Live ranges: a row for each temporary, with the parts of its life that it spends in registers.

const NAME_WIDTH = 200;

/** Rows of temporaries that live. */
function rangeRows() {
  const rows = [];
  data.temporaries.forEach((temporary, number) => {
    if (!temporary.ranges.length) return;
    const value = temporary.value >= 0 ? " @" + temporary.value : "";
    const slots = temporary.slots.length ? " " + temporary.slots.join(" ") : "";
    rows.push({ text: temporary.name + value + slots, temporary, number, value: temporary.value, kind: "line", start: temporary.ranges[0] });
  });
  return rows.sort((a, b) => a.start - b.start);
}

/** The temporary whose registers another one has. */
function representative(number) {
  for (let steps = 0; steps < 1000; steps++) {
    const { pieces, representative: next } = data.temporaries[number];
    if (pieces.length || next < 0 || next === number || !data.temporaries[next]) return number;
    number = next;
  }
  return number;
}

/** A colour for each register. */
function registerColour(name) {
  let hash = 7;
  for (const c of name) hash = (hash * 31 + c.charCodeAt(0)) % 3600;
  return `hsl(${(hash * 47) % 360} 55% 42%)`;
}

let instructions = 1;
for (const { ranges } of data.temporaries) if (ranges.length) instructions = Math.max(instructions, ranges[ranges.length - 1] + 1);

/** Paints a row. Pieces outside the life of the temporary belong to others of its bundle. */
function paintRange(element, row, width) {
  const name = document.createElement("span");
  name.className = "name";
  marked(row.text, name);
  element.append(name);
  const scale = Math.max(40, width - NAME_WIDTH - 20) / instructions;
  const add = (kind, from, to, text) => {
    const bar = document.createElement("span");
    bar.className = kind;
    bar.style.left = NAME_WIDTH + from * scale + "px";
    bar.style.width = Math.max(2, (to - from + 1) * scale) + "px";
    bar.title = `${text || "live"}: ${from} to ${to}`;
    if (text) {
      bar.style.background = registerColour(text);
      if ((to - from + 1) * scale > 9 * text.length) bar.textContent = text;
    }
    element.append(bar);
  };
  const { ranges } = row.temporary;
  const pieces = data.temporaries[representative(row.number)].pieces;
  for (let i = 0; i < ranges.length; i += 2) {
    add("range", ranges[i], ranges[i + 1]);
    for (const piece of pieces) {
      const [from, to] = [Math.max(piece.from, ranges[i]), Math.min(piece.to, ranges[i + 1])];
      if (from <= to) add("piece", from, to, piece.register);
    }
  }
}
