// The director's page: what needs the director, seats, tables, players.

import { WINDS, count, follow, make, name, plain, points, seatOf, stateOfTable, seatsOf } from "./night.js";
import { act, button, leave, say } from "./forms.js";
import { correct } from "./correcting.js";
import { Seating, grouped } from "./seating.js";
import { addPlayer, device, dice, message, noResult, paper, pay, sure } from "./dialogs.js";
import { playersTable, ranksTable } from "./lists.js";

const at = (id) => document.getElementById(id);
const MANY = 8; // more tables than this get a row of buttons, which shows them at a glance
const drawn = new Map(); // what each part was drawn from, so that only what changed is drawn again
let night = null;
let seating = null; // seats that are changed by hand, not yet sent
let open = 0; // the table whose dialog is open
let opener = ""; // the button that opened it
let isNew = true; // nothing was drawn yet

// Draws a part again if its content changed. The focus stays on the same button.
function part(element, from, build) {
  const key = JSON.stringify(from);
  if (drawn.get(element) === key) return;
  drawn.set(element, key);
  const focused = element.contains(document.activeElement) ? document.activeElement.dataset.k : null;
  const top = element.scrollTop;
  element.replaceChildren(...[build()].flat(Infinity).filter(Boolean));
  element.scrollTop = top;
  if (focused) [...element.querySelectorAll("[data-k]")].find((each) => each.dataset.k === focused)?.focus();
}

const tableOf = (wanted) => night.tables.find((table) => table.number === wanted);

// ---- what needs the director ----

const CALM = ["away", "free"];

function alertOf(each) {
  const table = tableOf(each.table);
  const key = (what) => ({ "data-k": `${each.key}/${what}` });
  const more = [];
  if (each.kind === "tie" && table)
    more.push(button("dice", () => dice(tableOf(each.table)), { class: "main", ...key("dice") }));
  if (each.devices.length)
    more.push(button("choose the device", () => device(each.table, each.devices), key("device")));
  if (each.kind === "others")
    more.push(button("seat again", () => act({ do: "reseat", table: each.table }), key("reseat")));
  if (each.key.startsWith("late:"))
    more.push(button("is here", () => act({ do: "player", name: each.key.slice(5), state: "present" }), key("here")));
  if (each.kind === "lacks")
    more.push(
      button("result from paper", () => paper(each.table, each.sitting, each.players), key("paper")),
      button("no result", () => noResult(each.table, each.sitting, each.players), key("none")),
    );
  if (each.kind === "looks") more.push(takeOver(key("take")));
  if (table) more.push(button(`table ${each.table}`, () => show(each.table), key("open")));
  const refused = each.kind === "refused" && table && table.asked.find((one) => each.key === `refused:${one.id}`);
  if (refused)
    more.push(button("withdraw", () => act({ do: "withdraw", table: each.table, id: refused.id }), key("withdraw")));
  if (night.director.directs) more.push(
    button(each.kind === "call" ? "I was there" : "hide", () => act({ do: "dismiss", key: each.key }), key("hide")),
  );
  return make(
    "li",
    { class: each.grave || each.kind === "call" ? "grave" : CALM.includes(each.kind) ? "calm" : "" },
    make("p", {}, make("strong", {}, plain(each.text)), ` ${plain(each.next)}`),
    make("div", { class: "buttons" }, more),
  );
}

const takeOver = (more) =>
  button(
    "take over",
    () =>
      sure("Take over", "This computer directs the night from now on. The other one only shows it.", {
        do: "take_over",
      }),
    { class: "main", ...more },
  );

// ---- seats ----

const present = () => night.players.filter((player) => player.state === "present").map((player) => player.name);

function byHand() {
  const proposal = night.director.proposal;
  const names = present();
  const tables = proposal.length ? proposal : grouped(names)[0];
  const seated = new Set(tables.flat());
  seating = new Seating(
    tables,
    names.filter((each) => !seated.has(each)),
    () => {
      drawn.delete(at("next"));
      draw();
    },
    () => {
      seating = null;
      drawn.delete(at("next"));
      draw();
    },
  );
  drawn.delete(at("next"));
  draw();
}

