// What the page's keys sample for the firmware, without a page, under Node.
//   node page_keys.mjs SIMULATOR < RUNS
// SIMULATOR: the folder of keys.js; RUNS: JSON, [[[ms, key or null], ...], ...]: at which times the page's main loop takes
// its turns, and which key is tapped just before each. Prints JSON: for each run [[ms, mask], ...].

import fs from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";

const nothing = { addEventListener() {}, querySelectorAll: () => [] };
globalThis.window = globalThis.document = nothing;
const { Keys } = await import(pathToFileURL(path.join(process.argv[2], "keys.js")));

function sampled(run) {
  const keys = new Keys(nothing);
  return run.map(([now, key]) => {
    if (key !== null) keys.tap(key);
    return [now, keys.sample(now)];
  });
}

console.log(JSON.stringify(JSON.parse(fs.readFileSync(0, "utf8")).map(sampled)));
