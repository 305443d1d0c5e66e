// What the page would do with copies that are brought in, without a page, under Node.
//   node page_plan.mjs SIMULATOR < CASES
// SIMULATOR: the folder of copies.js; CASES: JSON, [{ kept, brought, playOn }], kept and brought: { name: text }.
// Prints JSON: for each case { write, remove, over } or { refused }, and which names of all cases are no ledger's files.

import fs from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";

const { pack, plan, Refused, sift } = await import(pathToFileURL(path.join(process.argv[2], "copies.js")));
const cases = JSON.parse(fs.readFileSync(0, "utf8"));

async function planned({ kept, brought, playOn }) {
  const here = new Map(Object.entries(kept));
  const { fresh } = await sift(new Map(Object.entries(brought)), here, () => ({}), () => {});
  try {
    const { write, over, remove } = plan(fresh, [], here, playOn, (was, number) => `${was} ${number}`);
    return { write: [...write], over, remove };
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    return { refused: error.message };
  }
}

const names = cases.flatMap(({ kept, brought }) => [...Object.keys(kept), ...Object.keys(brought)]);
const known = Object.keys(JSON.parse(pack(new Map(names.map((name) => [name, "x"])))).files);
console.log(JSON.stringify({ plans: await Promise.all(cases.map(planned)), strangers: names.filter((name) => !known.includes(name)) }));
