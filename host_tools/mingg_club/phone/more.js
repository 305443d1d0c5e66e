// Joins a table of a club: takes the place of the more.js of the simulator's page. A link has the table, the broker and a password
// behind the # of the page's address, which a browser sends to no server. The firmware keeps them in club.txt.

import { find, retell, say } from "./text.js";
import { dial, hangUp, hangUpAll, receive, transmit, wired } from "./wire.js";

const club = document.createElement("p");
const tableName = document.createElement("span");
const leave = document.createElement("button");
let leaving = false;
let fitted = () => {};

export function beginMore({ restart, fit }) {
  fitted = fit;
  Object.assign(club, { id: "club", role: "status", hidden: true });
  Object.assign(leave, { type: "button", className: "plain" });
  club.append(tableName, " ", leave);
  find("#not-kept").before(club);
  leave.addEventListener("click", () => {
    leaving = true;
    restart();
  });
}

export function offerMore(vm) {
  const { getValue, setValue } = vm._module;
  vm.registerJsModule("phone", {
    membership,
    joined,
    dial: (address) => dial(address),
    wired: (number) => wired(number),
    receive: (number, address, room) => receive(number, room, (i, byte) => setValue(address + i, byte, "i8")),
    send: (number, address, count) => transmit(number, count, (i) => getValue(address + i, "i8")),
    hang_up: (number) => hangUp(number),
  });
  return "browser.club";
}

export function endMore() {
  hangUpAll();
}

/** Returns what the page's address asks for, as JSON; "leave" after the button; otherwise "". */
function membership() {
  if (leaving) return "leave";
  const fields = Object.fromEntries(new URLSearchParams(window.location.hash.slice(1)));
  if (!fields.club) return "";
  return JSON.stringify({ ...fields, table: Number(fields.table), port: Number(fields.port) });
}

/** Shows the table in a line of the page. Removes the password from the page's address. */
function joined(name, table, why) {
  leaving = false;
  const text = [
    ...(name ? [say("club table", table, name)] : []),
    ...(why ? [say(`club ${why}`)] : []),
    // Without https, browsers offer no storage of the page itself (service workers).
    ...(name && !window.isSecureContext ? [say("club unsafe")] : []),
  ];
  tableName.textContent = text.join(" ");
  leave.textContent = say("leave club");
  leave.hidden = !name;
  retell(find("#first"), name ? "club waits" : "first step");
  club.hidden = !text.length;
  fitted();
  const { pathname, search, hash } = window.location;
  if (hash) window.history.replaceState(null, "", pathname + search);
}
