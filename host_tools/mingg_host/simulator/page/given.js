// What the page opens for this tab alone, apart from the browser's ledger: the evening of `mingg sim --open` and the script of
// `--keys` (?given), a deal that plays (?show), and the evening in a link (#evening=...).

import { unpack } from "./copies.js";
import { replaceAll, storage, useTab } from "./ledger.js";
import { unpackBytes } from "./packed.js";
import { find, say } from "./text.js";

const PLACE = "given.json"; // see mingg_host/simulator/serve.py
const OPENED = "mingg-given"; // the id that this tab has opened; outside the ledger's keys
const GLANCE_MS = 250; // the page shows each step for this time before it plays it; the device's time stands still
const SAMPLED = ["left", "right", "up", "down", "a", "b"];
export const EVENING = "evening"; // in a link

const asks = (word) => new URLSearchParams(window.location.search).has(word);
const linked = () => new URLSearchParams(window.location.hash.slice(1)).get(EVENING) ?? "";
export const shows = () => asks("show");

/** Returns { name, files, steps, sample, id } of what the address asks for, or null. Throws if there is nothing to open. */
export async function findGiven() {
  if (shows()) return JSON.parse(find("#shown").textContent);
  if (linked()) {
    const copy = new File([await unpackBytes(linked())], "mingg.json");
    const id = linked().slice(-64); // the end of gzip has a checksum of all of it
    return { name: say("link"), files: Object.fromEntries(await unpack([copy])), steps: [], id };
  }
  if (!asks("given")) return null;
  const answer = await fetch(PLACE, { cache: "no-store" });
  if (!answer.ok) throw new Error(`${PLACE}: ${answer.status}`);
  return answer.json();
}

/** Puts the evening on the flash of this tab's device. After a reload the device keeps later deals, but with a script it
 * starts from the given evening again. */
export function lay({ id, files, steps }) {
  useTab();
  const kept = storage();
  if (!kept) throw new Error(say("trouble denied"));
  if (kept.getItem(OPENED) === id && !steps.length) return;
  replaceAll(new Map(Object.entries(files)));
  kept.setItem(OPENED, id);
}

/** Plays a key script in the device's own time. */
export class Script {
  /** see(): returns { pixels, lines } of the screen. told(text): gets the progress, and "" at the end. */
  constructor({ steps, sample, glance = GLANCE_MS }, { see, told }) {
    this.glance = glance;
    this.steps = steps;
    this.sample = sample;
    this.see = see;
    this.told = told;
    this.now = 0;
    this.at = 0;
    this.mask = 0;
    this.left = 3; // samples left of this mask; a device samples its keys when it is switched on
    this.masks = []; // the next ones: [mask, samples]
    this.until = 0; // the page's time of the next step, so that people can watch
    this.busy = false;
    this.failed = "";
  }

  get running() {
    return this.left > 0 || this.masks.length > 0 || this.at < this.steps.length || this.busy;
  }

  stop() {
    this.left = 0;
    this.masks = [];
    this.at = this.steps.length;
    this.told(this.failed);
  }

  /** The keys that are down, or are the next to go down. */
  get shown() {
    return this.left === 0 && this.masks.length ? this.masks[0][0] : this.mask;
  }

  /** Runs the device's main loop once, if a turn is due. wall: the page's time in ms. */
  turn(firmware, wall) {
    if (wall < this.until) return;
    if (this.left === 0 && this.masks.length) [this.mask, this.left] = this.masks.shift();
    if (this.left > 0) {
      this.left--;
      this.now += this.sample;
      firmware.tick(this.now, this.mask);
    } else if (!this.busy) {
      this.next(firmware);
      this.until = wall + this.glance;
    }
  }

  next(firmware) {
    const step = this.steps[this.at++];
    if (!step) {
      this.stop();
      return;
    }
    const said = step.show ? say(`show ${step.show}`) : step.said;
    this.told(say("step", this.at, this.steps.length, said));
    if (step.keys) {
      this.masks = step.keys.map(([key, ms]) => [key ? 1 << SAMPLED.indexOf(key) : 0, Math.ceil(ms / this.sample)]);
    } else if (step.dice) {
      firmware.fall(step.dice.join(""));
    } else {
      this.busy = true;
      this.send(this.at - 1).catch((error) => {
        this.failed = `${step.said}: ${error.message}`;
      }).finally(() => {
        this.busy = false;
        if (!this.running) this.stop();
      });
    }
  }

  async send(step) {
    const answer = await fetch(PLACE, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ step, ...this.see() }),
    });
    if (!answer.ok) throw new Error(say("not written"));
  }
}
