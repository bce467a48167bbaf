// The data, and what is computed from it once: rows of graphs, differences between them, the history of a value.

const data = JSON.parse(document.getElementById("data").textContent);

const model = {
  stages: data.stages,
  rows: new Map(),
  differences: new Map(),

  /** The last stage of a kind at or before a stage; else the first one after it. */
  stageOf(kind, stage) {
    for (let i = stage; i >= 0; i--) if (data.stages[i].kind === kind && data.stages[i].graph >= 0) return i;
    return data.stages.findIndex(other => other.kind === kind && other.graph >= 0);
  },

  /** The stage of the same kind before a stage, or -1. */
  before(stage) {
    const kind = data.stages[stage].kind;
    for (let i = stage - 1; i >= 0; i--) if (data.stages[i].kind === kind && data.stages[i].graph >= 0) return i;
    return -1;
  },

  /** True if a stage changes nothing. */
  isSame(stage) {
    const before = this.before(stage);
    return before >= 0 && data.stages[before].graph === data.stages[stage].graph;
  },

  /** All rows of a graph: declarations, headings of blocks, and lines. */
  rowsOf(graph) {
    let rows = this.rows.get(graph);
    if (rows) return rows;
    // That a temporary is used in several blocks is visible anyway.
    const header = data.graphs[graph].header.filter(text => !text.endsWith(": global"));
    rows = header.map(text => ({ text, kind: "header", value: -1, origin: -1, block: -1 }));
    data.graphs[graph].blocks.forEach((block, number) => {
      rows.push({ text: block.heading + ":", kind: "heading", value: -1, origin: -1, block: number });
      data.lists[block.list].forEach((line, place) => rows.push({
        text: data.lines.text[line], kind: "line", value: data.lines.value[line], origin: data.lines.origin[line],
        block: number, line, inst: block.first + place,
      }));
    });
    this.rows.set(graph, rows);
    return rows;
  },

  /** The rows of a stage with `change`: added, changed or moved since the stage before, and rows that were removed. */
  changesOf(stage) {
    const before = this.before(stage), graph = data.stages[stage].graph;
    const rows = this.rowsOf(graph);
    if (before < 0 || data.stages[before].graph === graph) return { rows, changes: [] };
    let known = this.differences.get(stage);
    if (known) return known;
    const old = this.rowsOf(data.stages[before].graph);
    known = data.stages[stage].kind === "ir" ? compareValues(old, rows) : compareText(old, rows);
    // More than a few of these are large, and easy to compute again.
    if (this.differences.size > 8) this.differences.clear();
    this.differences.set(stage, known);
    return known;
  },

  /** Where a value is in a stage of the IR: its row, or undefined. */
  find(stage, value) {
    const graph = data.stages[stage].graph;
    const blocks = data.graphs[graph].blocks;
    for (let block = 0; block < blocks.length; block++) {
      for (const line of data.lists[blocks[block].list]) {
        if (data.lines.value[line] === value) return { text: data.lines.text[line], block, line, origin: data.lines.origin[line] };
      }
    }
    return undefined;
  },

  /** What each pass did to a value. */
  history(value) {
    const events = [];
    let last, graph = -1;
    data.stages.forEach((stage, number) => {
      if (stage.kind !== "ir" || stage.graph < 0 || stage.graph === graph) return;
      const now = this.find(number, value);
      const event = (what, text) => events.push({ stage: number, what, text });
      if (now && !last) event(graph < 0 ? "read" : "made", now.text);
      else if (!now && last) {
        const by = this.replacement(graph, stage.graph, value);
        event("removed", by === undefined ? "" : "its users use " + by + " instead");
      } else if (now && last) {
        if (now.block !== last.block) event(stage.name.includes("hoist") ? "hoisted" : "moved", "from #" + last.block + " to #" + now.block);
        if (now.text !== last.text) event("rewritten", now.text);
      }
      if (now || graph < 0 || last) last = now;
      graph = stage.graph;
    });
    return events;
  },

  /** The value that users of a removed value use after the pass, if the first user that remains tells. */
  replacement(before, after, value) {
    const name = "@" + value, uses = new RegExp(name + "(?!\\d)");
    const later = new Map();
    for (const row of this.rowsOf(after)) if (row.value >= 0) later.set(row.value, row.text);
    for (const row of this.rowsOf(before)) {
      if (row.value < 0 || row.value === value || !uses.test(row.text)) continue;
      const text = later.get(row.value);
      if (text === undefined) continue;
      const old = row.text.match(/[@^]+\d+/g) || [], now = text.match(/[@^]+\d+/g) || [];
      if (old.length !== now.length) continue;
      const place = old.indexOf(name);
      if (place >= 0 && now[place] !== name) return now[place];
    }
    return undefined;
  },
};

/** Compares lists of rows whose lines define values. */
function compareValues(old, rows) {
  const earlier = new Map(), later = new Set();
  for (const row of old) if (row.value >= 0) earlier.set(row.value, row);
  for (const row of rows) if (row.value >= 0) later.add(row.value);
  const change = row => {
    if (row.value < 0) return undefined;
    const before = earlier.get(row.value);
    if (!before) return "added";
    if (before.text !== row.text) return "changed";
    return before.block !== row.block ? "moved" : undefined;
  };
  return merged(old, rows, change, row => row.value >= 0 && !later.has(row.value), row => row.value);
}

/** Compares lists of rows by text: a line that occurs as often is the same. */
function compareText(old, rows) {
  const counts = new Map(), key = row => row.text;
  for (const row of old) if (row.kind === "line") counts.set(key(row), (counts.get(key(row)) || 0) + 1);
  const kept = new Map();
  const change = row => {
    if (row.kind !== "line") return undefined;
    const left = counts.get(key(row)) || 0;
    if (left === 0) return "added";
    counts.set(key(row), left - 1);
    kept.set(key(row), (kept.get(key(row)) || 0) + 1);
    return undefined;
  };
  const changes = rows.map(change);
  const gone = row => {
    if (row.kind !== "line") return false;
    const left = kept.get(key(row)) || 0;
    if (left > 0) { kept.set(key(row), left - 1); return false; }
    return true;
  };
  let next = 0;
  return merged(old, rows, () => changes[next++], gone, row => row.block + " " + row.text);
}

/** The new rows with their changes, and the rows that are gone after the row they followed. */
function merged(old, rows, change, gone, key) {
  const after = new Map();
  let previous = "start";
  for (const row of old) {
    if (row.kind === "line" && gone(row)) {
      if (!after.has(previous)) after.set(previous, []);
      after.get(previous).push({ ...row, change: "removed" });
    } else previous = row.kind === "heading" ? "#" + row.block : row.kind === "line" ? key(row) : previous;
  }
  const result = [];
  const take = place => {
    for (const row of after.get(place) || []) result.push(row);
    after.delete(place);
  };
  take("start");
  for (const row of rows) {
    const what = change(row);
    result.push(what ? { ...row, change: what } : row);
    if (row.kind === "heading") take("#" + row.block);
    else if (row.kind === "line") take(key(row));
  }
  // Their block is gone, too.
  for (const rest of after.values()) result.push(...rest);
  const changes = [];
  result.forEach((row, place) => { if (row.change) changes.push(place); });
  return { rows: result, changes };
}
