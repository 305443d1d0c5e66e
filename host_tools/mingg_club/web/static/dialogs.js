// The dialogs of the director's page that ask for points, dice, words or a player.

import { make, name, plain } from "./night.js";
import { ask, button, choice, field, whole } from "./forms.js";

export const STATES = [
  ["present", "present"],
  ["late", "late"],
  ["left", "has left"],
];
const DICE = "⚀⚁⚂⚃⚄⚅";

const number = (value, properties = {}) =>
  make("input", { type: "number", inputmode: "numeric", min: 0, value, ...properties });
const text = (properties) => make("input", { type: "text", autocomplete: "off", ...properties });

export const sure = (title, words, action, confirm) => ask(title, [make("p", {}, words)], () => action, confirm);

export function dice(table) {
  const rows = table.tied.map((who) => {
    const two = [1, 2].map((which) => number("", { max: 6, min: 1, "aria-label": `${plain(who)}, die ${which}` }));
    return [who, two, make("span", { class: "dice", "aria-hidden": "true" })];
  });
  const roll = () => {
    for (const [, two, faces] of rows) {
      for (const die of two) die.value = 1 + fair();
      faces.textContent = two.map((die) => DICE[die.value - 1]).join(" ");
    }
  };
  ask(
    `Table ${table.number}: who is equal throws`,
    [
      make("p", {}, "Enter what the players throw, or throw the dice here. The higher throw goes first."),
      rows.map(([who, two, faces]) =>
        make(
          "fieldset",
          {},
          make("legend", {}, name(who), table.throws[who] ? ` threw ${table.throws[who].join(", ")} before` : ""),
          make("div", { class: "field" }, two, faces),
        ),
      ),
      make("div", { class: "buttons" }, button("throw the dice here", roll)),
    ],
    () => ({
      do: "throw",
      table: table.number,
      throws: Object.fromEntries(rows.map(([who, two]) => [who, two.map((die) => pips(die, who))])),
    }),
    "enter these throws",
  );
}

function pips(die, who) {
  const value = whole(die, plain(who));
  if (value < 1 || value > 6) throw new Error(`${plain(who)}: a die shows 1 to 6.`);
  return value;
}

// A number from 0 to 5, all equally likely.
function fair() {
  const byte = new Uint8Array(1);
  do crypto.getRandomValues(byte);
  while (byte[0] >= 252);
  return byte[0] % 6;
}

export function pay(table) {
  const people = table.players.map((person) => [person.name, plain(person.name)]);
  const [from, to, much] = [choice(people), choice(people), number(20, { step: 2 })];
  to.selectedIndex = 1;
  ask(
    "Penalty to another player",
    [field("pays", from), field("to", to), field("points", much)],
    () => ({ do: "pay", table: table.number, from: from.value, to: to.value, points: whole(much, "Points") }),
    "request the payment",
  );
}

export function paper(table, sitting, players) {
  const rows = players.map((who) => [who, make("input", { type: "text", inputmode: "numeric", autocomplete: "off" })]);
  const deals = number(4, { min: 1 });
  ask(
    `Table ${table}, sitting ${sitting}: result from paper`,
    [
      make("p", {}, "What each player has won or lost, such as +64 or -64. The sum is 0."),
      rows.map(([who, won]) => field(name(who), won)),
      field("deals", deals),
    ],
    () => ({
      do: "paper",
      table,
      sitting,
      won: Object.fromEntries(rows.map(([who, won]) => [who, signed(won, plain(who))])),
      deals: whole(deals, "Deals"),
    }),
    "enter this result",
  );
}

function signed(control, what) {
  const value = control.value.trim().replace(/[−–]/, "-");
  if (!/^[+-]?\d{1,7}$/.test(value)) throw new Error(`${what}: enter a whole number.`);
  return Number(value);
}

export function noResult(table, sitting, players) {
  const people = [["", "dice decide"], ...players.map((who) => [who, plain(who)])];
  const [first, second] = [choice(people), choice(people)];
  ask(
    `Table ${table}, sitting ${sitting}: no result`,
    [
      make("p", {}, "Its players win and lose nothing. In progressive play, two of them move up."),
      field("the better", first),
      field("the other", second),
    ],
    () => ({
      do: "paper",
      table,
      sitting,
      ...(first.value || second.value ? { movers: [first.value, second.value] } : {}),
    }),
    "no result",
  );
}

export function penalty(who) {
  const [much, why] = [number(50), text({ maxlength: 80 })];
  ask(
    "Penalty",
    [
      make("p", {}, "Points that ", name(who), " loses outside of play. They count in the standing."),
      field("points", much),
      field("reason", why),
    ],
    () => ({ do: "penalty", name: who, points: whole(much, "Points"), why: why.value.trim() }),
    "take the points",
  );
}

export function message(table) {
  const words = text({ maxlength: 80 });
  ask(
    table ? `Message to table ${table}` : "Message to all tables",
    [field("message", words)],
    () => ({ do: "show", text: words.value.trim(), ...(table ? { table } : {}) }),
    "send",
  );
}

export function device(table, devices) {
  const which = choice(devices.map((id) => [id, id]));
  ask(
    `Table ${table}: the device that counts`,
    [field("device", which)],
    () => ({ do: "device", table, device: which.value }),
    "this one counts",
  );
}

export function addPlayer() {
  const [who, state] = [text({ maxlength: 24 }), choice(STATES.slice(0, 2))];
  ask(
    "Add a player",
    [field("name", who), field("is", state)],
    () => ({ do: "player", name: who.value.trim(), state: state.value }),
    "add",
  );
}
