// The device's flash: the VM's files under ROOT, mirrored one by one in the browser's storage, which outlasts the page.

export const ROOT = "/flash";
const GIVEN = `${ROOT}/given/`; // what somebody brings, to be looked at; in the VM alone
const LEDGER = `${ROOT}/ledger/`;
const PREFIX = "mingg:"; // of the keys; the rest is the path
const UNDER_WAY = "mingg-under-way"; // a change of several files; not among the ledger's keys
const EIO = 5, ENOSPC = 28, EROFS = 30;

let place = "localStorage";
let known = new Map(); // what is stored, as far as this tab knows: path -> text
let guard = { holds: () => true, overtaken() {}, told() {} };

/**
 * From now on each write first asks holds(), whether this tab still runs the device; overtaken() is called where
 * something else has changed what is stored. Neither is written over. told(trouble) says how each write went: "full",
 * "denied", "failed", or "".
 */
export function watch(watching) {
  guard = { ...guard, ...watching };
}

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
  known = new Map();
  const kept = storage();
  if (!kept) return;
  try {
    finish(kept);
  } catch (error) {
    // Nothing of it is there, and the device starts all the same: there may be no room any more.
    console.info(`not brought in: ${error}`);
    kept.removeItem(UNDER_WAY);
  }
  for (const [name, text] of files()) known.set(LEDGER + name, text);
  for (const [path, text] of known) putBack(fs, path, text);
}

/** Store the file as it is now, or forget it if it is gone. 0, or the error number for the firmware. */
export function sync(fs, path) {
  const before = known.get(path) ?? null;
  const text = fs.analyzePath(path).exists ? encode(fs.readFile(path)) : null;
  const [error, trouble] = stored(path, before, text);
  // The firmware is told that it failed: what it reads from now on must be what will be there after a reload.
  if (error) putBack(fs, path, before);
  guard.told(trouble);
  return error;
}

/** Store a file's text, null: forget it; only in the place of what it was `before`. [error number, trouble] */
function stored(path, before, text) {
  const kept = storage();
  if (!kept) return [EROFS, "denied"];
  try {
    if (!guard.holds()) return [EIO, ""];
    const there = kept.getItem(PREFIX + path);
    if (there !== null && there !== before) {
      guard.overtaken();
      return [EIO, ""];
    }
    // The user may have cleared the storage while the device runs. Store again what the device has shown as saved.
    for (const [each, whole] of known) {
      if (each !== path && kept.getItem(PREFIX + each) === null) kept.setItem(PREFIX + each, whole);
    }
    if (text === null) kept.removeItem(PREFIX + path);
    else kept.setItem(PREFIX + path, text);
  } catch (error) {
    if (error.name === "QuotaExceededError") return [ENOSPC, "full"];
    return error.name === "SecurityError" ? [EROFS, "denied"] : [EIO, "failed"];
  }
  if (text === null) known.delete(path);
  else known.set(path, text);
  return [0, ""];
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
    const name = key.startsWith(PREFIX + LEDGER) ? key.slice((PREFIX + LEDGER).length) : "";
    if (/^(?!\.\.?$)[^/]+$/.test(name)) found.set(name, kept.getItem(key));
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
  if (!kept) throw new Error("this browser stores nothing for this page");
  if (!guard.holds()) throw new Error("the device runs in another tab");
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
