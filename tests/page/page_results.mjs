// The page's results as a spreadsheet, without a page, under Node.
//   node page_results.mjs SIMULATOR < RESULTS
// SIMULATOR: the folder of results.js; RESULTS: JSON, as browser/evenings.py gives them. Prints the spreadsheet as JSON.

import fs from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";

const { csv } = await import(pathToFileURL(path.join(process.argv[2], "results.js")));
console.log(JSON.stringify(csv(JSON.parse(fs.readFileSync(0, "utf8")))));