function proposed(proposal) {
  const seated = new Set(proposal.flat());
  const out = present().filter((each) => !seated.has(each));
  const came = Object.fromEntries(night.moves.map((move) => [move.name, move.came]));
  const row = (who, seat, index) =>
    make(
      "div",
      { class: "person" },
      make("span", { class: "seat" }, seat),
      name(who),
      came[who] ? make("span", { class: "soft" }, came[who] === index + 1 ? "stays" : `from ${came[who]}`) : "",
    );
  return [
    make(
      "ul",
      { class: "seating" },
      proposal.map((table, index) =>
        make(
          "li",
          {},
          make("h3", {}, `Table ${index + 1}`),
          table.map((who, seat) => row(who, seatsOf(table.length)[seat] || "–", index)),
        ),
      ),
    ),
    out.length > 0 &&
      make(
        "p",
        {},
        make("strong", {}, "Sits out: "),
        out.flatMap((who, index) => [index ? ", " : "", name(who)]),
      ),
  ];
}

// What the director does next, in words, with the buttons for it. The main one is what most directors want.
function nextPart() {
  if (seating) return seating.draw();
  const buttons = (...all) => make("div", { class: "buttons" }, all);
  const says = (...words) => make("p", { class: "step" }, words);
  if (night.state === "over")
    return says(
      "The night is over, and the standing is final. ",
      make("code", {}, "mingg club standing NIGHT -o page.html"),
      " makes a page of it. The next ",
      make("code", {}, "mingg club run"),
      " begins the next night.",
    );
  if (!night.director.directs)
    return [
      says("Another computer directs this night. This one shows it, and can take over."),
      buttons(takeOver({ "data-k": "step-take" })),
    ];
  if (night.state === "playing") {
    const left = night.tables.filter((table) => !table.done).length;
    const progress = make("progress", {
      max: night.tables.length,
      value: night.tables.length - left,
      "aria-label": "tables that have finished",
    });
    return [
      says(
        `${count(left, "table")} still ${left === 1 ? "plays" : "play"} sitting ${night.sitting}. You decide the next seats when all have finished.`,
      ),
      progress,
    ];
  }
  if (night.sittings && night.sitting >= night.sittings)
    return says("Results are missing. The standing is final when you have entered them, or said that there are none.");
  const tied = night.tables.find((table) => table.tied.length);
  if (tied) {
    return [
      says(`Some players of table ${tied.number} are equal. They throw dice before the next seats are decided.`),
      buttons(
        button(`dice for table ${tied.number}`, () => dice(tableOf(tied.number)), {
          class: "main",
          "data-k": "step-dice",
        }),
        button("by hand", byHand, { "data-k": "hand" }),
      ),
    ];
  }
  const sitting = night.sitting + 1;
  const proposal = night.director.proposal;
  const here = present().length;
  if (here < 3)
    return [
      says(here ? "A table needs three players." : "No player is here yet.", " Add players, or mark them as present."),
      buttons(button("add a player", addPlayer, { class: "main", "data-k": "step-add" })),
    ];
  const ways = [
    button(
      night.movement === "fixed" ? "as before" : `by the movement (${night.movement})`,
      () => act({ do: "propose" }),
      { class: proposal.length ? "" : "main", "data-k": "propose" },
    ),
    button("draw by lot", () => act({ do: "draw" }), { "data-k": "draw" }),
    button(proposal.length ? "change by hand" : "by hand", byHand, { "data-k": "hand" }),
  ];
  if (!proposal.length)
    return [says(`${count(here, "player")} present. Decide who sits where in sitting ${sitting}:`), buttons(ways)];
  return [
    says(`Check the seats of sitting ${sitting}. Nobody sees them before you begin.`),
    buttons(
      button(`begin sitting ${sitting}`, () => act({ do: "start" }), { class: "main", "data-k": "start" }),
      ways,
    ),
    proposed(proposal),
  ];
}

// ---- tables ----

