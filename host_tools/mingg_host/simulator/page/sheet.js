// The score sheet of the last deal, beside the device: the core that counts for the screen has made it.

import { make, say } from "./text.js";

export class Sheet {
  /** read(): returns the sheet, see browser/evenings.py. */
  constructor(details, read) {
    this.details = details;
    this.read = read;
    this.last = [];
    this.drawn = "";
    details.open = getComputedStyle(details).position === "relative"; // where it stands beside the device
    details.addEventListener("toggle", () => this.draw());
  }

  /** last: [number of the last deal, and more that changes with what is saved], or null. Returns true if the sheet came or went. */
  follow(last) {
    const { hidden } = this.details;
    this.last = last;
    this.details.hidden = !last;
    if (last) this.draw();
    return this.details.hidden !== hidden;
  }

  draw() {
    const now = this.last + document.documentElement.lang;
    this.details.querySelector("summary").textContent = say("sheet", this.last[0]);
    if (!this.details.open || this.drawn === now) return;
    const sheet = this.read();
    if (!sheet) return; // while the device starts
    this.drawn = now;
    const { head, parts, foot } = sheet;
    const text = (sentence) => make("p", sentence);
    this.details.querySelector("div").replaceChildren(...head.map(text), ...parts.map(table), ...foot.map(text));
  }
}

/** A hand, or the payments. */
function table([heading, tiles, lines]) {
  const rows = lines.map(([words, figure, style]) => {
    const row = make("tr", make("th", words), make("td", String(figure)));
    row.className = style.includes("bold") ? "sum" : "";
    return row;
  });
  return make("table", make("caption", make("b", heading), ...(tiles ? [make("br"), make("small", tiles)] : [])), make("tbody", ...rows));
}
