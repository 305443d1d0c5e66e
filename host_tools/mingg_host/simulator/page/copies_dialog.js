// The page's dialog about the ledger: what is here, a copy of it to keep, a copy to bring in.

import { pack, plan, Refused, sift, siftHouses, size, unpack } from "./copies.js";
import * as ledger from "./ledger.js";

const find = (selector) => document.querySelector(selector);
const many = (count, one) => `${count} ${one}${count === 1 ? "" : "s"}`;

/**
 * device(): { look, titled, renumbered } of a firmware that runs (see vm.js), null where none does.
 * changed(change): does what `change` does while nothing runs, then starts the device.
 */
export function offerCopies(device, changed) {
  const dialog = find("#copies");
  let fresh = [], houses = [];
  let readings = 0; // the newest one counts

  const say = (text) => { find("#copies-said").textContent = text; };

  const showKept = () => {
    const { evenings, bytes } = size(ledger.files());
    find("#copies-kept").textContent = evenings
      ? `${many(evenings, "evening")}, ${Math.ceil(bytes / 1024)} kB, kept by ${ledger.keeper()} alone.`
      : "No evening is kept here yet.";
    find("#copy-out").disabled = !evenings;
  };

  const showFound = (evenings, rules) => {
    fresh = evenings;
    houses = rules;
    const told = fresh.map(({ found }) =>
      `${found.names.join(", ")}: ${many(found.deals, "deal")}, ${found.rules}${damage(found)}`);
    told.push(...houses.map(({ title, here }) =>
      `house rules: ${title}${here ? ", in the place of those that are here" : ""}`));
    find("#copies-found ul").replaceChildren(...told.map((text) => {
      const line = document.createElement("li");
      line.textContent = text;
      return line;
    }));
    const choice = fresh.length && size(ledger.files()).evenings > 0;
    find("#keep-old").hidden = !choice;
    find("#play-on").textContent = choice ? "play on with the last one" : "bring it in";
    find("#copies-found").hidden = !told.length;
  };

  const open = () => {
    say("");
    showKept();
    showFound([], []);
    dialog.showModal();
  };

  const save = () => {
    const url = URL.createObjectURL(new Blob([pack(ledger.files())], { type: "application/json" }));
    const link = document.createElement("a");
    const day = new Date();
    const two = (number) => String(number).padStart(2, "0");
    link.href = url;
    link.download = `mingg-${day.getFullYear()}-${two(day.getMonth() + 1)}-${two(day.getDate())}.json`;
    link.click();
    setTimeout(() => URL.revokeObjectURL(url), 60_000);
    say(`Saved as ${link.download}.`);
  };

  const read = async (chosen) => {
    const reading = ++readings;
    const meanwhile = (done, of) => {
      if (reading !== readings) throw new Refused("Nobody waits for it any more.");
      say(`Looking at evening ${done + 1} of ${of}.`);
      return new Promise((resolve) => setTimeout(resolve));
    };
    showFound([], []);
    say("");
    try {
      const files = await unpack(chosen);
      const running = device();
      if (!running) throw new Refused("The device has to look at a copy first, and does not run.");
      const { fresh: found, known, unreadable } = await sift(files, ledger.files(), running.look, meanwhile);
      if (reading !== readings) return;
      const rules = siftHouses(files, ledger.files(), running.titled);
      const readable = rules.filter(({ title }) => title !== null);
      showFound(found, readable);
      const told = [];
      if (known) told.push(`${many(known, "evening")} in it ${known === 1 ? "is" : "are"} here already.`);
      if (unreadable) {
        told.push(`${many(unreadable, "evening")} in it cannot be read: damaged, or from a later version.`);
      }
      if (readable.length < rules.length) told.push("House rules in it cannot be read: damaged, or from a later version.");
      const nothing = !found.length && !readable.length;
      if (nothing) told.push(...(told.length ? [] : ["All of it is here already."]), "Nothing was brought in.");
      say(told.join(" "));
      if (!nothing) find(find("#keep-old").hidden ? "#play-on" : "#keep-old").focus();
    } catch (error) {
      if (reading !== readings) return;
      if (!(error instanceof Refused)) console.error(error);
      say(error instanceof Refused ? `${error.message} Nothing was brought in.` : `It cannot be read: ${error.message}`);
    }
  };

  const bringIn = async (playOn) => {
    const running = device();
    if (!running) return;
    try {
      await changed(() => ledger.change(plan(fresh, houses, ledger.files(), playOn, running.renumbered)));
      const told = fresh.length ? [many(fresh.length, "evening")] : [];
      if (houses.length) told.push("house rules");
      const text = told.join(" and ");
      say(`${text[0].toUpperCase()}${text.slice(1)} brought in.`);
    } catch (error) {
      const full = error.name === "QuotaExceededError";
      const told = full ? "There is no room for it here." : `It cannot be kept: ${error.message}.`;
      say(`${error instanceof Refused ? error.message : told} Nothing was brought in.`);
    }
    showFound([], []);
    showKept();
    find("#copies-close").focus();
  };

  find("#ledger").addEventListener("click", open);
  find("#copy-out").addEventListener("click", save);
  find("#copy-in").addEventListener("click", () => find("#copy-file").click());
  find("#copy-file").addEventListener("change", (event) => {
    const chosen = [...event.target.files];
    event.target.value = ""; // the same one may be chosen again
    if (chosen.length) read(chosen);
  });
  find("#keep-old").addEventListener("click", () => bringIn(false));
  find("#play-on").addEventListener("click", () => bringIn(true));
  find("#copies-close").addEventListener("click", () => dialog.close());
  dialog.addEventListener("close", () => { readings++; });
}

function damage({ damaged, whole }) {
  if (damaged) return `; ${many(damaged, "line")} of it damaged`;
  return whole ? "" : "; a part of it is missing";
}
