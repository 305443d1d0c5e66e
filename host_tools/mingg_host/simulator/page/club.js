// Joins a table of a club. A link has the table, the broker and a password behind the # of the page's address, which a browser
// sends to no server. The firmware keeps them in club.txt.

const TROUBLES = {
  damaged: "This link joins no table. Ask the director for another one.",
  unkept: "This browser did not store the link, so this page joins no table. Allow the page to store data, then open the link again.",
};
// Without https, browsers offer no storage of the page itself (service workers).
const UNSAFE = "Leave this page open: without the club's computer it cannot be loaded again. Your deals stay in this browser.";

let leaving = false;

/** Returns what the page's address asks for, as JSON; "leave" after leave(); otherwise "". */
export function membership() {
  if (leaving) return "leave";
  const fields = Object.fromEntries(new URLSearchParams(window.location.hash.slice(1)));
  if (!fields.club) return "";
  for (const name of ["table", "port"]) fields[name] = Number(fields[name]);
  return JSON.stringify(fields);
}

/** Leaves the club at the next start of the firmware. */
export function leave() {
  leaving = true;
}

/** Shows the table in a line of the page. Removes the password from the page's address. */
export function tellClub(line, club, table, why) {
  leaving = false;
  const text = [
    ...(club ? [`Table ${table} of ${club}.`] : []),
    ...(why ? [TROUBLES[why]] : []),
    ...(club && !window.isSecureContext ? [UNSAFE] : []),
  ];
  line.querySelector("span").textContent = text.join(" ");
  line.querySelector("button").hidden = !club;
  line.hidden = !text.length;
  const { pathname, search, hash } = window.location;
  if (hash) window.history.replaceState(null, "", pathname + search);
}
