// The control-flow graph: blocks in layers, drawn on a canvas. Only what is visible is drawn.

const BOX_WIDTH = 120, BOX_HEIGHT = 38, GAP_X = 26, GAP_Y = 40;

class FlowGraph {
  /** `click(block)` is called with the number of a block. */
  constructor(section, click) {
    this.canvas = section.querySelector("canvas");
    this.note = section.querySelector("small");
    this.layouts = new Map();
    this.graph = -1;
    this.selected = -1;
    [this.x, this.y, this.scale] = [0, 0, 1];
    new ResizeObserver(() => { if (!this.moved) this.fit(); this.draw(); }).observe(this.canvas);
    let drag;
    this.canvas.addEventListener("pointerdown", event => {
      drag = { x: event.clientX, y: event.clientY, moved: false };
      this.canvas.setPointerCapture(event.pointerId);
    });
    this.canvas.addEventListener("pointermove", event => {
      if (!drag) return;
      const [dx, dy] = [event.clientX - drag.x, event.clientY - drag.y];
      if (!drag.moved && Math.abs(dx) + Math.abs(dy) < 4) return;
      Object.assign(drag, { x: event.clientX, y: event.clientY, moved: true });
      this.x += dx; this.y += dy; this.moved = true;
      this.draw();
    });
    this.canvas.addEventListener("pointerup", event => {
      if (drag && !drag.moved) {
        const box = this.canvas.getBoundingClientRect();
        const block = this.at(event.clientX - box.left, event.clientY - box.top);
        if (block >= 0) click(block);
      }
      drag = undefined;
    });
    this.canvas.addEventListener("wheel", event => {
      event.preventDefault();
      const box = this.canvas.getBoundingClientRect();
      this.zoom(event.deltaY < 0 ? 1.15 : 1 / 1.15, event.clientX - box.left, event.clientY - box.top);
    }, { passive: false });
    this.canvas.addEventListener("dblclick", () => { this.fit(); this.draw(); });
  }

  zoom(factor, x = this.canvas.clientWidth / 2, y = this.canvas.clientHeight / 2) {
    const scale = Math.max(0.01, Math.min(3, this.scale * factor));
    this.x = x - (x - this.x) * scale / this.scale;
    this.y = y - (y - this.y) * scale / this.scale;
    this.scale = scale; this.moved = true;
    this.draw();
  }

  at(x, y) {
    const [left, top] = [(x - this.x) / this.scale, (y - this.y) / this.scale];
    return this.layout.boxes.findIndex(box => box && left >= box.x && left <= box.x + BOX_WIDTH && top >= box.y && top <= box.y + BOX_HEIGHT);
  }

  set(graph) {
    if (graph === this.graph) return;
    this.graph = graph;
    if (!this.layouts.has(graph)) this.layouts.set(graph, layout(data.graphs[graph].blocks));
    this.layout = this.layouts.get(graph);
    const count = this.layout.boxes.filter(box => box).length;
    const left = this.layout.boxes.length - count;
    this.note.textContent = count + (count === 1 ? " block" : " blocks") + (left ? `, ${left} not reached` : "");
    if (!this.moved) this.fit();
    this.draw();
  }

  fit() {
    if (!this.layout) return;
    const { width, height } = this.layout, { clientWidth, clientHeight } = this.canvas;
    // Never so small that it cannot be read: then the entry is shown.
    this.scale = Math.max(0.5, Math.min(1.2, (clientWidth - 16) / width, (clientHeight - 16) / height));
    const entry = clientWidth / 2 - (this.layout.boxes[0].x + BOX_WIDTH / 2) * this.scale;
    this.x = width * this.scale <= clientWidth ? (clientWidth - width * this.scale) / 2 : entry;
    this.y = 8;
    this.moved = false;
  }

