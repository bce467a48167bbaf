// What is known of one value: its passes, its temporaries with registers and slots, reasons, code, exits.

/** Fills an element with all that is known of a value. `go(stage)` shows a stage. */
function describeValue(into, value, origin, go) {
  into.replaceChildren();
  const heading = text => {
    const element = document.createElement("h3");
    element.textContent = text;
    into.append(element);
  };
  const line = (text, stage) => {
    const element = document.createElement("p"), code = document.createElement("code");
    if (stage !== undefined) {
      const link = document.createElement("span");
      link.className = "stage";
      link.textContent = data.stages[stage].name;
      link.onclick = () => go(stage);
      element.append(link, " ");
    }
    marked(text, code);
    element.append(code);
    into.append(element);
  };
  if (value < 0 && origin < 0) {
    const element = document.createElement("p");
    element.textContent = "Click a value, an instruction or a temporary to follow it. Press ? for the keys.";
    into.append(element);
    return;
  }
  const known = data.clientOrigins.find(entry => entry.value === origin);
  if (known) line("the client calls its origin " + known.origin);
  if (value >= 0) {
    heading("Through the passes");
    for (const event of model.history(value)) line(event.what + (event.text ? ": " + event.text : ""), event.stage);
    if (origin >= 0 && origin !== value) line("comes from @" + origin + " of the input");
  }
  const rules = data.combinations.filter(rule => rule.root === value || rule.parts.includes(value));
  if (rules.length) heading("Selection");
  for (const rule of rules) {
    const parts = rule.parts.map(part => "@" + part).join(", ");
    if (rule.root === value) line(`takes ${parts || "itself"}: ${rule.meaning} (${rule.rule})`);
    else line(`folded into @${rule.root}: ${rule.meaning} (${rule.rule})`);
  }
  for (const pair of data.missed) {
    if (pair.producer === value) line(`not folded into @${pair.consumer}: ${pair.reason}`);
    else if (pair.consumer === value) line(`does not take @${pair.producer}: ${pair.reason}`);
  }
  const own = [];
  data.temporaries.forEach((temporary, number) => { if (value >= 0 && temporary.value === value && temporary.ranges.length) own.push(number); });
  if (own.length) heading("Registers and slots");
  for (const number of own) describeTemporary(number, line);
  const code = data.code.filter(inst => inst.origin >= 0 && inst.origin === origin);
  if (code.length) {
    heading("Code");
    for (const inst of code.slice(0, 12)) line(inst.offset.toString(16).padStart(4, "0") + "  " + inst.text);
    if (code.length > 12) line(`and ${code.length - 12} more instructions`);
  }
  const exits = [];
  data.exits.forEach((exit, number) => exit.frames.forEach((frame, depth) => frame.entries.forEach((entry, place) => {
    if (entry.value === value && value >= 0) exits.push({ exit, number, frame, depth, place, entry });
  })));
  if (exits.length) heading("Exit states");
  for (const { exit, number, frame, depth, place, entry } of exits.slice(0, 40)) {
    const state = exit.state >= 0 ? `, state ${exit.state}` : "";
    line(`exit ${number} (${exit.kind}${state}), frame ${depth} (function ${frame.function}, pc ${frame.pc}), entry ${place}: ${entry.place}`);
  }
  if (exits.length > 40) line(`and ${exits.length - 40} more entries`);
}

/** Lines about a temporary: where it is, and the decisions about it and about the one whose location it shares. */
function describeTemporary(number, line) {
  const temporary = data.temporaries[number], shared = representative(number);
  const { pieces, slots } = data.temporaries[shared];
  const where = pieces.map(piece => `${piece.register} (${piece.from} to ${piece.to})`);
  const places = [...where, ...new Set([...slots, ...temporary.slots])];
  const together = shared === number ? "" : ` together with ${data.temporaries[shared].name}`;
  line(`${temporary.name}${together}: ${places.join(", ") || "no register of its own"}`);
  const related = data.decisions.filter(decision => decision.temporary === number || decision.temporary === shared);
  for (const decision of related.slice(0, 30)) line(`  at ${decision.inst}: ${decision.text}`);
  if (related.length > 30) line(`  and ${related.length - 30} more decisions`);
}
