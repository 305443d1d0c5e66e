// The director's page: draws the parts that the host sends. Each button has the action that it sends, and what the
// director enters for it.

import { follow, make, name, plain } from "./night.js";

const at = (id) => document.getElementById(id);
const MANY = 8; // more tables than this get a row of buttons, which shows them at a glance
const EVERY_MS = 2000; // an open part is read again
const drawn = new Map(); // what each part was drawn from, so that only what changed is drawn again
let open = ""; // the part in the dialog
let opener = ""; // the button that opened it
let fading = 0;
let fields = 0;

// ---- the host ----

function say(text) {
  at("said").textContent = text;
  clearTimeout(fading);
  fading = setTimeout(() => at("said").replaceChildren(), 7000);
}

async function post(path, value) {
  let answer;
  try {
    answer = await fetch(path, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(value),
    });
  } catch {
    throw new Error("The host does not answer. Nothing was done.");
  }
  const said = await answer.json().catch(() => ({}));
  if (answer.status === 401) location.reload();
  if (!answer.ok) throw new Error(said.error || `The host refused this (${answer.status}).`);
  return said.done;
}

async function send(action) {
  say(await post("/director/act", action));
  refresh();
}

// ---- what the director enters ----

// The whole number in a control, "" is 0. Throws an error with a text for the director.
function whole(control, what) {
  const text = control.value.trim().replace(/[−–]/, "-");
  if (!/^([+-]?\d{1,7})?$/.test(text)) throw new Error(`${what}: enter a whole number.`);
  return Number(text);
}

const wordsOf = (option) => plain(Array.isArray(option) ? option[1] : option);
const chosenOf = (option) => (Array.isArray(option) ? option[0] : option);
const input = (properties) => make("input", { type: "text", autocomplete: "off", ...properties });
const number = (label, value) => input({ size: 6, "aria-label": label, value }); // a phone's digits lack a minus

function labelled(label, control) {
  fields += 1;
  control.id = `field-${fields}`;
  return make("div", { class: "field" }, make("label", { for: control.id }, plain(label)), control);
}

// For each kind of field: [element, value()].
const KINDS = {
  text(field) {
    const control = input({ maxlength: 80, value: field.value });
    return [labelled(field.label, control), () => control.value.trim()];
  },
  number(field) {
    const control = input({ inputmode: "numeric", value: field.value, size: 6 });
    return [labelled(field.label, control), () => whole(control, field.label)];
  },
  choice(field) {
    const control = make(
      "select",
      {},
      field.options.map((each) => make("option", { selected: chosenOf(each) === field.value }, wordsOf(each))),
    );
    return [labelled(field.label, control), () => chosenOf(field.options[control.selectedIndex])];
  },
  many(field) {
    const all = field.options.map((each) => [each, make("input", { type: "checkbox" })]);
    return [
      make("fieldset", {}, make("legend", {}, field.label), all.map(([each, box]) => labelled(wordsOf(each), box))),
      () => all.filter(([, box]) => box.checked).map(([each]) => chosenOf(each)),
    ];
  },
  rows(field) {
    const rows = Array.from({ length: field.rows }, (_, row) =>
      field.options.map((each, i) => number(`${row + 1}, ${plain(each)}`, field.value[row]?.[i])),
    );
    const head = field.options.map((each) => make("th", { scope: "col" }, name(each)));
    const lines = rows.map((row, at) =>
      make("tr", {}, make("th", { scope: "row" }, String(at + 1)), row.map((one) => make("td", {}, one))),
    );
    const filled = () => rows.map((row, at) => [row, at + 1]).filter(([row]) => row.some((one) => one.value.trim()));
    return [
      make("div", { class: "wide" }, make("table", {}, make("tr", {}, make("th", {}, field.label), head), lines)),
      () =>
        filled().map(([row, at]) =>
          Object.fromEntries(field.options.map((each, i) => [each, whole(row[i], `${at}, ${plain(each)}`)])),
        ),
    ];
  },
};

