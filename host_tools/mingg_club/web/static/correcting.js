// The form in which the director corrects a deal. What it does not show stays as it is.

import { WINDS, make, name, plain, points } from "./night.js";
import { ask, button, choice, count, field } from "./forms.js";

const BY = { draw: "drawn", discard: "claimed", loose: "loose tile", rob: "robbed kong" };
const SUITS = { mixed: "mixed suits", half: "one suit and honours", full: "one suit", honours: "honours only" };
const KNOWN = ["winner", "win", "hands", "named"];

const tick = (checked) => make("input", { type: "checkbox", checked: Boolean(checked) });
const line = (value) =>
  make("input", { type: "text", value: value || "", maxlength: 120, spellcheck: "false", autocapitalize: "none" });

// The hand of one seat. Returns its fieldset, and value(): the hand for the ledger, undefined if there is none.
function handOf(title, hand) {
  const before = hand || {};
  const is = ["tiles", "sets", "score"].find((key) => before[key] !== undefined) || (before.dead ? "dead" : "");
  const kind = choice(
    [
      ["", "not entered"],
      ["sets", "sets"],
      ["tiles", "tiles"],
      ["score", "score"],
      ["dead", "dead hand"],
    ].map(([value, text]) => [value, text, value === is]),
  );
  const tiles = line(before.tiles);
  const sets = line((before.sets || []).join(", "));
  const score = make("input", { type: "number", min: 0, step: 2, value: before.score || 0 });
  const suit = choice(Object.entries(SUITS).map(([value, text]) => [value, text, (before.suit || "mixed") === value]));
  const flowers = [1, 2, 3, 4, 5, 6, 7, 8].map((each) => [each, tick((before.flowers || []).includes(each))]);
  const shown = {
    sets: make(
      "div",
      {},
      field("sets, such as (pung simple), kong dragon, pair seat", sets),
      field("suit", suit),
      flowers.map(([each, control]) => field(`flower ${each}`, control)),
    ),
    tiles: field("tiles", tiles),
    score: field("score", score),
  };
  const shows = () => {
    for (const [key, element] of Object.entries(shown)) element.hidden = kind.value !== key;
  };
  kind.addEventListener("change", shows);
  shows();
  const value = () => {
    if (kind.value === "") return undefined;
    const dead = before.dead ? { dead: before.dead } : {};
    if (kind.value === "dead") return { dead: true, ...dead };
    if (kind.value === "tiles") return { ...dead, tiles: tiles.value.trim() };
    if (kind.value === "score") return { ...dead, score: Number(score.value) };
    const entered = is === "sets" ? { ...before } : { ...dead };
    const put = (key, now, empty) => (empty ? delete entered[key] : (entered[key] = now));
    entered.sets = sets.value
      .split(",")
      .map((each) => each.trim())
      .filter(Boolean);
    put("suit", suit.value, suit.value === "mixed");
    const chosen = flowers.filter(([, control]) => control.checked).map(([each]) => each);
    put("flowers", chosen, !chosen.length);
    return entered;
  };
  return [
    make(
      "details",
      {},
      make("summary", {}, title),
      make("fieldset", {}, make("legend", { class: "unseen" }, title), field("entered as", kind), ...Object.values(shown)),
    ),
    value,
  ];
}

// people: [seat, name] of those who played the deal.
export function correct(table, deal, people) {
  const before = deal.value;
  const win = before.win || {};
  const who = (seat, text) => `${WINDS[seat]}${text ? `, ${plain(text)}` : ""}`;
  const winner = choice([
    ["", "nobody", !before.winner],
    ...people.map(([seat, text]) => [seat, who(seat, text), before.winner === seat]),
  ]);
  const by = choice(Object.entries(BY).map(([value, text]) => [value, text, win.by === value]));
  const from = choice([
    ["", "nobody, or unknown", !win.from],
    ...people.map(([seat, text]) => [seat, who(seat, text), win.from === seat]),
  ]);
  const hands = people.map(([seat, text]) => [seat, ...handOf(who(seat, text), (before.hands || {})[seat])]);
  const how = make("div", {}, field("how", by), field("whose tile", from));
  const shows = () => {
    how.hidden = !winner.value;
  };
  winner.addEventListener("change", shows);
  shows();
  const value = () => {
    const to = structuredClone(before);
    to.winner = winner.value || null;
    delete to.win;
    if (winner.value) {
      to.win = { ...win, by: by.value };
      delete to.win.from;
      if (from.value) to.win.from = from.value;
    }
    to.hands = {};
    for (const [seat, , hand] of hands) {
      const now = hand();
      if (now) to.hands[seat] = now;
      if (JSON.stringify(now) === JSON.stringify((before.hands || {})[seat])) continue;
      if (to.named) delete to.named[seat]; // the device's note on the old hand
      if (to.named && !Object.keys(to.named).length) delete to.named;
    }
    return to;
  };
  const more = Object.keys(before).filter((key) => !KNOWN.includes(key));
  const counted = make("p", { role: "status" });
  const check = async () => {
    try {
      const would = await count({ table, deal: deal.number, to: value() });
      const net = Object.entries(would.net).map(([each, won]) => [name(each), ` ${points(won)} `]);
      counted.replaceChildren(
        would.winner ? `${plain(would.winner)} wins ${would.score}. ` : "Nobody wins. ",
        ...net.flat(),
      );
    } catch (error) {
      counted.textContent = error.message;
    }
  };
  ask(
    `Correct deal ${deal.number}`,
    [
      make("p", { class: "soft" }, `Table ${table}. The device carries it out when it shows Table.`),
      field("winner", winner),
      how,
      hands.map(([, element]) => element),
      more.length > 0 && make("p", { class: "soft" }, `Kept as they are: ${more.map(plain).join(", ")}.`),
      make("div", { class: "buttons" }, button("what would it count?", check)),
      counted,
    ],
    () => ({
      do: "correct",
      table,
      deal: deal.number,
      to: value(),
      device: deal.device,
      evening: deal.evening,
    }),
    "send the correction",
  );
}
