// What `mingg sim --open` and `--keys` give to the page at ?given: an evening to open, keys to press. It is kept apart
// from the ledger of this browser, by this tab alone.

import * as ledger from "./ledger.js";

const PLACE = "given.json";
const OPENED = "mingg-given"; // which one this tab has opened; not among the ledger's keys
const GLANCE_MS = 250; // a key of a script is seen so long before it is pressed; for the device no time passes
const KEYS = ["left", "right", "up", "down", "a", "b"];

export const asked = () => new URLSearchParams(window.location.search).has("given");

/** What is given: { name, files, sample, steps, id }, see mingg_host/simulator/preset.py. Throws where nothing is. */
export async function fetchGiven() {
  const answer = await fetch(new URL(PLACE, document.baseURI), { cache: "no-store" });
  if (!answer.ok) throw new Error(`${PLACE}: ${answer.status}`);
  return answer.json();
}

/** Make it what this tab's device has on its flash. What was played on since stays, also when the page is reloaded, but
 * where there is a script: that begins anew. */
export function lay({ id, files, steps }) {
  ledger.useTab();
  const kept = ledger.storage();
  if (!kept) throw new Error("this browser keeps nothing for this page");
  if (kept.getItem(OPENED) === id && !steps.length) return;
  ledger.replaceAll(new Map(Object.entries(files)));
  kept.setItem(OPENED, id);
}

/** The script while it is played: pressed keys for the device, at the device's own time. */
export class Script {
  /** see(): { pixels, lines }, what the device shows. told(text): how far it has come; "" in the end. */
  constructor({ steps, sample }, { see, told }) {
    this.steps = steps;
    this.sample = sample;
    this.see = see;
    this.told = told;
    this.now = 0;
    this.at = 0;
    this.mask = 0;
    this.left = 3; // samples of this mask; a device that is switched on looks at its keys first
    this.masks = []; // that follow: [mask, samples]
    this.until = 0; // by the clock on the wall: somebody watches
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

  /** The keys that are down, or about to be. */
  get shown() {
    return this.left === 0 && this.masks.length ? this.masks[0][0] : this.mask;
  }

  /** One turn of the device's main loop, where one is due. */
  turn(firmware, wall) {
    if (wall < this.until) return;
    if (this.left === 0 && this.masks.length) [this.mask, this.left] = this.masks.shift();
    if (this.left > 0) {
      this.left--;
      this.now += this.sample;
      firmware.tick(this.now, this.mask);
    } else if (!this.busy) {
      this.next(firmware);
      this.until = wall + GLANCE_MS;
    }
  }

  next(firmware) {
    const step = this.steps[this.at++];
    if (!step) {
      this.stop();
      return;
    }
    this.told(`${this.at} of ${this.steps.length}: ${step.said}`);
    if (step.keys) {
      this.masks = step.keys.map(([key, ms]) => [key ? 1 << KEYS.indexOf(key) : 0, Math.ceil(ms / this.sample)]);
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
    const answer = await fetch(new URL(PLACE, document.baseURI), {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ step, ...this.see() }),
    });
    if (!answer.ok) throw new Error("it could not be written; see the terminal");
  }
}