  draw() {
    const { canvas } = this, ratio = devicePixelRatio || 1;
    if (!this.layout || !canvas.clientWidth) return;
    [canvas.width, canvas.height] = [canvas.clientWidth * ratio, canvas.clientHeight * ratio];
    const pen = canvas.getContext("2d"), style = getComputedStyle(document.documentElement);
    const colour = name => style.getPropertyValue("--" + name).trim();
    pen.setTransform(ratio * this.scale, 0, 0, ratio * this.scale, ratio * this.x, ratio * this.y);
    const [left, top] = [-this.x / this.scale, -this.y / this.scale];
    const [right, bottom] = [left + canvas.clientWidth / this.scale, top + canvas.clientHeight / this.scale];
    const { boxes, edges } = this.layout;
    pen.lineWidth = 1.3;
    for (const edge of edges) {
      const [a, b] = [boxes[edge.from], boxes[edge.to]];
      if (Math.max(a.y, b.y) + 90 < top || Math.min(a.y, b.y) - 90 > bottom) continue;
      const isOfSelected = edge.from === this.selected || edge.to === this.selected;
      pen.strokeStyle = pen.fillStyle = isOfSelected ? colour("accent") : colour(edge.back ? "back-edge" : "edge");
      const x1 = a.x + BOX_WIDTH * (edge.place + 1) / (edge.count + 1), y1 = a.y + BOX_HEIGHT;
      const x2 = b.x + BOX_WIDTH / 2 + (edge.back ? BOX_WIDTH * 0.3 : 0), y2 = b.y;
      pen.beginPath();
      pen.moveTo(x1, y1);
      if (edge.back) {
        const side = Math.max(a.x, b.x) + BOX_WIDTH + 22;
        pen.bezierCurveTo(x1, y1 + 34, side, y1 + 34, side, (y1 + y2) / 2);
        pen.bezierCurveTo(side, y2 - 34, x2, y2 - 34, x2, y2);
      } else {
        const middle = Math.min(GAP_Y, (y2 - y1) / 2);
        pen.bezierCurveTo(x1, y1 + middle, x2, y2 - middle, x2, y2);
      }
      pen.stroke();
      pen.beginPath();
      pen.moveTo(x2, y2); pen.lineTo(x2 - 4, y2 - 7); pen.lineTo(x2 + 4, y2 - 7);
      pen.fill();
    }
    const blocks = data.graphs[this.graph].blocks;
    boxes.forEach((box, block) => {
      if (!box || box.x > right || box.x + BOX_WIDTH < left || box.y > bottom || box.y + BOX_HEIGHT < top) return;
      pen.fillStyle = colour(block === this.selected ? "selected" : "back");
      pen.strokeStyle = colour(block === this.selected ? "accent" : "edge");
      pen.beginPath();
      pen.roundRect(box.x, box.y, BOX_WIDTH, BOX_HEIGHT, 5);
      pen.fill(); pen.stroke();
      if (this.scale < 0.25) return;
      const [name, ...rest] = blocks[block].heading.split(" ");
      const lines = data.lists[blocks[block].list].length;
      pen.fillStyle = colour("text");
      pen.font = "600 12px ui-monospace, monospace";
      pen.fillText(name, box.x + 8, box.y + 16);
      pen.fillStyle = colour("dim");
      pen.font = "10px system-ui, sans-serif";
      pen.fillText(lines + (lines === 1 ? " line" : " lines"), box.x + 8 + 8 * name.length + 8, box.y + 16, BOX_WIDTH - 24 - 8 * name.length);
      pen.fillText(rest.join(" ").replace(/frequency=([\d.]+)/, (_, n) => "× " + Number(Number(n).toPrecision(3))), box.x + 8, box.y + 31, BOX_WIDTH - 16);
    });
  }
}

/** Layers by the longest path without edges to blocks that are being visited, then ordered by the mean of neighbours. */
function layout(blocks) {
  const count = blocks.length, state = new Uint8Array(count), order = [], isBack = new Set();
  // Blocks that the entry does not reach are not drawn: passes leave such blocks behind.
  const stack = [[0, 0]];
  state[0] = 1;
  while (stack.length) {
    const top = stack[stack.length - 1], [block, next] = top;
    if (next < blocks[block].successors.length) {
      top[1]++;
      const to = blocks[block].successors[next];
      if (state[to] === 1) isBack.add(block + " " + next);
      else if (!state[to]) { state[to] = 1; stack.push([to, 0]); }
    } else { state[block] = 2; order.push(block); stack.pop(); }
  }
  const hidden = block => !state[block];
  order.reverse();
  const layer = new Int32Array(count), edges = [], above = blocks.map(() => []);
  for (const block of order) {
    blocks[block].successors.forEach((to, place) => {
      const back = isBack.has(block + " " + place);
      edges.push({ from: block, to, place, count: blocks[block].successors.length, back });
      if (!back) { layer[to] = Math.max(layer[to], layer[block] + 1); above[to].push(block); }
    });
  }
  const layers = [];
  for (const block of order) (layers[layer[block]] ||= []).push(block);
  const place = new Float64Array(count);
  for (const row of layers) {
    const wish = block => above[block].length ? above[block].reduce((sum, other) => sum + place[other], 0) / above[block].length : 0;
    const wishes = new Map(row.map(block => [block, wish(block)]));
    row.sort((a, b) => wishes.get(a) - wishes.get(b));
    // As near to the wishes as the gaps allow, with their mean in place.
    const step = BOX_WIDTH + GAP_X;
    let last = -Infinity, shift = 0;
    for (const block of row) {
      place[block] = Math.max(wishes.get(block), last + step);
      last = place[block];
      shift += place[block] - wishes.get(block);
    }
    for (const block of row) place[block] -= shift / row.length;
  }
  const least = order.reduce((least, block) => Math.min(least, place[block]), Infinity);
  const boxes = blocks.map((_, block) => hidden(block) ? null : { x: place[block] - least + 8, y: layer[block] * (BOX_HEIGHT + GAP_Y) + 8 });
  let [width, height] = [BOX_WIDTH, BOX_HEIGHT];
  for (const box of boxes) {
    if (!box) continue; width = Math.max(width, box.x + BOX_WIDTH + 34); height = Math.max(height, box.y + BOX_HEIGHT + 16); }
  return { boxes, edges, width, height };
}
