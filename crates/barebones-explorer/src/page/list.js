// A list that only has the rows that are visible, so that its length costs nothing.

const ROW = 18;

/** The parts of a line: ids of values and temporaries, registers, the name of the operation. */
const PARTS = /([@^]\d+|%f?t\d+(?!\w))|(%\w+|\b(?:[re]?[abcd]x|[re]?[sd]i|[re]?[sb]p|r\d+[dwb]?|xmm\d+|[wxdsv]\d+)\b)|(\b[A-Z]\w*(?=\(| |$))/g;

/** Text as elements with the parts marked. */
function marked(text, into) {
  let last = 0;
  for (const match of text.matchAll(PARTS)) {
    if (match.index > last) into.append(text.slice(last, match.index));
    const part = document.createElement("span");
    part.className = match[1] ? "id" : match[2] ? "register" : "opcode";
    part.textContent = match[0];
    if (match[1]) part.dataset.id = match[0].replace("^", "@");
    into.append(part);
    last = match.index + match[0].length;
  }
  into.append(text.slice(last));
}

class List {
  /** `paint(element, row)` fills a row; `click(row, id)` is called with the row and the id that was clicked, if any. */
  constructor(section, paint, click) {
    this.title = section.querySelector("h2");
    this.box = section.querySelector(".list");
    this.space = document.createElement("div");
    this.space.className = "space";
    this.box.append(this.space);
    this.paint = paint;
    this.rows = [];
    this.cursor = -1;
    this.box.addEventListener("scroll", () => this.draw());
    new ResizeObserver(() => this.draw()).observe(this.box);
    this.box.addEventListener("click", event => {
      const element = event.target.closest(".row");
      if (!element) return;
      this.cursor = Number(element.dataset.place);
      click(this.rows[this.cursor], event.target.dataset.id);
    });
    this.box.addEventListener("keydown", event => {
      const step = { ArrowDown: 1, ArrowUp: -1, PageDown: 20, PageUp: -20 }[event.key];
      if (!step) return;
      event.preventDefault();
      this.cursor = Math.max(0, Math.min(this.rows.length - 1, this.cursor + step));
      this.show(this.cursor, false);
      click(this.rows[this.cursor], undefined);
    });
  }

  set(rows) {
    this.rows = rows;
    this.cursor = Math.min(this.cursor, rows.length - 1);
    const widest = rows.reduce((most, row) => Math.max(most, row.text.length), 0);
    this.space.style.height = rows.length * ROW + "px";
    this.space.style.width = `max(100%, ${widest + 4}ch)`;
    this.draw();
  }

  draw() {
    const first = Math.max(0, Math.floor(this.box.scrollTop / ROW) - 8);
    const last = Math.min(this.rows.length, Math.ceil((this.box.scrollTop + this.box.clientHeight) / ROW) + 8);
    const elements = [];
    for (let place = first; place < last; place++) {
      const element = document.createElement("div");
      element.className = "row";
      element.style.top = place * ROW + "px";
      element.dataset.place = place;
      this.paint(element, this.rows[place]);
      elements.push(element);
    }
    this.space.replaceChildren(...elements);
  }

  /** Scrolls to a row if it is not visible, or to the middle. */
  show(place, centre = true) {
    const top = place * ROW, height = this.box.clientHeight;
    if (top < this.box.scrollTop || top + ROW > this.box.scrollTop + height) {
      this.box.scrollTop = centre ? top - height / 2 : top < this.box.scrollTop ? top : top + ROW - height;
    }
    this.draw();
  }
}
