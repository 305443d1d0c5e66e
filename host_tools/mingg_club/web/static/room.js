// The room page: tables, leaders, who sits where, what is missing. It turns its pages automatically.

import { WINDS, count, follow, hundredths, make, name, plain, points } from "./night.js";

const TURN_MS = 9000;
const LEADERS = 3; // stay on every page of the standing
const MOST_SCALE = 2.2; // of the least letters that can be read, see room.css
const MOST_ROW = 1.3; // a card may be so much higher than its letters need
// How much a table shows: all players, the two best, or the name and the points of the best. least: scale of its letters.
const FORMS = [
  { people: 5, seats: true, least: 1 },
  { people: 2, least: 1 },
  { people: 1, tiny: true, least: 0.84 },
];
const LEAST_NAME = 6; // a longer name may be cut at so many em, if more tables fit then
const small = matchMedia("(max-width: 700px), (max-height: 420px)");
const still = matchMedia("(prefers-reduced-motion: reduce)");
const at = (id) => document.getElementById(id);
const ruler = document.createElement("canvas").getContext("2d");

let night = null;
let linked = true;
let page = 0;
let paused = still.matches;
let timer = 0;

// ---- texts ----

function missing() {
  return linked ? night.said : ["wrong", "No connection to the host. This page tries again."];
}

// ---- parts ----

const best = (table) => Math.max(...table.players.map((person) => person.points));
const seatLabel = (seat) =>
  make(
    "span",
    { class: "seat" },
    make("span", { "aria-hidden": "true" }, seat || "–"),
    make("span", { class: "unseen" }, WINDS[seat] || "sits out"),
  );

function personOf(table, person, form) {
  return make(
    "li",
    { class: table.played && person.points === best(table) && person.points > 0 ? "best" : "" },
    form.seats && seatLabel(person.seat),
    name(person.name, "bdi", { class: "who" }),
    !form.tiny && make("span", { class: "won" }, points(person.points)),
  );
}

// Who is shown of a table: everyone in the order of seats, or the best. Before the first deal, names in few lines.
function peopleOf(table, form) {
  if (form.people >= table.players.length) return table.players.map((person) => personOf(table, person, form));
  if (table.played)
    return [...table.players]
      .sort((one, other) => other.points - one.points)
      .slice(0, form.people)
      .map((person) => personOf(table, person, form));
  const each = Math.ceil(table.players.length / form.people);
  return Array.from({ length: form.people }, (_, line) => table.players.slice(line * each, (line + 1) * each)).map(
    (some) =>
      make(
        "li",
        {},
        make(
          "span",
          { class: "who" },
          some.flatMap((person, turn) => [turn ? ", " : "", name(person.name)]),
        ),
      ),
  );
}

function cardOf(table, form) {
  const [kind, state] = [table.look, table.words];
  const brief = form.tiny && table.played && (!kind || kind === "done"); // the line below the number shows the deals
  const said = brief
    ? [make("span", { class: "unseen" }, `${state}, `), make("b", { class: "won" }, points(best(table)))]
    : state;
  const bar = make("span", { class: "bar", "aria-hidden": "true" }, make("i", {}));
  bar.firstChild.style.setProperty(
    "--done",
    table.done ? 1 : table.deals ? Math.min(1, table.played / table.deals) : 0,
  );
  return make(
    "li",
    { class: `card ${kind} ${form.tiny ? "tiny" : ""}` },
    make(
      "h3",
      {},
      make("span", { class: "unseen" }, "Table "),
      make("b", { class: "number" }, String(table.number)),
      make("span", { class: "state" }, said),
    ),
    bar,
    make("ul", {}, peopleOf(table, form)),
  );
}

const placeWord = (rank) => (rank.rank ? `${rank.rank}.` : rank.guest ? "guest" : "–");
const wonOf = (rank) => (night.by === "table_points" ? hundredths(rank.table_points) : points(rank.points));

function rankOf(rank) {
  return make(
    "li",
    { class: rank.rank && rank.rank <= LEADERS && rank.deals ? "leader" : "" },
    make("span", { class: "rank" }, placeWord(rank)),
    name(rank.name, "bdi", { class: "who" }),
    make("span", { class: "won" }, wonOf(rank)),
  );
}

