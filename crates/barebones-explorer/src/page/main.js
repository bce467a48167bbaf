// The state of the page, and what changes it: the stage of the slider, and what is selected.

const element = id => document.getElementById(id);
const state = { stage: 0, value: -1, origin: -1, inst: -1, only: false, users: new Set(), userOrigins: new Set() };

/** Ids that a client's test and the keys use. */
const explorer = { data, state, show, select, errors: [] };
window.explorer = explorer;
window.addEventListener("error", event => explorer.errors.push(event.message));

function time(ns) {
  return ns >= 1e6 ? (ns / 1e6).toFixed(2) + " ms" : (ns / 1e3).toFixed(1) + " µs";
}

/** Marks a row that belongs to what is selected. */
function mark(target, row, kind) {
  const isValue = state.value >= 0 && row.value === state.value;
  const isOrigin = state.origin >= 0 && row.origin === state.origin;
  if (isValue || (kind !== "ir" && state.inst >= 0 && row.inst === state.inst && kind === state.kind)) target.classList.add("selected");
  else if (isOrigin || (kind !== "ir" && (state.users.has(row.value) || state.userOrigins.has(row.origin)))) target.classList.add("related");
}

function paintLine(kind) {
  return (target, row) => {
    if (row.kind !== "line") target.classList.add(row.kind);
    if (row.change) target.classList.add(row.change);
    if (row.kind === "line") mark(target, row, kind);
    const indent = row.kind === "line" ? "  " : "";
    const number = kind === "air" && row.kind === "line" ? String(row.inst).padStart(5) : "";
    if (number) {
      const place = document.createElement("span");
      place.className = "offset";
      place.textContent = number;
      target.append(place);
    }
    target.append(indent);
    marked(row.text, target);
  };
}

function paintCode(target, row) {
  mark(target, row, "code");
  const add = (name, text) => {
    const part = document.createElement("span");
    part.className = name;
    part.textContent = text;
    target.append(part);
  };
  add("offset", row.offset.toString(16).padStart(4, "0") + "  ");
  add("bytes", (row.bytes.length > 20 ? row.bytes.slice(0, 19) + "…" : row.bytes).padEnd(21));
  marked(row.text, target);
}

/** Selects what an id of the text names: a value of the IR, or a temporary. */
function clickId(id, row) {
  if (id && id.startsWith("%")) {
    const temporary = data.temporaries.find(temporary => temporary.name === id);
    if (temporary) return select(temporary.value, originOf(temporary.value));
  }
  if (id && id.startsWith("@")) {
    const value = Number(id.slice(1));
    return select(value, originOf(value));
  }
  if (row && row.kind === "heading") return selectBlock(row.block);
  if (!row || row.kind !== "line") return undefined;
  const value = row.value >= 0 ? row.value : finalValueOf(row.origin);
  return select(value, row.origin >= 0 ? row.origin : originOf(value), row.inst, row.bytes ? "code" : "air");
}

/** The origin of a value in the last stage that has it. */
function originOf(value) {
  for (let stage = data.stages.length - 1; stage >= 0; stage--) {
    if (data.stages[stage].kind !== "ir" || data.stages[stage].graph < 0 || model.isSame(stage)) continue;
    const found = model.find(stage, value);
    if (found) return found.origin;
  }
  return -1;
}

/** The value of the IR that an origin names: itself, or the last value that comes from it. */
function finalValueOf(origin) {
  if (origin < 0) return -1;
  const last = model.stageOf("ir", data.stages.length - 1);
  let found = -1;
  for (const row of model.rowsOf(data.stages[last].graph)) {
    if (row.value === origin) return origin;
    if (row.origin === origin && row.value >= 0) found = row.value;
  }
  return found >= 0 ? found : origin;
}

const lists = {
  ir: new List(element("ir"), paintLine("ir"), (row, id) => clickId(id, row)),
  air: new List(element("air"), paintLine("air"), (row, id) => clickId(id, row)),
  code: new List(element("code"), paintCode, (row, id) => clickId(id, row)),
  ranges: new List(element("ranges"), (target, row) => {
    if (state.value >= 0 && row.value === state.value) target.classList.add("selected");
    paintRange(target, row, lists.ranges.box.clientWidth);
  }, row => select(row.value, originOf(row.value))),
};
const flow = new FlowGraph(element("graph"), selectBlock);

