// The device's flash: mirrors each of the VM's files under ROOT in the browser's storage, which survives the page.

const ROOT = "/flash";
const GIVEN = `${ROOT}/given/`; // files to check before they are brought in; only in the VM
const LEDGER = `${ROOT}/ledger/`;
const PREFIX = "mingg:"; // of the storage keys; the path follows
const UNDER_WAY = "mingg-under-way"; // a change of several files; outside the ledger's keys
const EIO = 5, ENOSPC = 28, EROFS = 30;

let place = "localStorage";
let persists = false; // the browser was asked to keep what is stored
let known = new Map(); // what this tab last saw in the storage: path -> text
let guard = { overtaken() {}, told(_trouble) {} };

/**
 * Watches each following write. overtaken(): called if another page or tab has changed the storage; then nothing is
 * overwritten. told(trouble): gets the result of each write: "full", "denied", "failed", or "".
 */
export function watch(watching) {
  guard = { ...guard, ...watching };
}

/** Stores everything for this tab only, from now on. */
export function useTab() {
  place = "sessionStorage";
}

/** True if only this tab stores the ledger. */
export const inTab = () => place === "sessionStorage";

/** Returns the browser's storage, or null if it is blocked (also in some private windows). */
export function storage(kind = place) {
  try {
    return window[kind];
  } catch {
    return null;
  }
}

/** Copies the storage into fs, the VM's empty file system. */
export function restore(fs) {
  fs.mkdirTree(ROOT);
  known = new Map();
  const kept = storage();
  if (!kept) return;
  try {
    finish(kept);
  } catch (error) {
    // There may be no room any more. The change is dropped as a whole, and the device starts without it.
    console.info(`not brought in: ${error}`);
    kept.removeItem(UNDER_WAY);
  }
  for (const [name, text] of storedFiles()) known.set(LEDGER + name, text);
  for (const [path, text] of known) putBack(fs, path, text);
}

/** Stores a file, or deletes it from the storage if it was removed. Returns 0, or an error number for the firmware. */
export function sync(fs, path) {
  const before = known.get(path) ?? null;
  const text = fs.analyzePath(path).exists ? encode(fs.readFile(path)) : null;
  const [error, trouble] = stored(path, before, text);
  // After a failure the firmware must read what will be there after a reload.
  if (error) putBack(fs, path, before);
  guard.told(trouble);
  if (!error && !persists && !inTab()) {
    persists = true; // asks once, as soon as something is stored
    navigator.storage?.persist?.();
  }
  return error;
}

/** Stores a text, or deletes the file if it is null, but only if the storage still has `before`. [error number, trouble] */
function stored(path, before, text) {
  const kept = storage();
  if (!kept) return [EROFS, "denied"];
  try {
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

/** Replaces the files in the VM's folder GIVEN by these (name -> text). */
export function give(fs, given) {
  fs.mkdirTree(GIVEN);
  for (const name of fs.readdir(GIVEN)) if (fs.isFile(fs.stat(GIVEN + name).mode)) fs.unlink(GIVEN + name);
  for (const [name, text] of given) fs.writeFile(GIVEN + name, decode(text));
}

/** Returns the stored files of the device's folder: name -> text, one character for each byte. */
export function storedFiles() {
  const found = new Map();
  const kept = storage();
  for (let i = 0; i < (kept ? kept.length : 0); i++) {
    const key = kept.key(i);
    const name = key.startsWith(PREFIX + LEDGER) ? key.slice((PREFIX + LEDGER).length) : "";
    if (/^(?!\.\.?$)[^/]+$/.test(name)) found.set(name, kept.getItem(key));
  }
  return found;
}

/** Replaces the stored files of the device's folder by these (name -> text). */
export function replaceAll(given) {
  const kept = storage();
  for (const name of storedFiles().keys()) kept.removeItem(PREFIX + LEDGER + name);
  for (const [name, text] of given) kept.setItem(PREFIX + LEDGER + name, text);
}

/**
 * Stores the files in `write` and `over` ([name, text]), then deletes those in `remove`. Does all of it, even if the page
 * is closed meanwhile, or throws and does nothing. Only files in `over` may exist already.
 */
export function change({ write, over, remove }) {
  const kept = storage();
  if (!kept) throw new DOMException("", "SecurityError");
  kept.setItem(UNDER_WAY, JSON.stringify({ write: [...write], over, remove }));
  finish(kept);
}

/** Completes what change() began. */
function finish(kept) {
  const text = kept.getItem(UNDER_WAY);
  if (text === null) return;
  const { write, over, remove } = JSON.parse(text);
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

// One character for each byte: all bytes survive, and text stays readable in the browser's developer tools.
export function encode(bytes) {
  let text = "";
  for (const byte of bytes) text += String.fromCharCode(byte);
  return text;
}

export function decode(text) {
  return Uint8Array.from(text, (character) => character.charCodeAt(0));
}