const playerOf = (rank) => make("li", {}, name(rank.name, "bdi", { class: "who" }));

function placeOf(move, form) {
  const word = make("span", { class: form.tiny ? "unseen" : "" }, "Table ");
  const goes = move.table
    ? [
        make("span", { class: "goes" }, word, make("span", { class: "table" }, String(move.table))),
        make("span", { class: "wind" }, WINDS[move.seat]),
      ]
    : [make("span", { class: "goes" }, "sits out")];
  return make("li", {}, name(move.name, "bdi", { class: "who" }), goes);
}

// ---- pages ----

// The width of a text in em, in the boldest letters.
function wide(text) {
  ruler.font = `800 100px ${getComputedStyle(document.body).fontFamily}`;
  return ruler.measureText(text).width / 100;
}

const widest = (texts) => texts.reduce((most, text) => Math.max(most, wide(plain(text))), 0);

// The largest letters with which items fit on so many pages: [scale, columns, items of a page, height of a row], undefined
// if they do not.
// high, need: height and least width of an item in the least letters; fixed: items that every page repeats.
function room(list, items, pages, high, need, columns, fixed, least) {
  const style = getComputedStyle(list);
  const [gap, beside] = [parseFloat(style.rowGap) || 0, parseFloat(style.columnGap) || 0];
  const each = Math.ceil((items.length - fixed) / pages);
  let found;
  for (let count = 1; count <= columns; count += 1) {
    const rows = Math.ceil((each + fixed) / count);
    const row = (list.clientHeight + gap) / rows - gap;
    const scale = Math.min(row / high, (list.clientWidth - (count - 1) * beside) / count / need, MOST_SCALE);
    if (scale >= least && (!found || scale > found[0]))
      found = [scale, count, each, Math.min(row, MOST_ROW * scale * high)];
  }
  return found;
}

// Fills a list with its items: everything at once in the first form that fits, or else pages of the last form.
// need(form): the least width of an item in em. Returns [pages, from, to].
function fill(list, items, build, need, { forms = FORMS, columns = 8, fixed = 0, down = false } = {}) {
  if (small.matches || !items.length) {
    list.style.removeProperty("grid-template-rows");
    list.replaceChildren(...items.map((item) => build(item, forms[0])));
    return [1, 0, items.length];
  }
  const longest = items.reduce((most, item) =>
    (item.players || []).length > (most.players || []).length ? item : most,
  );
  list.style.removeProperty("grid-template-rows");
  list.style.setProperty("--s", 1);
  list.style.setProperty("--row", "auto");
  list.style.setProperty("--columns", 1);
  const measured = (form) => {
    list.replaceChildren(build(longest, form));
    const em = parseFloat(getComputedStyle(list.firstElementChild).fontSize);
    const widths = [need(form), need(form, LEAST_NAME)].map((each) => Math.min(each * em, list.clientWidth));
    return [list.firstElementChild.getBoundingClientRect().height, widths];
  };
  let [form, pages, chosen] = [forms.at(-1), 1, undefined];
  for (const each of forms) {
    const [high, widths] = measured(each);
    chosen = widths.map((width) => room(list, items, 1, high, width, columns, 0, each.least)).find(Boolean);
    if (chosen) {
      form = each;
      break;
    }
  }
  if (!chosen) {
    const [high, [, width]] = measured(form);
    for (pages = 2; !chosen && pages < items.length; pages += 1)
      chosen = room(list, items, pages, high, width, columns, fixed, form.least);
    pages = chosen ? pages - 1 : 1;
    chosen ||= [form.least, 1, items.length, 0];
  }
  const stays = pages > 1 ? fixed : 0;
  const [scale, count, each, row] = chosen;
  list.style.setProperty("--s", scale.toFixed(3));
  list.style.setProperty("--columns", count);
  list.style.setProperty("--row", row ? `${Math.floor(row)}px` : "auto");
  const from = stays + (page % pages) * each;
  const shown = [...items.slice(0, stays), ...items.slice(from, from + each)];
  if (down) list.style.setProperty("grid-template-rows", `repeat(${Math.ceil((each + stays) / count)}, auto)`);
  list.replaceChildren(...shown.map((item) => build(item, form)));
  return [pages, from, Math.min(items.length, from + each)];
}

