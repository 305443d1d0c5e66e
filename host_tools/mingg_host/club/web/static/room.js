// The room page: tables, leaders, who sits where, what is missing. It turns its pages by itself.

import { WINDS, count, follow, hundredths, make, name, plain, points, seatOf } from "./night.js";

const TURN_MS = 9000;
const LEADERS = 3; // stay on every page of the standing
const SCALES = [1.7, 1.5, 1.35, 1.25, 1.2, 1.15, 1.1, 1.05, 1, 0.96]; // of letters; 0.96 is the least that can be read
const small = matchMedia("(max-width: 700px), (max-height: 420px)");
const still = matchMedia("(prefers-reduced-motion: reduce)");
const at = (id) => document.getElementById(id);

let night = null;
let linked = true;
let page = 0;
let paused = still.matches;
let timer = 0;

// ---- texts ----

function where() {
  const of = night.sittings ? ` of ${night.sittings}` : "";
  const states = {
    draft: `${count(new Set(night.standing.map((rank) => rank.name)).size, "player")}. The first sitting begins soon.`,
    playing: `Sitting ${night.sitting}${of}`,
    moving: `Sitting ${night.sitting}${of} is over. New seats follow.`,
    over: "The night is over.",
  };
  return states[night.state];
}

function stateOf(table) {
  if (table.behind) return ["wrong", `${table.behind} missing`];
  if (night.messages.some((message) => message.grave && message.table === table.number)) return ["wrong", "in doubt"];
  if (table.tied.length) return ["throws", "throw dice"];
  if (table.done) return ["done", "finished"];
  if (table.state === "away") return ["wrong", "away"];
  if (table.state === "never") return ["wrong", "no device"];
  return ["", table.deals ? `deal ${table.played + 1} of ${table.deals}` : `deal ${table.played + 1}`];
}

function missing() {
  if (!linked) return ["wrong", "No connection to the host. This page tries again."];
  if (night.broker) return ["wrong", "The host has lost the tables. They play on."];
  const said = [];
  const list = (tables, what) => {
    if (!tables.length) return;
    const more = tables.length > 6 ? ` and ${tables.length - 6} more` : "";
    said.push(`${tables.length > 1 ? "Tables" : "Table"} ${tables.slice(0, 6).map((table) => table.number).join(", ")}${more}: ${what}`);
  };
  list(night.tables.filter((table) => table.behind), "results are missing");
  list(night.tables.filter((table) => !table.behind && !table.done && table.state === "away"), "away");
  list(night.tables.filter((table) => !table.behind && !table.done && table.state === "never"), "no device yet");
  const throwing = night.tables.filter((table) => table.tied.length);
  const wrong = said.length > 0;
  list(throwing, "throw dice");
  if (said.length) return [wrong ? "wrong" : "", said.join(" · ")];
  if (night.state === "playing") {
    const left = night.tables.filter((table) => !table.done).length;
    return ["", `Nothing is missing. ${count(left, "table")} still ${left === 1 ? "plays" : "play"}.`];
  }
  return ["", night.sitting ? "Nothing is missing." : night.rules];
}

// ---- parts ----

function cardOf(table) {
  const [kind, state] = stateOf(table);
  const best = Math.max(...table.players.map((person) => person.points));
  return make(
    "li",
    { class: `card ${kind}` },
    make("h3", {}, make("span", { class: "unseen" }, "Table "), make("b", {}, String(table.number)), make("span", { class: "state" }, state)),
    make(
      "ul",
      {},
      table.players.map((person) => {
        const seat = seatOf(table, person);
        return make(
          "li",
          { class: table.played && person.points === best && best > 0 ? "best" : "" },
          make("span", { class: "seat" }, make("span", { "aria-hidden": "true" }, seat || "–"), make("span", { class: "unseen" }, WINDS[seat] || "sits out")),
          name(person.name, "bdi", { class: "who" }),
          make("span", { class: "won" }, points(person.points)),
        );
      }),
    ),
  );
}

function rankOf(rank) {
  const won = night.by === "table_points" ? hundredths(rank.table_points) : points(rank.points);
  return make(
    "li",
    { class: rank.rank <= LEADERS && rank.deals ? "leader" : "" },
    make("span", { class: "rank" }, `${rank.rank}.`),
    name(rank.name, "bdi", { class: "who" }),
    make("span", { class: "won" }, won),
  );
}

const playerOf = (rank) => make("li", {}, name(rank.name, "bdi", { class: "who" }));

// Who sits where at the start of a sitting, in the order of names: everybody looks for the own name.
function places() {
  const moves = night.moves.length
    ? night.moves
    : night.tables.flatMap((table) => table.players.map((person) => ({ name: person.name, table: table.number, seat: seatOf(table, person) })));
  return [...moves].sort((one, other) => one.name.localeCompare(other.name));
}

function placeOf(move) {
  const goes = move.table ? [make("span", { class: "goes" }, `Table ${move.table}`), make("span", { class: "wind" }, WINDS[move.seat] || "fifth")] : [make("span", { class: "goes" }, "sits out")];
  return make("li", {}, name(move.name, "bdi", { class: "who" }), goes);
}

