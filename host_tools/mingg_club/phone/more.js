// Joins a table of a club: takes the place of the more.js of the simulator's page. A link has the table, the broker and a password
// behind the # of the page's address, which a browser sends to no server. The firmware keeps them in club.txt.

import * as wire from "./wire.js";

const TROUBLES = {
  damaged: "This link joins no table. Ask the director for another one.",
  unkept: "This browser did not store the link, so this page joins no table. Allow the page to store data, then open the link again.",
};
// Without https, browsers offer no storage of the page itself (service workers).
const UNSAFE = "Leave this page open: without the club's computer it cannot be loaded again. Your deals stay in this browser.";

const line = document.createElement("p");
const words = document.createElement("span");
const leave = document.createElement("button");
let leaving = false;
let fitted = () => {};

export function begin({ restart, fit }) {
  fitted = fit;
  Object.assign(line, { id: "club", role: "status", hidden: true });
  Object.assign(leave, { type: "button", className: "plain", textContent: "leave the club" });
  line.append(words, " ", leave);
  document.querySelector("#not-kept").before(line);
  leave.addEventListener("click", () => {
    leaving = true;
    restart();
  });
  // A link to the same page only changes the part behind #.
  window.addEventListener("hashchange", () => {
    if (membership()) window.location.reload();
  });
}

export function offer(vm) {
  const { getValue, setValue } = vm._module;
  vm.registerJsModule("phone", {
    membership,
    joined,
    dial: (address) => wire.dial(address),
    wired: (number) => wire.state(number),
    receive: (number, address, room) => wire.receive(number, room, (i, byte) => setValue(address + i, byte, "i8")),
    send: (number, address, count) => wire.send(number, count, (i) => getValue(address + i, "i8")),
    hang_up: (number) => wire.hangUp(number),
  });
  return "browser.club";
}

export function end() {
  wire.hangUpAll();
}

/** Returns what the page's address asks for, as JSON; "leave" after the button; otherwise "". */
function membership() {
  if (leaving) return "leave";
  const fields = Object.fromEntries(new URLSearchParams(window.location.hash.slice(1)));
  if (!fields.club) return "";
  for (const name of ["table", "port"]) fields[name] = Number(fields[name]);
  return JSON.stringify(fields);
}

/** Shows the table in a line of the page. Removes the password from the page's address. */
function joined(club, table, why) {
  leaving = false;
  const text = [
    ...(club ? [`Table ${table} of ${club}.`] : []),
    ...(why ? [TROUBLES[why]] : []),
    ...(club && !window.isSecureContext ? [UNSAFE] : []),
  ];
  words.textContent = text.join(" ");
  leave.hidden = !club;
  line.hidden = !text.length;
  fitted();
  const { pathname, search, hash } = window.location;
  if (hash) window.history.replaceState(null, "", pathname + search);
}
