// Copies of the ledger: writes one file, checks such a file, and brings its evenings in beside those that are here. A copy
// includes house rules. A file with house rules alone is also accepted, as `mingg rules install FILE --ledger FOLDER` writes it.
//
// A copy is JSON: {"form": "mingg ledger", "version": 1, "files": {"0007-00.txt": "..."}}, one character for each byte.

import { encode } from "./ledger.js";
import { say } from "./text.js";

const FORM = "mingg ledger";
const VERSION = 1;
// A part of a ledger, as in the firmware's segment_of(): numbered from 1, with at most 15 digits.
const SEGMENT = /^(?!0+-)(\d{4,15})-(\d\d|[1-9]\d{2,3})\.txt$/;
const LAST_NUMBER = 10 ** 15 - 1;
const USUAL = 9999; // a larger number is changed when an evening is brought in, so that others can follow it
const HOUSE = /^house-[a-z0-9-]{1,99}\.txt$/;
const DRAFT = "draft.txt";
const LARGEST = 4 * 2 ** 20; // bytes: no browser stores as much for a page
const LARGEST_PART = 2 ** 20;
const MANY = 5000; // parts
const AT_A_TIME_MS = 500;

/** A file cannot be brought in. The message says why. */
export class Refused extends Error {}

const isPart = ([name]) => SEGMENT.test(name);
const isHouse = ([name]) => HOUSE.test(name);

const isKept = (file) => isPart(file) || isHouse(file);

/** Groups the parts in files (name -> text) by number of the evening, each in order. */
function evenings(files) {
  const found = new Map();
  for (const [name, text] of [...files].filter(isPart)) {
    const [, number, segment] = name.match(SEGMENT);
    const parts = found.get(Number(number)) || [];
    found.set(Number(number), [...parts, { name, segment: Number(segment), text }]);
  }
  for (const parts of found.values()) parts.sort((a, b) => a.segment - b.segment);
  return new Map([...found].sort(([a], [b]) => a - b));
}

/** Returns the parts of the last evening in files, which is the present one. */
export function presentOf(files) {
  const parts = [...evenings(files).values()].at(-1) ?? [];
  return new Map(parts.map(({ name, text }) => [name, text]));
}

/** Counts the evenings and the bytes in files. */
export function size(files) {
  const parts = [...files].filter(isPart);
  return { evenings: evenings(files).size, bytes: parts.reduce((sum, [, text]) => sum + text.length, 0) };
}

export function pack(files) {
  return JSON.stringify({ form: FORM, version: VERSION, files: Object.fromEntries([...files].filter(isKept).sort()) });
}

/** Returns the files in what the user chose: copies, or parts as they are on a board. Throws Refused. */
export async function unpack(chosen) {
  const files = new Map();
  const add = (name, text) => {
    if (!isKept([name])) {
      throw new Refused(say("no ledger name", short(name)));
    }
    if (typeof text !== "string" || !/^[\0-\xff]*$/.test(text)) {
      throw new Refused(say("no ledger file", name));
    }
    if (!text) throw new Refused(say("empty file", name));
    if (text.length > LARGEST_PART) throw new Refused(say("large file", name));
    if (files.size >= MANY) throw new Refused(say("many files", MANY));
    files.set(name, text);
  };
  let total = 0;
  for (const file of chosen) {
    total += file.size;
    if (total > LARGEST) throw new Refused(say("large file", short(file.name)));
    const bytes = new Uint8Array(await file.arrayBuffer());
    if (file.name.endsWith(".toml")) {
      throw new Refused(say("house source", `mingg rules install ${short(file.name)} --ledger FOLDER`));
    }
    if (isKept([file.name])) add(file.name, encode(bytes));
    else for (const [name, text] of Object.entries(opened(file.name, bytes))) add(name, text);
  }
  for (const [number, parts] of evenings(files)) {
    if (new Set(parts.map((part) => part.segment)).size < parts.length) {
      throw new Refused(say("part twice", number));
    }
  }
  if (!files.size) throw new Refused(say("no evening in it"));
  return files;
}

