// The night as the host sends it, and how a page shows names and points.

export const WINDS = { E: "East", S: "South", W: "West", N: "North" };
const UNSEEN = /[\p{C}\p{Zl}\p{Zp}]/gu; // controls, changes of direction, halves of characters
const JOINERS = "\u200c\u200d"; // needed for Persian, and for emoji made of several characters

// A text that someone typed, with its invisible characters made visible.
export const plain = (text) =>
  String(text).replace(UNSEEN, (sign) => (JOINERS.includes(sign) ? sign : `\\u{${sign.codePointAt(0).toString(16)}}`));

// Makes an element. Children are elements or texts; a text never becomes markup.
export function make(tag, properties = {}, ...children) {
  const element = document.createElement(tag);
  for (const [key, value] of Object.entries(properties)) {
    if (value === undefined || value === null || value === false) continue;
    if (key.startsWith("on")) element.addEventListener(key.slice(2), value);
    else element.setAttribute(key, value === true ? "" : value);
  }
  element.append(
    ...children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== false),
  );
  return element;
}

// A player's name: its direction of writing does not disturb what stands beside it.
export const name = (text, tag = "bdi", properties = {}) => make(tag, { dir: "auto", ...properties }, plain(text));

export const points = (number) => (number > 0 ? `+${number}` : number < 0 ? `−${-number}` : "0");
export const hundredths = (number) => String(number / 100).replace("-", "−");
export const count = (number, one, many = `${one}s`) => `${number} ${number === 1 ? one : many}`;

function merge(night, part) {
  const { tables, ...rest } = part;
  Object.assign(night, rest);
  if (tables) {
    const known = new Map(night.tables.map((table) => [table.number, table]));
    for (const table of tables.changed) known.set(table.number, table);
    night.tables = tables.order.map((number) => known.get(number));
  }
}

// Follows the night at an address. shows(night) after each change; link(true or false) when the host answers, or not;
// refused() when it sends no stream. rests: a page that nobody sees needs no stream; a browser opens six at most.
export function follow(address, shows, link, { refused = () => {}, rests = false } = {}) {
  let night = null;
  let source = null;
  const open = () => {
    source = new EventSource(address);
    source.addEventListener("all", (event) => {
      night = JSON.parse(event.data);
      link(true);
      shows(night);
    });
    source.addEventListener("part", (event) => {
      if (!night) return;
      merge(night, JSON.parse(event.data));
      shows(night);
    });
    source.addEventListener("error", () => {
      link(false);
      if (source.readyState !== EventSource.CLOSED) return; // the browser tries again
      refused();
      setTimeout(() => source.readyState === EventSource.CLOSED && !isResting() && open(), 2000);
    });
  };
  const isResting = () => rests && document.hidden;
  document.addEventListener("visibilitychange", () => {
    if (isResting()) source.close();
    else if (source.readyState === EventSource.CLOSED) open();
  });
  open();
}