function selectBlock(block) {
  flow.selected = block;
  flow.draw();
  const kind = data.stages[state.stage].kind === "air" ? "air" : "ir";
  const place = lists[kind].rows.findIndex(row => row.kind === "heading" && row.block === block);
  if (place >= 0) lists[kind].show(place);
}

/** Shows a stage. */
function show(stage) {
  state.stage = Math.max(0, Math.min(data.stages.length - 1, stage));
  const { name, kind, ns, rewrites } = data.stages[state.stage];
  element("slider").value = state.stage;
  element("current").textContent = `${state.stage + 1}/${data.stages.length} ${name}` + (ns ? "  " + time(ns) : "");
  for (const which of ["ir", "air"]) {
    const shown = model.stageOf(which, state.stage);
    const title = lists[which].title, word = which === "ir" ? "IR" : "Air";
    if (shown < 0) { title.textContent = word + ": none"; lists[which].set([]); continue; }
    const { rows, changes } = model.changesOf(shown);
    const isCurrent = shown === state.stage;
    const visible = state.only && isCurrent ? rows.filter(row => row.change || row.kind === "heading") : isCurrent ? rows : model.rowsOf(data.stages[shown].graph);
    const note = document.createElement("small");
    note.textContent = isCurrent && model.before(shown) >= 0 ? (changes.length ? `${changes.length} changed lines` : "unchanged") + (rewrites ? `, ${rewrites} rewrites` : "") : "";
    title.replaceChildren(`${word} after ${data.stages[shown].name}`, note);
    lists[which].set(visible);
    const selected = state.value < 0 ? -1 : visible.findIndex(row => row.value === state.value);
    if (selected >= 0) lists[which].show(selected);
    else if (isCurrent && changes.length && !state.only) lists[which].show(changes[0]);
  }
  const graph = model.stageOf(kind === "air" || kind === "code" ? "air" : "ir", state.stage);
  if (graph >= 0) flow.set(data.stages[graph].graph);
  for (const button of element("stages").querySelectorAll("button")) {
    const isCurrent = Number(button.dataset.stage) === state.stage;
    button.classList.toggle("current", isCurrent);
    if (isCurrent) button.scrollIntoView({ block: "nearest" });
  }
}

/** The values whose instructions contain a value. */
function usersOf(value) {
  const users = new Set(), waiting = value >= 0 ? [value] : [];
  for (const part of waiting) {
    for (const { root, parts } of data.combinations) {
      if (parts.includes(part) && !users.has(root)) { users.add(root); waiting.push(root); }
    }
  }
  return users;
}

/** Selects a value, or what comes from an origin, everywhere. */
function select(value, origin = -1, inst = -1, kind = "") {
  Object.assign(state, { value, origin, inst, kind, users: usersOf(value) });
  state.userOrigins = new Set([...state.users].map(originOf).filter(user => user >= 0));
  for (const name of Object.keys(lists)) {
    const { rows } = lists[name];
    let place = rows.findIndex(row => row.kind === "line" && value >= 0 && row.value === value && row.change !== "removed");
    if (place < 0) place = rows.findIndex(row => row.kind === "line" && origin >= 0 && row.origin === origin);
    if (place < 0 && name !== "ir") place = rows.findIndex(row => state.users.has(row.value) || state.userOrigins.has(row.origin));
    if (place >= 0) lists[name].show(place); else lists[name].draw();
  }
  const row = lists.ir.rows.find(row => value >= 0 && row.value === value);
  if (row && data.stages[state.stage].kind === "ir") { flow.selected = row.block; flow.draw(); }
  element("details").querySelector("h2").textContent = value >= 0 ? "Value @" + value : origin >= 0 ? "Origin @" + origin : "Value";
  describeValue(element("details").querySelector(".text"), value, origin, show);
}

/** The next or previous stage that changes something. */
function nextChange(step) {
  for (let stage = state.stage + step; stage >= 0 && stage < data.stages.length; stage += step) {
    if (data.stages[stage].graph >= 0 && !model.isSame(stage)) return show(stage);
  }
  return undefined;
}

function setTheme(dark) {
  document.documentElement.classList.toggle("dark", dark);
  flow.draw();
}

