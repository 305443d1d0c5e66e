// What the page's flash does with the browser's storage, without a page, under Node.
//   node page_ledger.mjs SIMULATOR < CASES
// SIMULATOR: the folder of ledger.js; CASES: JSON, [{ stored, change, writes, room, steps }]: what is stored (key: text); a
// change, as change() takes it; after so many calls of the storage the browser is killed; so many signs it can store; what
// happens to the running device, [what, name, text]. Prints JSON: for each case { stored, files, error, steps }: what is stored
// after the next start, the files of the device then, why the change failed, and what each step returned.

import fs from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";

class Storage {
  constructor(stored, room) {
    this.stored = new Map(Object.entries(stored));
    this.room = room ?? Infinity;
    this.left = Infinity;
  }

  live() {
    if (this.left-- <= 0) throw new Error("killed");
    return this.stored;
  }

  get length() { return this.live().size; }
  key(at) { return [...this.live().keys()][at]; }
  getItem(key) { return this.live().get(key) ?? null; }
  removeItem(key) { this.live().delete(key); }
  setItem(key, text) {
    const others = [...this.live()].filter(([name]) => name !== key);
    const signs = others.reduce((sum, [, each]) => sum + each.length, text.length);
    if (signs > this.room) throw Object.assign(new Error("full"), { name: "QuotaExceededError" });
    this.stored.set(key, text);
  }
}

/** The VM's file system. */
class Files extends Map {
  mkdirTree() {}
  writeFile(name, bytes) { this.set(name, bytes); }
  readFile(name) { return this.get(name); }
  unlink(name) { this.delete(name); }
  analyzePath(name) { return { exists: this.has(name) }; }
}

globalThis.window = {};
const ledger = await import(pathToFileURL(path.join(process.argv[2], "ledger.js")));
console.info = () => {};

function outcome({ stored, change, writes, room, steps = [] }) {
  const storage = new Storage(stored, room);
  globalThis.window.localStorage = storage;
  let error = "";
  if (change) {
    storage.left = writes ?? Infinity;
    try {
      ledger.change({ ...change, write: new Map(change.write) });
    } catch (reason) {
      error = reason.message;
    }
    storage.left = Infinity;
  }
  const files = new Files();
  ledger.restore(files);
  let overtaken = 0;
  ledger.watch({ overtaken: () => overtaken++ });
  const path = (name) => `/flash/ledger/${name}`;
  const does = {
    saves: (name, text) => {
      files.writeFile(path(name), ledger.decode(text));
      return ledger.sync(files, path(name));
    },
    clears: () => { storage.stored.clear(); },
    "other tab": (name, text) => { storage.stored.set(`mingg:${path(name)}`, text); },
  };
  const done = steps.map(([what, ...more]) => [does[what](...more) ?? 0, overtaken]);
  const text = [...files].map(([name, bytes]) => [name, ledger.encode(bytes)]);
  return { stored: Object.fromEntries(storage.stored), files: Object.fromEntries(text), error, steps: done };
}

console.log(JSON.stringify(JSON.parse(fs.readFileSync(0, "utf8")).map(outcome)));