// Opens the form of a button.
function ask(button) {
  const dialog = at("form");
  const said = make("p", { class: "said", role: "alert" });
  const submit = make("button", { type: "submit", class: button.look || "main" }, plain(button.words));
  const made = button.fields.map((field) => [field.key, ...KINDS[field.kind](field)]);
  const form = make(
    "form",
    { novalidate: true },
    button.text && make("p", {}, plain(button.text)),
    made.map(([, element]) => element),
    said,
    make("div", { class: "buttons" }, submit, make("button", { type: "button", onclick: () => dialog.close() }, "cancel")),
  );
  form.addEventListener("input", () => said.replaceChildren()); // it was about the old content
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    submit.disabled = true;
    try {
      await send({ ...button.send, ...Object.fromEntries(made.map(([key, , value]) => [key, value()])) });
      dialog.close();
    } catch (error) {
      said.textContent = error.message;
    }
    submit.disabled = false;
  });
  dialog.replaceChildren(make("div", { class: "top" }, make("h2", { id: "form-title" }, plain(button.words))), form);
  dialog.showModal();
}

// ---- parts ----

const press = (button) =>
  button.fields.length || button.text ? ask(button) : send(button.send).catch((error) => say(error.message));

const buttonOf = (button) =>
  make(
    "button",
    { type: "button", class: button.look, title: button.text || null, "data-k": JSON.stringify(button.send), onclick: () => press(button) },
    plain(button.words),
  );

const opens = (part, words, properties) =>
  make(
    "button",
    { type: "button", "aria-label": `${part.title}: ${part.state}`, "data-k": words + part.opens, ...properties, onclick: () => show(part.opens) },
    words,
  );

const isNumber = (cell) => /^([+−]?\d[\d.]*|–)$/.test(cell);

function tableOf(part) {
  // A column of numbers, under a heading on the same side.
  const kind = (i) =>
    part.rows.every((row) => isNumber(String(row.cells[i]))) ? "number" : ["is", "rank", "device"].includes(part.head[i]) ? "short" : "";
  const cells = (row) => row.cells.map((cell, i) => make("td", { class: kind(i) }, name(cell)));
  const buttons = (row) => row.buttons.length > 0 && make("td", { class: "buttons" }, row.buttons.map(buttonOf));
  return make(
    "div",
    // The arrow keys move what is wider than the window; the few words of a card never are.
    part.head.length ? { class: "wide", tabindex: 0, role: "group", "aria-label": part.title } : { class: "wide" },
    make(
      "table",
      {},
      part.head.length > 0 && make("thead", {}, make("tr", {}, part.head.map((head, i) => make("th", { scope: "col", class: kind(i) }, head)))),
      part.rows.map((row) => make("tr", {}, cells(row), buttons(row))),
    ),
  );
}

// What a part shows below its title.
function contentOf(part) {
  const lines = part.text ? part.text.split("\n") : [];
  const linkOf = ([words, address, download]) => make("a", { href: /^(https?:\/\/|\/director\/)/.test(address) ? address : null, download, rel: "noreferrer", target: "_blank" }, words);
  return [
    lines.length > 0 &&
      make("div", { class: "text" }, lines.map((line, at) => make(at || lines.length < 2 ? "p" : "strong", {}, plain(line)))),
    part.rows.length > 0 && tableOf(part),
    part.picture && make("img", { src: part.picture, alt: `QR code: ${part.title}`, loading: "lazy", width: 220, height: 220 }),
    part.links.length > 0 && make("p", { class: "buttons" }, part.links.map(linkOf)),
    part.buttons.length > 0 && make("div", { class: "buttons" }, part.buttons.map(buttonOf)),
  ];
}

