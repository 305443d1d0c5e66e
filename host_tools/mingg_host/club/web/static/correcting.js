// The form in which the director corrects a deal. What it does not show stays as it is.

import { WINDS, make, name, plain, points } from "./night.js";
import { ask, button, choice, count, field } from "./forms.js";

const BY = { draw: "drawn", discard: "claimed", loose: "loose tile", rob: "robbed kong" };
const CLASSES = ["2-8 exposed", "2-8 concealed", "1 9 honour exposed", "1 9 honour concealed"];
const SUITS = { mixed: "mixed suits", half: "one suit and honours", full: "one suit", honours: "honours only" };
const PAIRS = { dragon: "dragons", seat: "seat wind", round: "round wind", both: "seat and round wind" };
const KNOWN = ["winner", "win", "hands", "laid", "named"];

const digit = (value) => make("input", { type: "number", min: 0, max: 9, value: value || 0 });
const tick = (checked) => make("input", { type: "checkbox", checked: Boolean(checked) });
const number = (control) => (/^\d$/.test(control.value) ? Number(control.value) : 0);

// The hand of one seat. Returns its fieldset, and value(): the hand for the ledger, undefined if there is none.
function handOf(title, hand) {
  const card = (hand && hand.card) || {};
  const kind = choice([
    ["", "not entered", !hand],
    ["card", "card", Boolean(hand && hand.card)],
    ["tiles", "tiles", Boolean(hand && hand.tiles !== undefined)],
    ["dead", "dead hand", Boolean(hand && hand.dead && !hand.card && hand.tiles === undefined)],
  ]);
  const tiles = make("input", {
    type: "text",
    value: (hand && hand.tiles) || "",
    maxlength: 80,
    spellcheck: "false",
    autocapitalize: "none",
  });
  const sets = Object.fromEntries(
    ["pungs", "kongs"].map((key) => [key, CLASSES.map((_, index) => digit((card[key] || [])[index]))]),
  );
  const counts = { dragons: digit(card.dragons), seat_wind: digit(card.seat_wind), round_wind: digit(card.round_wind) };
  const suit = choice(Object.entries(SUITS).map(([value, text]) => [value, text, (card.suit || "mixed") === value]));
  const pairs = Object.keys(PAIRS).map((key) => [key, tick((card.pairs || []).includes(key))]);
  const flowers = [1, 2, 3, 4, 5, 6, 7, 8].map((each) => [each, tick((card.flowers || []).includes(each))]);
  const onCard = make(
    "div",
    {},
    ["pungs", "kongs"].flatMap((key) => sets[key].map((control, index) => field(`${key}, ${CLASSES[index]}`, control))),
    field("sets of dragons", counts.dragons),
    field("sets of the seat wind", counts.seat_wind),
    field("sets of the round wind", counts.round_wind),
    pairs.map(([key, control]) => field(`pair: ${PAIRS[key]}`, control)),
    field("suit", suit),
    flowers.map(([each, control]) => field(`flower ${each}`, control)),
  );
  const inTiles = field("tiles", tiles);
  const shows = () => {
    onCard.hidden = kind.value !== "card";
    inTiles.hidden = kind.value !== "tiles";
  };
  kind.addEventListener("change", shows);
  shows();
  const value = () => {
    if (kind.value === "") return undefined;
    const dead = hand && hand.dead ? { dead: hand.dead } : {};
    if (kind.value === "dead") return { dead: true, ...dead };
    if (kind.value === "tiles") return { ...dead, tiles: tiles.value.trim() };
    const entered = { ...card };
    const put = (key, is, empty) => (empty && card[key] === undefined ? delete entered[key] : (entered[key] = is));
    for (const key of ["pungs", "kongs"]) put(key, sets[key].map(number), !sets[key].some(number));
    for (const [key, control] of Object.entries(counts)) put(key, number(control), !number(control));
    put("suit", suit.value, suit.value === "mixed");
    for (const [key, controls] of [
      ["pairs", pairs],
      ["flowers", flowers],
    ]) {
      const chosen = controls.filter(([, control]) => control.checked).map(([each]) => each);
      // A pair may be named twice; the same choice as before keeps that.
      const same = JSON.stringify([...new Set(card[key] || [])].sort()) === JSON.stringify([...chosen].sort());
      if (!same || card[key] === undefined) put(key, chosen, !chosen.length);
    }
    return { ...dead, card: entered };
  };
  return [
    make(
      "details",
      {},
      make("summary", {}, title),
      make("fieldset", {}, make("legend", { class: "unseen" }, title), field("entered as", kind), onCard, inTiles),
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
      for (const key of ["laid", "named"]) {
        if (to[key]) delete to[key][seat]; // notes of the device on the old hand
        if (to[key] && !Object.keys(to[key]).length) delete to[key];
      }
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