function title(id, text, beside = "") {
  at(id).replaceChildren(make("span", {}, text), make("span", { class: "page" }, beside));
}

const range = (pages, from, to, all) => (pages > 1 ? `${from + 1} to ${to} of ${all}` : "");

function drawPlaces() {
  const moves = [...night.moves].sort((one, other) => one.name.localeCompare(other.name)); // everybody looks for the own name
  const names = widest(moves.map((move) => move.name));
  const need = (form, most = Infinity) => Math.min(names, most) + (form.tiny ? 5.3 : 8.2);
  const [pages, from, to] = fill(at("places").querySelector(".rows"), moves, placeOf, need, {
    forms: [{ least: 1 }, { tiny: true, least: 0.84 }],
    columns: 5,
    down: true,
  });
  title(
    "places-title",
    "Take your seats",
    pages > 1 ? `${plain(moves[from].name)} to ${plain(moves[to - 1].name)}` : "",
  );
  return pages;
}

function drawTables() {
  const people = night.tables.flatMap((table) => table.players);
  const names = widest(people.map((person) => person.name));
  const won = widest(people.map((person) => points(person.points)));
  const head = 2.6 + widest(night.tables.map((table) => table.words));
  const need = (form, most = Infinity) =>
    form.tiny
      ? Math.max(Math.min(names, most) + 0.8, won + 2.7)
      : Math.max(head, (form.seats ? 1.5 : 0) + Math.min(names, most) + won + 1.4);
  const [pages, from, to] = fill(at("tables").querySelector(".cards"), night.tables, cardOf, need);
  at("range").textContent =
    range(pages, from, to, night.tables.length) && `Tables ${range(pages, from, to, night.tables.length)}`;
  return pages;
}

function drawStanding(alone) {
  const podium = night.state === "over" ? night.standing.filter((rank) => rank.deals && rank.rank).slice(0, LEADERS) : [];
  at("podium").hidden = !podium.length;
  at("podium").replaceChildren(...podium.map(rankOf));
  const ranks = night.standing.slice(podium.length);
  const begun = night.sitting > 0;
  const names = widest(ranks.map((rank) => rank.name));
  const beside = begun ? Math.max(1.9, widest(ranks.map(placeWord))) + widest(ranks.map(wonOf)) + 1.1 : 0.5;
  const need = (_, most = Infinity) => Math.min(names, most) + beside;
  const fixed = !alone && ranks.length > LEADERS ? LEADERS : 0;
  const [pages, from, to] = fill(at("standing").querySelector(".rows"), ranks, begun ? rankOf : playerOf, need, {
    forms: [{ least: alone ? 0.84 : 1 }],
    columns: alone ? 5 : 1,
    fixed,
    down: alone,
  });
  const text =
    night.state === "over"
      ? "Final standing"
      : begun
        ? "Standing"
        : ranks.length
          ? count(ranks.length, "player")
          : "No player is on the list yet";
  title("standing-title", text, range(pages, from + podium.length, to + podium.length, night.standing.length));
  return pages;
}

function draw() {
  if (!night) return;
  at("waiting").hidden = true;
  document.title = plain(night.title);
  at("title").replaceChildren(name(night.title));
  at("where").textContent = night.where;
  at("timer").textContent = night.timer;
  at("range").textContent = "";
  const [kind, text] = missing();
  document.querySelector("footer").className = kind;
  if (at("missing").textContent !== text) at("missing").textContent = text; // a screen reader reads every change
  const seating = night.moves.length > 0;
  const alone = !seating && (!night.tables.length || night.state === "over");
  at("places").hidden = !seating;
  at("tables").hidden = seating || alone;
  at("standing").hidden = seating;
  at("standing").classList.toggle("alone", alone);
  const pages = seating ? drawPlaces() : Math.max(alone ? 1 : drawTables(), drawStanding(alone));
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
  if (!paused)
    timer = setInterval(() => {
      page += 1;
      draw();
    }, TURN_MS);
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
  { rests: true },
);