function opened(name, bytes) {
  let copy;
  try {
    copy = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch {
    throw new Refused(say("no copy", short(name)));
  }
  if (copy?.form !== FORM || !copy.files || typeof copy.files !== "object" || Array.isArray(copy.files)) {
    throw new Refused(say("no copy", short(name)));
  }
  if (copy.version !== VERSION) throw new Refused(say("newer copy", short(name)));
  return copy.files;
}

const short = (name) => (name.length > 40 ? `${name.slice(0, 39)}\u2026` : name);

/** Returns the house rules in files that are new or different here: [{ name, title, here }]. title: null if unreadable. */
export function siftHouses(files, kept, titled) {
  return [...files].filter((file) => isHouse(file) && kept.get(file[0]) !== file[1])
    .map(([name, text]) => ({ name, text, title: titled(name, text), here: kept.has(name) }));
}

/** True if all parts of an evening are here already. The evening here may have more. */
function isHere(parts, here) {
  return here.length >= parts.length && parts.every((part, i) => part.segment === here[i].segment
    && (i === parts.length - 1 ? here[i].text.startsWith(part.text) : here[i].text === part.text));
}

/**
 * Finds the evenings that are new to this browser: fresh, [{ number, files, found }]. found: what the firmware reads.
 * known: how many evenings are here already. unreadable: how many cannot be read. look(files): see vm.js. Awaits
 * meanwhile(done, of) from time to time, because the device needs many seconds for hundreds of evenings. An exception in it
 * ends the search.
 */
export async function sift(files, kept, look, meanwhile) {
  const here = [...evenings(kept).values()];
  const fresh = [];
  let known = 0, unreadable = 0, done = 0, rested = performance.now();
  const brought = evenings(files);
  for (const [number, parts] of brought) {
    if (performance.now() - rested > AT_A_TIME_MS) {
      await meanwhile(done, brought.size);
      rested = performance.now();
    }
    done++;
    if (here.some((there) => isHere(parts, there))) {
      known++;
      continue;
    }
    const evening = new Map(parts.map(({ name, text }) => [name, text]));
    const found = look(evening);
    if (found?.wrong) throw new Refused(say("wrong evening", number));
    if (found) fresh.push({ number, files: evening, found });
    else unreadable++;
  }
  return { fresh, known, unreadable };
}

/**
 * Returns the change (see ledger.js) that brings in house rules, and evenings beside those that are here. playOn: the last
 * new evening becomes the current one; otherwise the current evening stays. renumbered: see vm.js.
 *
 * The evening with the highest number is the current one. In an empty ledger, new evenings keep their numbers up to USUAL.
 * Otherwise they get the next free numbers after the current evening, or before it. If there is no room before it, the
 * current evening gets a higher number.
 */
export function plan(fresh, houses, kept, playOn, renumbered) {
  const here = [...evenings(kept).keys()];
  const last = here.at(-1) || 0;
  const write = new Map();
  const taken = new Set(here);
  // Every write passes here. It overwrites no stored file, and never mixes two evenings.
  const put = (files, number) => {
    if (number < 1 || number > LAST_NUMBER || taken.has(number)) throw new Error(`evening ${number} twice, or no number`);
    taken.add(number);
    for (const [name, text] of files) {
      const path = name.replace(/^\d+/, String(number).padStart(4, "0"));
      if (write.has(path) || kept.has(path)) throw new Error(`${path} twice`);
      write.set(path, text);
    }
  };
  const over = houses.map(({ name, text }) => [name, text]);
  if (!here.length) {
    let number = 0;
    for (const evening of fresh) {
      number = evening.number > USUAL ? number + 1 : evening.number;
      put(evening.files, number);
    }
    return { write, over, remove: [] };
  }
  let numbers = free(fresh.length, playOn ? last : here.at(-2) || 0, taken);
  if (numbers.at(-1) >= LAST_NUMBER) {
    if (playOn) throw new Refused(say("no room after", last));
    numbers = free(fresh.length, 0, taken);
  }
  for (const [i, evening] of fresh.entries()) put(evening.files, numbers[i]);
  const remove = [];
  if (numbers.at(-1) > last && !playOn) {
    const [number] = free(1, numbers.at(-1), taken);
    const atHand = evenings(kept).get(last).map(({ name, text }) => [name, text]);
    put(atHand, number);
    remove.push(...atHand.map(([name]) => name));
    const draft = renumbered(last, number);
    if (draft) over.push([DRAFT, draft]);
  }
  return { write, over, remove };
}

/** Returns `count` free numbers above another one, in rising order. */
function free(count, above, taken) {
  const found = [];
  for (let number = above + 1; found.length < count; number++) if (!taken.has(number)) found.push(number);
  return found;
}
