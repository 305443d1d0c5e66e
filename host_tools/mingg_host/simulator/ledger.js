// The device's flash: the VM's files under ROOT, mirrored one by one in the browser's storage, which outlasts the page.

export const ROOT = "/flash";
const PREFIX = "mingg:"; // of the keys; the rest is the path
const EIO = 5, ENOSPC = 28;

/** The browser's storage, or null where it gives the page none (blocked, or a private window). */
export function storage() {
  try {
    return window.localStorage;
  } catch {
    return null;
  }
}

/** Write what is stored into fs, the VM's empty file system. */
export function restore(fs) {
  fs.mkdirTree(ROOT);
  const kept = storage();
  if (!kept) return;
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

function putBack(fs, path, text) {
  if (text === null) {
    if (fs.analyzePath(path).exists) fs.unlink(path);
    return;
  }
  fs.mkdirTree(path.slice(0, path.lastIndexOf("/")));
  fs.writeFile(path, decode(text));
}

// A byte a character: any bytes survive, and plain text stays readable in the browser's own tools.
function encode(bytes) {
  let text = "";
  for (const byte of bytes) text += String.fromCharCode(byte);
  return text;
}

function decode(text) {
  return Uint8Array.from(text, (character) => character.charCodeAt(0));
}
