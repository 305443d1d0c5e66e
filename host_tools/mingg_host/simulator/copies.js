// Copies of the ledger: one file out; and in again, once it has been looked at, beside what is here. House rules go with
// it, and come alone as well: as `mingg rules install FILE --to FOLDER` writes them.
//
// A copy is JSON: {"form": "mingg ledger", "version": 1, "files": {"0007-00.txt": "..."}}, a byte a character.

import { encode } from "./ledger.js";

const FORM = "mingg ledger";
const VERSION = 1;
const SEGMENT = /^(\d{4,9})(?:-(\d\d|[1-9]\d{2,3}))?\.txt$/; // a part of a ledger; the first format had one file each
const HOUSE = /^house-[a-z0-9-]{1,99}\.txt$/;
const DRAFT = "draft.txt";
const LARGEST = 4 * 2 ** 20; // bytes: no browser keeps as much for a page
const LARGEST_PART = 2 ** 20;
const MANY = 5000; // parts

/** What cannot be brought in; the message says why, in plain words. */
export class Refused extends Error {}

const isPart = ([name]) => SEGMENT.test(name);
const isHouse = ([name]) => HOUSE.test(name);

const isKept = (file) => isPart(file) || isHouse(file);

/** The parts of each evening among files (name -> text), by its number, each in order. */
function evenings(files) {
  const found = new Map();
  for (const [name, text] of [...files].filter(isPart)) {
    const [, number, segment] = name.match(SEGMENT);
    const parts = found.get(Number(number)) || [];
    found.set(Number(number), [...parts, { name, segment: Number(segment || 0), text }]);
  }
  for (const parts of found.values()) parts.sort((a, b) => a.segment - b.segment);
  return new Map([...found].sort(([a], [b]) => a - b));
}

/** How many evenings and how many bytes are in files. */
export function size(files) {
  const parts = [...files].filter(isPart);
  return { evenings: evenings(files).size, bytes: parts.reduce((sum, [, text]) => sum + text.length, 0) };
}

export function pack(files) {
  return JSON.stringify({ form: FORM, version: VERSION, files: Object.fromEntries([...files].filter(isKept).sort()) });
}

/** The files in what somebody chose: copies, or parts as they are on a board. */
export async function unpack(chosen) {
  const files = new Map();
  const add = (name, text) => {
    if (!isKept([name])) throw new Refused(`${short(name)} is no name of a ledger's file.`);
    if (typeof text !== "string" || !/^[\0-\xff]*$/.test(text)) throw new Refused(`${name} holds no ledger.`);
    if (!text) throw new Refused(`${name} is empty.`);
    if (text.length > LARGEST_PART) throw new Refused(`${name} is too large for a ledger.`);
    if (files.size >= MANY) throw new Refused("There are too many files in it for a ledger.");
    files.set(name, text);
  };
  let total = 0;
  for (const file of chosen) {
    total += file.size;
    if (total > LARGEST) throw new Refused(`${short(file.name)} is too large for a ledger.`);
    const bytes = new Uint8Array(await file.arrayBuffer());
    if (file.name.endsWith(".toml")) {
      throw new Refused(`House rules come as: mingg rules install ${short(file.name)} --to FOLDER leaves them there.`);
    }
    if (isKept([file.name])) add(file.name, encode(bytes));
    else for (const [name, text] of Object.entries(opened(file.name, bytes))) add(name, text);
  }
  for (const [number, parts] of evenings(files)) {
    if (new Set(parts.map((part) => part.segment)).size < parts.length) {
      throw new Refused(`There are two files for the same part of evening ${number}.`);
    }
  }
  if (!files.size) throw new Refused("There is no evening in it.");
  return files;
}

function opened(name, bytes) {
  let copy;
  try {
    copy = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch {
    throw new Refused(`${short(name)} is no copy of a ledger.`);
  }
  if (copy?.form !== FORM || !copy.files || typeof copy.files !== "object" || Array.isArray(copy.files)) {
    throw new Refused(`${short(name)} is no copy of a ledger.`);
  }
  if (copy.version !== VERSION) throw new Refused(`${short(name)} comes from a later version: reload this page first.`);
  return copy.files;
}

const short = (name) => (name.length > 40 ? `${name.slice(0, 39)}\u2026` : name);

/** The house rules among files that are not here so: [{ name, title, here }]; title is null where they cannot be read. */
export function siftHouses(files, kept, titled) {
  return [...files].filter((file) => isHouse(file) && kept.get(file[0]) !== file[1])
    .map(([name, text]) => ({ name, text, title: titled(name, text), here: kept.has(name) }));
}

/** Whether all of an evening's parts are here already; here it may have gone on since. */
function isHere(parts, here) {
  return here.length >= parts.length && parts.every((part, i) => part.segment === here[i].segment
    && (i === parts.length - 1 ? here[i].text.startsWith(part.text) : here[i].text === part.text));
}

/**
 * What of the files is new to this browser, [{ number, files, found }], found as the firmware sees it; how many evenings
 * are here already, and how many cannot be read. look(files): see vm.js.
 */
export function sift(files, kept, look) {
  const here = [...evenings(kept).values()];
  const fresh = [];
  let known = 0, unreadable = 0;
  for (const [number, parts] of evenings(files)) {
    if (here.some((there) => isHere(parts, there))) {
      known++;
      continue;
    }
    const evening = new Map(parts.map(({ name, text }) => [name, text]));
    const found = look(evening);
    if (found?.wrong) throw new Refused(`Evening ${number}: ${found.wrong}.`);
    if (found) fresh.push({ number, files: evening, found });
    else unreadable++;
  }
  return { fresh, known, unreadable };
}

/**
 * The change (see ledger.js) that brings house rules in, and evenings beside what is kept. playOn: the last of them becomes the evening at
 * hand, else the one that is at hand here remains so; renumbered: see vm.js.
 */
export function plan(fresh, houses, kept, playOn, renumbered) {
  const numbers = [...evenings(kept).keys()];
  const last = Math.max(0, ...numbers);
  const write = new Map();
  const renumber = (files, number) => {
    for (const [name, text] of files) write.set(name.replace(/^\d+/, String(number).padStart(4, "0")), text);
  };
  // The evening with the highest number is the one at hand. Where there is none, each keeps its own number.
  fresh.forEach((evening, i) => renumber(evening.files, numbers.length ? last + 1 + i : evening.number));
  const over = houses.map(({ name, text }) => [name, text]);
  if (playOn || !numbers.length || !fresh.length) return { write, over, remove: [] };
  const atHand = evenings(kept).get(last).map(({ name, text }) => [name, text]);
  const number = last + fresh.length + 1;
  renumber(atHand, number);
  const draft = renumbered(last, number);
  if (draft) over.push([DRAFT, draft]);
  return { write, over, remove: atHand.map(([name]) => name) };
}