const isSeating = () =>
  night.tables.length > 0 && (night.moves.length > 0 || (night.state === "playing" && night.tables.every((table) => !table.played && !table.done)));

// ---- pages ----

// Fills a list with as many items as fit, in the largest letters that need no more pages. fixed: items that stay on every
// page. down: the list is read column by column. Returns [pages, from, to].
function fill(list, items, build, columnsAt, { fixed = 0, down = false } = {}) {
  if (small.matches || !items.length) {
    list.replaceChildren(...items.map(build));
    return [1, 0, items.length];
  }
  const longest = items.reduce((most, item) => ((item.players || []).length > (most.players || []).length ? item : most));
  list.style.removeProperty("grid-template-rows");
  list.replaceChildren(build(longest));
  const choices = SCALES.map((scale) => {
    const columns = columnsAt(scale);
    list.style.setProperty("--s", scale);
    list.style.setProperty("--columns", columns);
    const gap = parseFloat(getComputedStyle(list).rowGap) || 0;
    const height = list.firstElementChild.getBoundingClientRect().height + gap;
    const rows = Math.max(1, Math.floor((list.clientHeight + gap + 1) / height));
    const each = Math.max(1, rows * columns - fixed);
    return { scale, columns, each, pages: Math.max(1, Math.ceil((items.length - fixed) / each)) };
  });
  const least = Math.min(...choices.map((choice) => choice.pages));
  const { scale, columns, each, pages } = choices.find((choice) => choice.pages === least);
  list.style.setProperty("--s", scale);
  list.style.setProperty("--columns", columns);
  const from = (page % pages) * each;
  const to = Math.min(items.length - fixed, from + each);
  const shown = [...items.slice(0, fixed), ...items.slice(fixed + from, fixed + to)];
  if (down) list.style.setProperty("grid-template-rows", `repeat(${Math.ceil(shown.length / columns)}, auto)`);
  list.replaceChildren(...shown.map(build));
  return [pages, from, to];
}

function title(id, text, beside) {
  at(id).replaceChildren(make("span", {}, text), make("span", { class: "page" }, beside));
}

function draw() {
  if (!night) return;
  at("waiting").hidden = true;
  document.title = plain(night.title);
  at("title").replaceChildren(name(night.title));
  at("where").textContent = where();
  const [kind, text] = missing();
  document.querySelector("footer").className = kind;
  if (at("missing").textContent !== text) at("missing").textContent = text; // a screen reader reads every change
  const seating = isSeating();
  at("places").hidden = !seating;
  at("tables").hidden = seating || !night.tables.length;
  at("standing").hidden = seating;
  let pages = 1;
  if (seating) {
    const moves = places();
    const [all, from, to] = fill(at("places").querySelector(".rows"), moves, placeOf, (scale) => (scale > 1.05 ? 2 : 3), { down: true });
    pages = all;
    title("places-title", "Take your seats", all > 1 ? `${from + 1} to ${to} of ${moves.length}` : "");
  } else {
    const few = night.tables.length <= 4;
    const [all, from, to] = fill(at("tables").querySelector(".cards"), night.tables, cardOf, (scale) => (few || scale > 1.05 ? 2 : 3));
    title("tables-title", "Tables", all > 1 ? `${from + 1} to ${to} of ${night.tables.length}` : "");
    const alone = !night.tables.length;
    const fixed = night.standing.length > LEADERS ? LEADERS : 0;
    const [more, first, last] = fill(at("standing").querySelector(".rows"), night.standing, night.sitting ? rankOf : playerOf, () => (alone ? 3 : 1), { fixed: alone ? 0 : fixed, down: alone });
    const skipped = alone ? 0 : fixed;
    title("standing-title", night.sitting ? "Standing" : "Players", more > 1 ? `${first + skipped + 1} to ${last + skipped} of ${night.standing.length}` : "");
    pages = Math.max(all, more);
  }
  at("turning").hidden = pages < 2 || small.matches;
  page %= pages; // the longer list decides when both begin again
}

// ---- turning ----

function turn(by) {
  page = Math.max(0, page + by);
  draw();
  schedule();
}

function schedule() {
  clearInterval(timer);
  if (!paused) timer = setInterval(() => { page += 1; draw(); }, TURN_MS);
  at("pause").setAttribute("aria-pressed", String(paused));
}

at("back").addEventListener("click", () => turn(-1));
at("on").addEventListener("click", () => turn(1));
at("pause").addEventListener("click", () => {
  paused = !paused;
  schedule();
});
addEventListener("keydown", (event) => {
  if (event.key === "ArrowRight" || event.key === "PageDown") turn(1);
  if (event.key === "ArrowLeft" || event.key === "PageUp") turn(-1);
});
addEventListener("resize", draw);
schedule();
follow(
  "/events",
  (latest) => {
    night = latest;
    draw();
  },
  (is) => {
    if (linked === is) return;
    linked = is;
    draw();
  },
);