const focusOn = id => () => element(id).querySelector(".list, canvas, .text").focus();
const KEYS = {
  ArrowRight: ["→", "next stage", () => show(state.stage + 1)],
  ArrowLeft: ["←", "previous stage", () => show(state.stage - 1)],
  n: ["n", "next stage that changes something", () => nextChange(1)],
  p: ["p", "previous stage that changes something", () => nextChange(-1)],
  Home: ["Home", "first stage", () => show(0)],
  End: ["End", "last stage", () => show(data.stages.length - 1)],
  d: ["d", "changes only", () => element("only").click()],
  t: ["t", "light or dark", () => setTheme(!document.documentElement.classList.contains("dark"))],
  g: ["g", "to the control-flow graph (+ and - zoom, 0 fits)", focusOn("graph")],
  i: ["i", "to the IR", focusOn("ir")],
  a: ["a", "to Air", focusOn("air")],
  c: ["c", "to the code", focusOn("code")],
  l: ["l", "to the live ranges", focusOn("ranges")],
  v: ["v", "to the value", focusOn("details")],
  "+": ["+ -", "zoom the graph", () => flow.zoom(1.25)],
  "-": [null, "", () => flow.zoom(0.8)],
  0: ["0", "fit the graph", () => { flow.fit(); flow.draw(); }],
  Escape: ["Esc", "select nothing", () => select(-1)],
  "?": ["?", "these keys", () => element("keys").showModal()],
};

document.addEventListener("keydown", event => {
  const key = KEYS[event.key];
  if (!key || event.ctrlKey || event.metaKey || event.altKey || element("keys").open) return;
  if (event.target === element("slider") && event.key.startsWith("Arrow")) return;
  event.preventDefault();
  key[2]();
});

function start() {
  element("title").textContent = data.name;
  element("subtitle").textContent = `${data.target}, O${data.level}, ${data.inputValues} values, ${data.code.length} instructions, frame ${data.frameBytes} bytes`;
  element("slider").max = data.stages.length - 1;
  element("slider").oninput = event => show(Number(event.target.value));
  element("previous").onclick = () => show(state.stage - 1);
  element("next").onclick = () => show(state.stage + 1);
  element("only").onchange = event => { state.only = event.target.checked; show(state.stage); };
  element("theme").onclick = () => setTheme(!document.documentElement.classList.contains("dark"));
  element("help").onclick = () => element("keys").showModal();
  element("details").addEventListener("click", event => { if (event.target.dataset.id) clickId(event.target.dataset.id); });
  for (const [name, text] of Object.values(KEYS)) {
    if (!name) continue;
    const row = element("key-table").insertRow(), key = document.createElement("kbd");
    key.textContent = name;
    row.insertCell().append(key);
    row.insertCell().textContent = text;
  }
  const longest = Math.max(1, ...data.stages.map(stage => stage.ns));
  const total = data.stages.reduce((sum, stage) => sum + stage.ns, 0);
  let kind;
  data.stages.forEach((stage, number) => {
    if (stage.kind !== kind && stage.kind !== "check") {
      kind = stage.kind;
      const heading = document.createElement("h3");
      heading.textContent = { ir: "IR", air: "Air", code: "Code" }[kind];
      element("stages").append(heading);
    }
    const button = document.createElement("button"), label = document.createElement("span");
    const note = document.createElement("small"), bar = document.createElement("span");
    button.dataset.stage = number;
    button.className = stage.kind === "check" || (stage.graph >= 0 && model.isSame(number)) ? "same" : "";
    button.title = `${stage.name}: ${time(stage.ns)}, ${(100 * stage.ns / Math.max(1, total)).toFixed(1)} % of all, ${stage.work} examined, ${stage.rewrites} rewrites`;
    label.textContent = stage.name;
    note.textContent = time(stage.ns);
    bar.className = "bar";
    bar.style.width = 100 * stage.ns / longest + "%";
    button.append(label, note, bar);
    button.onclick = () => show(number);
    element("stages").append(button);
  });
  lists.code.title.textContent = `Code: ${data.code.length} instructions`;
  lists.code.set(data.code.map(inst => ({ ...inst, value: -1, kind: "line" })));
  // Padding comes before the entry.
  lists.code.box.scrollTop = ROW * Math.max(0, lists.code.rows.findIndex(row => row.offset === data.entries[0]) - 2);
  lists.ranges.set(rangeRows());
  element("ranges-note").textContent = (data.temporaries.length ? "by instruction before allocation" : "none at O0") + (data.exactRanges ? "" : ", within blocks only");
  setTheme(matchMedia("(prefers-color-scheme: dark)").matches);
  show(Math.max(0, model.stageOf("ir", data.stages.length - 1)));
  select(-1);
  explorer.ready = performance.now();
}

start();