function stateOf(table) {
  return stateOfTable(night, table, `records ${table.missing} missing`);
}

function personOf(table, person) {
  const seat = seatOf(table, person);
  return make(
    "div",
    { class: "person" },
    make(
      "span",
      { class: "seat" },
      make("span", { "aria-hidden": "true" }, seat || "–"),
      make("span", { class: "unseen" }, WINDS[seat] || "sits out"),
    ),
    name(person.name),
    make("span", {}, points(person.points)),
  );
}

function jumpTo(table) {
  const [kind, state] = stateOf(table);
  const label = `table ${table.number}: ${state}`;
  return button(String(table.number), () => show(table.number), {
    class: kind,
    title: label,
    "aria-label": label,
    "data-k": `jump:${table.number}`,
  });
}

function tableCard(table) {
  const [kind, state] = stateOf(table);
  const waiting = table.asked.length;
  return make(
    "li",
    { class: kind },
    make(
      "div",
      { class: "top" },
      make("h3", {}, `Table ${table.number}`),
      make("span", { class: "state" }, state),
      button("open", () => show(table.number), {
        "aria-label": `open table ${table.number}`,
        "data-k": `table:${table.number}`,
      }),
    ),
    table.players.map((person) => personOf(table, person)),
    table.last && make("p", { class: "last" }, plain(table.last)),
    waiting > 0 &&
      make(
        "p",
        { class: "last" },
        table.asked.some((each) => each.state === "refused")
          ? "a request was refused"
          : count(waiting, "request") + (waiting === 1 ? " waits" : " wait"),
      ),
  );
}

// Who sat where in a deal, counted from East.
function peopleOf(table, deal) {
  const names = table.players.map((person) => person.name);
  const winds = seatsOf(Math.min(names.length, 4));
  const east = names.indexOf(deal.east);
  return winds.map((seat, turn) => [
    seat,
    names.length <= 4 && east >= 0 ? names[(east + turn) % names.length] : seat === "E" ? deal.east : "",
  ]);
}

function dealRow(table, deal) {
  const hands = Object.entries(deal.hands);
  const net = Object.entries(deal.net);
  return make(
    "details",
    {},
    make(
      "summary",
      { "data-k": `deal:${deal.number}:${deal.undone}` },
      `Deal ${deal.number}: ${deal.winner ? `${plain(deal.winner)} wins ${deal.score}` : "nobody wins"}${deal.undone ? " (taken back)" : !deal.counts ? " (does not count)" : deal.corrected ? " (corrected)" : ""}`,
    ),
    make(
      "p",
      {},
      `${WINDS[deal.round] || deal.round} round, East: ${plain(deal.east)}. ${deal.winner ? plain(deal.how) : ""}`,
    ),
    make(
      "div",
      { class: "wide", tabindex: 0, role: "region", "aria-label": `Deal ${deal.number}` },
      make(
        "table",
        {},
        make(
          "thead",
          {},
          make(
            "tr",
            {},
            ["player", "hand", "won", "balance"].map((head, index) =>
              make("th", { scope: "col", class: index > 1 ? "number" : "" }, head),
            ),
          ),
        ),
        make(
          "tbody",
          {},
          net.map(([who, won]) =>
            make(
              "tr",
              {},
              make("th", { scope: "row" }, name(who)),
              make("td", {}, plain((hands.find(([each]) => each === who) || ["", "–"])[1])),
              make("td", { class: "number" }, points(won)),
              make("td", { class: "number" }, String(deal.balances[who] ?? "")),
            ),
          ),
        ),
      ),
    ),
    !deal.undone &&
      deal.present &&
      make(
        "div",
        { class: "buttons" },
        button(`correct deal ${deal.number}`, () => correct(table.number, deal, peopleOf(table, deal)), {
          "data-k": `correct:${deal.number}`,
        }),
      ),
  );
}