const cardOf = (part) =>
  make(
    "li",
    { class: part.look },
    part.title &&
      make(
        "div",
        { class: "top" },
        make("h3", {}, plain(part.title)),
        make("span", { class: "state" }, plain(part.state)),
        part.opens && opens(part, "open"),
      ),
    contentOf(part),
    part.parts.map(detailsOf),
  );

const detailsOf = (part) =>
  make("details", {}, make("summary", { "data-k": part.title }, plain(part.title)), contentOf(part));

// Draws an element again if its content changed. The focus stays on the same button, what is open stays open.
function put(element, from, build) {
  const key = JSON.stringify(from);
  if (drawn.get(element) === key) return;
  drawn.set(element, key);
  const focused = element.contains(document.activeElement) ? document.activeElement.dataset.k : null;
  const opened = [...element.querySelectorAll("details[open] > summary")].map((each) => each.dataset.k);
  const top = element.scrollTop;
  element.replaceChildren(...[build(from)].flat(Infinity).filter(Boolean));
  for (const each of element.querySelectorAll("summary"))
    if (opened.includes(each.dataset.k)) each.parentElement.open = true;
  element.scrollTop = top;
  if (focused) [...element.querySelectorAll("[data-k]")].find((each) => each.dataset.k === focused)?.focus();
}

// ---- what is shown on demand ----

async function read(part, element, build) {
  const answer = await fetch(`/director/part/${part}`).catch(() => null);
  if (answer?.ok) put(element, await answer.json(), build);
}

function tableDialog(part) {
  const close = make("button", { type: "button", "data-k": "close", onclick: () => at("table").close() }, "close");
  const state = make("span", { class: "state" }, plain(part.state));
  return [
    make("div", { class: `top ${part.look}` }, make("h2", { id: "table-title" }, plain(part.title)), state, close),
    contentOf(part),
    part.parts.map(detailsOf),
  ];
}

async function show(part) {
  opener = document.activeElement.dataset.k;
  open = part;
  drawn.delete(at("table"));
  await read(part, at("table"), tableDialog);
  if (open === part && !at("table").open) at("table").showModal();
}

function refresh() {
  if (open) read(open, at("table"), tableDialog);
  for (const each of document.querySelectorAll("main > section > details[open]"))
    read(each.id, each.querySelector("div"), (part) => [contentOf(part), make("ul", {}, part.parts.map(cardOf))]);
}

// ---- the page ----

function draw(page) {
  document.title = `${page.urgent ? `(${page.urgent}) ` : ""}${plain(page.title)}: director`;
  at("title").replaceChildren(name(page.title));
  at("where").textContent = page.where;
  put(at("undo"), page.undo, (undo) => undo && buttonOf(undo));
  put(at("alerts"), page.needs, (needs) => needs.map(cardOf));
  put(at("next"), page.next, (next) => [contentOf(next), make("ul", { class: "seating" }, next.parts.map(cardOf))]);
  put(at("jump"), page.tables, (tables) =>
    tables.length > MANY ? tables.map((each) => opens(each, String(each.number), { class: each.look })) : [],
  );
  put(at("tables"), page.tables, (tables) => tables.map(cardOf));
  put(at("all"), page.night, contentOf);
  refresh();
}

at("table").addEventListener("close", () => {
  open = ""; // meanwhile the button may have been drawn again
  [...document.querySelectorAll("main [data-k]")].find((each) => each.dataset.k === opener)?.focus();
});
for (const each of document.querySelectorAll("main > section > details")) each.addEventListener("toggle", refresh);
at("leave").addEventListener("click", () =>
  post("/director/leave", {}).then(() => location.assign("/director"), (error) => say(error.message)),
);
setInterval(refresh, EVERY_MS);

follow(
  "/director/events",
  draw,
  (is) => {
    at("lost").hidden = is;
  },
  // The host was started again and has another key, or the session has ended.
  {
    refused: () =>
      fetch("/director/events", { method: "HEAD" }).then(
        (answer) => answer.status === 401 && location.reload(),
        () => {},
      ),
  },
);
