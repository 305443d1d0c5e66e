// The device's flash: the VM's files under ROOT, mirrored one by one in the browser's storage, which outlasts the page.

export const ROOT = "/flash";
const GIVEN = `${ROOT}/given/`; // what somebody brings, to be looked at; in the VM alone
const LEDGER = `${ROOT}/ledger/`;
const PREFIX = "mingg:"; // of the keys; the rest is the path
const UNDER_WAY = "mingg-under-way"; // a change of several files; not among the ledger's keys
const EIO = 5, ENOSPC = 28;

let place = "localStorage";

/** From now on what is stored is this tab's alone. */
export function useTab() {
  place = "sessionStorage";
}

/** Who keeps it. */
export function keeper() {
  return place === "localStorage" ? "this browser" : "this tab";
}

/** The browser's storage, or null where it gives the page none (blocked, or a private window). */
export function storage() {
  try {
    return window[place];
  } catch {
    return null;
  }
}

/** Write what is stored into fs, the VM's empty file system. */
export function restore(fs) {
  fs.mkdirTree(ROOT);
  const kept = storage();
  if (!kept) return;
  finish(kept);
  for (let i = 0; i < kept.length; i++) {
    const key = kept.key(i);
    if (key.startsWith(PREFIX + ROOT + "/")) putBack(fs, key.slice(PREFIX.length), kept.getItem(key));
  }
}

/** Store the file as it is now, or forget it if it is gone. 0, or the error number for the firmware. */
export function sync(fs, path) {
  const kept = storage();
  let before = null;
  try {
    before = kept.getItem(PREFIX + path);
    if (fs.analyzePath(path).exists) kept.setItem(PREFIX + path, encode(fs.readFile(path)));
    else kept.removeItem(PREFIX + path);
    return 0;
  } catch (error) {
    // The firmware is told that it failed: what it reads from now on must be what will be there after a reload.
    putBack(fs, path, before);
    return error.name === "QuotaExceededError" ? ENOSPC : EIO;
  }
}

/** Make these files (name -> text) all there is in the VM's folder of what is to be looked at. */
export function give(fs, given) {
  fs.mkdirTree(GIVEN);
  for (const name of fs.readdir(GIVEN)) if (fs.isFile(fs.stat(GIVEN + name).mode)) fs.unlink(GIVEN + name);
  for (const [name, text] of given) fs.writeFile(GIVEN + name, decode(text));
}

/** What is stored in the device's folder: name -> text, a byte a character. */
export function files() {
  const found = new Map();
  const kept = storage();
  for (let i = 0; i < (kept ? kept.length : 0); i++) {
    const key = kept.key(i);
    if (key.startsWith(PREFIX + LEDGER)) found.set(key.slice((PREFIX + LEDGER).length), kept.getItem(key));
  }
  return found;
}

/** Make these files (name -> text) all that is stored in the device's folder. */
export function replaceAll(given) {
  const kept = storage();
  for (const name of files().keys()) kept.removeItem(PREFIX + LEDGER + name);
  for (const [name, text] of given) kept.setItem(PREFIX + LEDGER + name, text);
}

/**
 * Store the files in `write` and `over` ([name, text]), then forget those in `remove`: all of it, also if the page ends
 * half way, or nothing and an error. Only those of `over` may be there already.
 */
export function change({ write, over, remove }) {
  const kept = storage();
  kept.setItem(UNDER_WAY, JSON.stringify({ write: [...write], over, remove }));
  finish(kept);
}

/** What change() began. */
function finish(kept) {
  const text = kept.getItem(UNDER_WAY);
  if (text === null) return;
  const { write, draft, over = draft, remove } = JSON.parse(text); // draft: as an earlier page has it
  const key = (name) => PREFIX + LEDGER + name;
  const before = over.map(([name]) => [name, kept.getItem(key(name))]);
  try {
    for (const [name, content] of [...write, ...over]) kept.setItem(key(name), content);
  } catch (error) {
    for (const [name] of write) kept.removeItem(key(name));
    for (const [name, content] of before.filter(([name, content]) => kept.getItem(key(name)) !== content)) {
      kept.removeItem(key(name));
      if (content !== null) kept.setItem(key(name), content);
    }
    kept.removeItem(UNDER_WAY);
    throw error;
  }
  for (const name of remove) kept.removeItem(key(name));
  kept.removeItem(UNDER_WAY);
}

function putBack(fs, path, text) {
  if (text === null) {
    if (fs.analyzePath(path).exists) fs.unlink(path);
    return;
  }
  fs.mkdirTree(path.slice(0, path.lastIndexOf("/")));
  fs.writeFile(path, decode(text));
}

// A byte a character: any bytes survive, and plain text stays readable in the browser's own tools.
export function encode(bytes) {
  let text = "";
  for (const byte of bytes) text += String.fromCharCode(byte);
  return text;
}

export function decode(text) {
  return Uint8Array.from(text, (character) => character.charCodeAt(0));
}