function tableDialog(table) {
  const [kind, state] = stateOf(table);
  const t = table.number;
  const link = night.director.join[t];
  const key = (what) => ({ "data-k": what });
  const report = [
    table.device && `device ${table.device}`,
    table.version && `version ${plain(table.version)}`,
    table.evening && `evening ${table.evening}`,
    count(table.here, "record") + " here",
    table.queued && `${table.queued} not sent yet`,
  ].filter(Boolean);
  return [
    make(
      "div",
      { class: `top ${kind}` },
      make("h2", { id: "table-title" }, `Table ${t}`),
      make("span", { class: "state" }, state),
      button("close", () => at("table").close(), key("close")),
    ),
    table.players.map((person) => personOf(table, person)),
    table.error && make("p", { class: "grave-text" }, plain(table.error)),
    make("p", { class: "last" }, report.join(", ")),
    make("h3", {}, "Deals"),
    table.history.length
      ? table.history.map((deal) => dealRow(table, deal))
      : make("p", { class: "soft" }, "No deal yet."),
    table.asked.length > 0 && [
      make("h3", {}, "Requests"),
      table.asked.map((each) =>
        make(
          "div",
          { class: "field" },
          make(
            "span",
            { class: each.state === "refused" ? "grave-text" : "" },
            plain(each.text),
            each.state === "refused" ? `, refused: ${plain(each.why)}` : ", waits",
          ),
          button("withdraw", () => act({ do: "withdraw", table: t, id: each.id }), {
            ...key(`withdraw:${each.id}`),
            "aria-label": `withdraw: ${plain(each.text)}`,
          }),
        ),
      ),
    ],
    make("h3", {}, "Do"),
    make(
      "div",
      { class: "buttons" },
      table.tied.length > 0 && button("dice", () => dice(table), { class: "main", ...key("dice") }),
      button("penalty to another player", () => pay(table), key("pay")),
      button("result from paper", () => paper(t, night.sitting, table.players.map((one) => one.name)), key("paper")),
      button("no result", () => noResult(t, night.sitting, table.players.map((one) => one.name)), key("none")),
      button("message", () => message(t), key("message")),
      button(
        "take back the last deal",
        () =>
          sure("Take back the last deal", `Table ${t} takes back its last deal or payment.`, {
            do: "undo_deal",
            table: t,
            record: table.record,
          }),
        key("undo"),
      ),
      button(
        "seat again",
        () =>
          sure(
            "Seat again",
            `The players of table ${t} begin again on its device, for the deals that are left. Use this for a new device.`,
            { do: "reseat", table: t },
          ),
        key("reseat"),
      ),
      button(
        "end here",
        () => sure("End the sitting here", `The sitting ends now at table ${t}.`, { do: "end", table: t }),
        { class: "grave", ...key("end") },
      ),
    ),
    link && [make("h3", {}, "Join with a phone"), codeOf(t, link)],
  ].flat();
}

function show(wanted) {
  opener = document.activeElement.dataset.k;
  open = wanted;
  drawn.delete(at("table"));
  draw();
  if (!at("table").open) at("table").showModal();
}

// ---- the night ----

