// The page's device without a page, under Node: what its screen says after some keys, where the browser's randomness is
// what this program makes it.
//   node page_dice.mjs VM SIMULATOR FIRMWARE BYTES KEY...
// VM: the folder of micropython.mjs; SIMULATOR: that of vm.js; FIRMWARE: that of what the VM runs; BYTES: 3,4,255 and
// so on, over and over. Prints what the screen says, in lines, and then how often it was asked.

import fs from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";

const KEYS = ["left", "right", "up", "down", "a", "b"];
const [vmFolder, simulator, firmware, bytes, ...presses] = process.argv.slice(2);
const { loadMicroPython } = await import(pathToFileURL(path.join(vmFolder, "micropython.mjs")));
globalThis.window = { localStorage: null };
const { start } = await import(pathToFileURL(path.join(simulator, "vm.js")));

function sourcesOf(folder, to) {
  return fs.readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const from = path.join(folder, entry.name);
    if (entry.isDirectory()) return sourcesOf(from, `${to}/${entry.name}`);
    return /\.(py|txt)$/.test(entry.name) ? [[`${to}/${entry.name}`, fs.readFileSync(from, "utf8")]] : [];
  });
}

const source = bytes.split(",").map(Number);
let asked = 0;
let said = "";
// Node's VM takes none of its own randomness from here: whoever asks is the page.
globalThis.crypto.getRandomValues = (array) => array.fill(0).map(() => source[asked++ % source.length]);

// A module found nowhere else is looked for in the root of the VM's files.
const sources = sourcesOf(firmware, "");
const { tick } = await start(
  { loadMicroPython, wasm: undefined, sources },
  {
    onFrame: () => {},
    onText: (text) => { said = text; },
    onKeys: () => {},
    onShine: () => {},
    onTone: () => {},
    language: () => "en",
  },
);
let now = 0;
const hold = (mask, ms) => { for (let t = 0; t < ms; t += 10) tick((now += 10), mask); };
hold(0, 50);
asked = 0;
for (const key of presses) {
  hold(1 << KEYS.indexOf(key), 50);
  hold(0, 50);
}
console.log(said);
console.log(asked);
process.exit(0);
