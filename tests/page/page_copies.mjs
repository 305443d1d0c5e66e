// Which files and links the page refuses, without a page, under Node.
//   node page_copies.mjs SIMULATOR < CASES
// SIMULATOR: the folder of copies.js; CASES: JSON, { files: [[name, base64], ...], links: [text, ...] }. Prints JSON, for each:
// the message, "" if it is taken.

import fs from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";

const load = (name) => import(pathToFileURL(path.join(process.argv[2], name)));
const [{ unpack }, { unpackBytes }] = [await load("copies.js"), await load("packed.js")];
const { files, links } = JSON.parse(fs.readFileSync(0, "utf8"));

const message = (opening) => opening.then(() => "", (error) => error.message || String(error));
const opened = async (link) => unpack([new File([await unpackBytes(link)], "mingg.json")]);

const refusals = {
  files: await Promise.all(files.map(([name, data]) => message(unpack([new File([Buffer.from(data, "base64")], name)])))),
  links: await Promise.all(links.map((link) => message(opened(link)))),
};
console.log(JSON.stringify(refusals));
