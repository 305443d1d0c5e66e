// Seats by hand: press a player, then another one, and they change places; or press a table, and the player moves there.

import { make, name, seatsOf, WINDS } from "./night.js";
import { act, button } from "./forms.js";

const OUT = -1;

// Players in tables of four, with tables of three for those who are left: [tables, who sits out].
export function grouped(names) {
  const left = names.length % 4;
  const threes = names.length < 6 ? (left === 3 ? 1 : 0) : left && 4 - left;
  const tables = [];
  let at = 0;
  const fours = (names.length - 3 * threes) >> 2;
  for (let n = 0; n < fours + threes; n++) {
    const size = n < fours ? 4 : 3;
    tables.push(names.slice(at, at + size));
    at += size;
  }
  return [tables, names.slice(at)];
}

export class Seating {
  constructor(tables, out, redraw, close) {
    this.tables = tables.map((table) => [...table]);
    this.out = [...out];
    this.picked = null;
    this.redraw = redraw;
    this.close = close;
  }

  list(table) {
    return table === OUT ? this.out : this.tables[table];
  }

  press(table, index) {
    if (!this.picked) {
      this.picked = [table, index];
    } else {
      const [from, at] = this.picked;
      const one = this.list(from)[at];
      this.list(from)[at] = this.list(table)[index];
      this.list(table)[index] = one;
      this.picked = null;
    }
    this.redraw();
  }

  move(table) {
    const [from, at] = this.picked;
    if (table === this.tables.length) this.tables.push([]);
    this.list(table).push(...this.list(from).splice(at, 1));
    this.tables = this.tables.filter((each) => each.length);
    this.picked = null;
    this.redraw();
  }

  player(table, index) {
    const text = this.list(table)[index];
    const seat = table === OUT ? "" : seatsOf(this.tables[table].length)[index];
    const pressed = Boolean(this.picked && this.picked[0] === table && this.picked[1] === index);
    return button(
      [
        make("span", { class: "seat", "aria-hidden": "true" }, seat || "–"),
        make("span", { class: "unseen" }, `${WINDS[seat] || "sits out"}: `),
        name(text),
      ],
      () => this.press(table, index),
      { class: "player", "aria-pressed": String(pressed), "data-k": `seat:${text}` },
    );
  }

  panel(title, table, wrong) {
    const here = this.picked && this.picked[0] !== table && (table === OUT || (this.list(table) || []).length < 4);
    return make(
      "li",
      { class: wrong ? "wrong" : "" },
      make(
        "div",
        { class: "top" },
        make("h3", {}, title),
        make("span", { class: "state" }, wrong),
        here &&
          button("move here", () => this.move(table), { "data-k": `to:${table}`, "aria-label": `move to ${title}` }),
      ),
      (this.list(table) || []).map((_, index) => this.player(table, index)),
    );
  }

  draw() {
    const wrong = (table) => (table.length < 3 || table.length > 4 ? "3 or 4 players" : "");
    const bad = this.tables.some(wrong) || !this.tables.length;
    return [
      make(
        "p",
        { class: "soft" },
        "Press a player, then another one: they change places. Or press “move here”. The first of a table is East.",
      ),
      make(
        "ul",
        { class: "seating" },
        this.tables.map((table, index) => this.panel(`Table ${index + 1}`, index, wrong(table))),
        this.panel("New table", this.tables.length, ""),
        this.panel("Sits out", OUT, ""),
      ),
      make(
        "div",
        { class: "buttons" },
        button("keep these seats", () => act({ do: "place", tables: this.tables }).then(this.close), {
          class: "main",
          disabled: bad,
          "data-k": "keep",
        }),
        button("cancel", this.close, { "data-k": "cancel" }),
      ),
    ];
  }
}
