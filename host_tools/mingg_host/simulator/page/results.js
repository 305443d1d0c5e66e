// The results of the present evening: as a spreadsheet, and on paper.

import { make, say } from "./text.js";

// A spreadsheet takes a text for a formula if it begins with one of these, at the start of a cell or after a separator.
const FORMULA = /(?<![\p{L}\p{N}_'])[=+\-@\uff1d\uff0b\uff0d\uff20\u2212]/gu;

/** The table in cells: a head, a row for each deal or payment, and the balances. */
function cells({ names, balances, rows }) {
  const line = ([number, round, east, text, score, gains]) => [number, round, east ?? "", text, score, ...gains];
  return [
    [...["deal", "round", "East", "result", "score"].map((name) => say(`column ${name}`)), ...names],
    ...rows.map(line),
    ["", "", "", say("column balance"), "", ...balances],
  ];
}

/** Returns CSV, with a comma between cells. */
export function csv(results) {
  const cell = (value) => {
    const text = typeof value === "number" ? String(value) : value.replace(FORMULA, "'$&");
    return /[",;\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
  };
  return cells(results).map((row) => `${row.map(cell).join(",")}\n`).join("");
}

/** Fills an element with the results, to be printed. */
export function fill(element, results) {
  const [head, ...body] = cells(results);
  const row = (values, kind) => make("tr", ...values.map((value) => make(kind, value)));
  const title = make("h2", `${results.names.join(", ")}: ${results.rules}`);
  const rows = make("tbody", ...body.map((values) => row(values, "td")));
  element.replaceChildren(title, make("table", make("thead", row(head, "th")), rows));
}