const codeOf = (t, link) =>
  make(
    "figure",
    { class: "code" },
    make("img", {
      src: `/director/join/${t}.svg`,
      alt: `QR code of the link for table ${t}`,
      loading: "lazy",
      width: 220,
      height: 220,
    }),
    make(
      "figcaption",
      {},
      make(
        "a",
        { href: /^https?:\/\//.test(link) ? link : null, rel: "noreferrer", target: "_blank" },
        `link for table ${t}`,
      ),
    ),
  );

const DETAILS = {
  people: [() => night.players, () => playersTable(night)],
  ranks: [() => night.standing, () => ranksTable(night)],
  joins: [
    () => night.director.join,
    () => {
      const links = Object.entries(night.director.join);
      return [
        make("p", { class: "soft" }, "Each link has the password of its table. Show it only to its players."),
        make(
          "div",
          { class: "codes" },
          links.map(([t, link]) => codeOf(t, link)),
        ),
      ];
    },
  ],
  rules: [
    () => [night.rules, night.details],
    () => [
      make("p", {}, plain(night.rules)),
      make(
        "ul",
        {},
        night.details.map((line) => make("li", {}, plain(line))),
      ),
    ],
  ],
};

function drawDetails(id) {
  const [from, build] = DETAILS[id];
  const body = at(id).querySelector("div");
  if (at(id).open) part(body, from(), () => build());
}

function draw() {
  if (!night) return;
  const urgent = night.messages.filter((each) => !CALM.includes(each.kind)).length;
  document.title = `${urgent ? `(${urgent}) ` : ""}${plain(night.title)}: director`;
  at("title").replaceChildren(name(night.title));
  const of = night.sittings ? ` of ${night.sittings}` : "";
  at("where").textContent = {
    draft: "before the first sitting",
    playing: `sitting ${night.sitting}${of}`,
    moving: `sitting ${night.sitting}${of} is over`,
    over: "over",
  }[night.state];
  at("undo").hidden = !night.director.undo || !night.director.directs;
  at("undo").textContent = `undo: ${plain(night.director.undo)}`;
  at("end").disabled = night.state !== "playing";
  at("close").disabled = night.state !== "moving";
  part(at("alerts"), [night.messages, night.tables.map((table) => table.number)], () =>
    night.messages.length
      ? night.messages.map(alertOf)
      : make("li", { class: "calm" }, make("p", {}, "Nothing needs you.")),
  );
  at("joins").hidden = !Object.keys(night.director.join).length;
  if (seating && (night.state === "playing" || night.state === "over")) seating = null;
  part(
    at("next"),
    seating
      ? "by hand"
      : [
          night.state,
          night.sitting,
          night.director.proposal,
          night.moves,
          night.players,
          night.tables.map((table) => [table.done, table.tied, table.throws]),
        ],
    nextPart,
  );
  const [answer, finished] = [
    night.tables.filter((table) => table.state === "here").length,
    night.tables.filter((table) => table.done && table.played).length,
  ];
  at("here").textContent = night.tables.length ? `${answer} of ${night.tables.length} here, ${finished} finished` : "";
  part(at("jump"), [night.tables, night.messages], () => (night.tables.length > MANY ? night.tables.map(jumpTo) : []));
  part(at("tables"), [night.tables, night.messages], () =>
    night.tables.length
      ? night.tables.map(tableCard)
      : make(
          "li",
          {},
          "No table is here yet. A table appears when the first sitting begins.",
          at("joins").hidden ? "" : " Phones can join now: see links and QR codes below.",
        ),
  );
  const table = tableOf(open);
  if (table) {
    const opened = [...at("table").querySelectorAll("details[open] > summary")].map((each) => each.dataset.k);
    part(at("table"), [table, night.messages, night.director.join[open]], () => tableDialog(table));
    for (const each of at("table").querySelectorAll("summary"))
      if (opened.includes(each.dataset.k)) each.parentElement.open = true;
  } else if (at("table").open) {
    at("table").close();
  }
  if (isNew && night.state === "draft") at("people").open = true; // who is here comes first
  isNew = false;
  Object.keys(DETAILS).forEach(drawDetails);
}

at("table").addEventListener("close", () => {
  open = 0; // meanwhile the button may have been drawn again
  [...document.querySelectorAll("main [data-k]")].find((each) => each.dataset.k === opener)?.focus();
});
for (const id of Object.keys(DETAILS)) at(id).addEventListener("toggle", () => night && drawDetails(id));
at("undo").addEventListener("click", () => act({ do: "undo" }));
at("leave").addEventListener("click", () => leave().catch((error) => say(error.message)));
at("add").addEventListener("click", addPlayer);
at("show").addEventListener("click", () => message(0));
at("end").addEventListener("click", () =>
  sure(
    "End the sitting",
    "The sitting ends now at all tables. Deals that are not finished do not count.",
    { do: "end" },
    "end it everywhere",
  ),
);
at("close").addEventListener("click", () =>
  sure("Close the night", "The night is over, and its standing is final.", { do: "close" }),
);

follow(
  "/director/events",
  (latest) => {
    night = latest;
    draw();
  },
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
