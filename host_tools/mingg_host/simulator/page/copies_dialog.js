// The dialog about the ledger: shows what is stored, saves a copy, brings in a copy.

import { pack, plan, Refused, sift, siftHouses, size, unpack } from "./copies.js";
import * as ledger from "./ledger.js";
import { csv, fill } from "./results.js";

const find = (selector) => document.querySelector(selector);
const many = (count, one) => `${count} ${one}${count === 1 ? "" : "s"}`;

/**
 * device(): { look, titled, renumbered, results } of the running firmware (see vm.js), or null.
 * changed(change): stops the device, calls change(), and starts the device.
 */
export function offerCopies(device, changed) {
  const dialog = find("#copies");
  let fresh = [], houses = [];
  let readings = 0; // only the newest one counts

  const say = (text) => { find("#copies-said").textContent = text; };

  const showKept = () => {
    const { evenings, bytes } = size(ledger.files());
    find("#copies-kept").textContent = evenings
      ? `${many(evenings, "evening")}, ${Math.ceil(bytes / 1024)} kB, stored only in ${ledger.keeper()}.`
      : "No evening is stored here yet.";
    find("#copy-out").disabled = !evenings;
    find("#send").hidden = !evenings || !navigator.canShare?.(copy());
    for (const name of ["#results-csv", "#results-print"]) find(name).disabled = !evenings || !device();
  };

  const showFound = (evenings, rules) => {
    fresh = evenings;
    houses = rules;
    const texts = fresh.map(({ found }) =>
      `${found.names.join(", ")}: ${many(found.deals, "deal")}, ${found.rules}${damage(found)}`);
    texts.push(...houses.map(({ title, here }) =>
      `house rules: ${title}${here ? ", replacing those that are here" : ""}`));
    find("#copies-found ul").replaceChildren(...texts.map((text) => {
      const line = document.createElement("li");
      line.textContent = text;
      return line;
    }));
    const choice = fresh.length && size(ledger.files()).evenings > 0;
    find("#keep-old").hidden = !choice;
    find("#play-on").textContent = choice ? "play on with the last one" : "bring it in";
    find("#copies-found").hidden = !texts.length;
  };

  const open = () => {
    say("");
    showKept();
    showFound([], []);
    dialog.showModal();
  };

  const named = (ending) => {
    const day = new Date();
    const two = (number) => String(number).padStart(2, "0");
    return `mingg-${day.getFullYear()}-${two(day.getMonth() + 1)}-${two(day.getDate())}.${ending}`;
  };

  // What a phone's share sheet takes: not every one sends JSON.
  const copy = () => ({ files: [new File([pack(ledger.files())], named("txt"), { type: "text/plain" })] });

  const save = (text, type, ending) => {
    const url = URL.createObjectURL(new Blob([text], { type }));
    const link = document.createElement("a");
    link.href = url;
    link.download = named(ending);
    link.click();
    setTimeout(() => URL.revokeObjectURL(url), 60_000);
    say(`Saved as ${link.download}.`);
  };

  const read = async (chosen) => {
    const reading = ++readings;
    const meanwhile = (done, of) => {
      if (reading !== readings) throw new Refused("Another copy was chosen.");
      say(`Looking at evening ${done + 1} of ${of}.`);
      return new Promise((resolve) => setTimeout(resolve));
    };
    showFound([], []);
    say("");
    try {
      const files = await unpack(chosen);
      const running = device();
      if (!running) throw new Refused("The device must run to check a copy. Switch it off and on, then try again.");
      const { fresh: found, known, unreadable } = await sift(files, ledger.files(), running.look, meanwhile);
      if (reading !== readings) return;
      const rules = siftHouses(files, ledger.files(), running.titled);
      const readable = rules.filter(({ title }) => title !== null);
      showFound(found, readable);
      const messages = [];
      if (known) messages.push(`${many(known, "evening")} in it ${known === 1 ? "is" : "are"} here already.`);
      if (unreadable) {
        messages.push(`${many(unreadable, "evening")} in it cannot be read: damaged, or from a newer version.`);
      }
      if (readable.length < rules.length) messages.push("House rules in it cannot be read: damaged, or from a newer version.");
      const nothing = !found.length && !readable.length;
      if (nothing) messages.push(...(messages.length ? [] : ["All of it is here already."]), "Nothing was brought in.");
      say(messages.join(" "));
      if (!nothing) find(find("#keep-old").hidden ? "#play-on" : "#keep-old").focus();
    } catch (error) {
      if (reading !== readings) return;
      if (!(error instanceof Refused)) console.error(error);
      say(error instanceof Refused ? `${error.message} Nothing was brought in.` : `The file cannot be read: ${error.message}`);
    }
  };

  const bringIn = async (playOn) => {
    const running = device();
    if (!running) return;
    try {
      await changed(() => ledger.change(plan(fresh, houses, ledger.files(), playOn, running.renumbered)));
      const parts = fresh.length ? [many(fresh.length, "evening")] : [];
      if (houses.length) parts.push("house rules");
      const text = parts.join(" and ");
      say(`${text[0].toUpperCase()}${text.slice(1)} brought in.`);
    } catch (error) {
      const full = error.name === "QuotaExceededError";
      const reason = full ? "There is no room for it here." : `It cannot be stored: ${error.message}.`;
      say(`${error instanceof Refused ? error.message : reason} Nothing was brought in.`);
    }
    showFound([], []);
    showKept();
    find("#copies-close").focus();
  };

  find("#ledger").addEventListener("click", open);
  find("#copy-out").addEventListener("click", () => save(pack(ledger.files()), "application/json", "json"));
  find("#send").addEventListener("click", async () => {
    try {
      await navigator.share(copy());
      say("Sent.");
    } catch (error) {
      if (error.name !== "AbortError") say(`It was not sent: ${error.message}.`);
    }
  });
  // The mark at the start tells spreadsheets that the text is UTF-8.
  find("#results-csv").addEventListener("click", () => save(`\ufeff${csv(device().results())}`, "text/csv", "csv"));
  find("#results-print").addEventListener("click", () => {
    fill(find("#results"), device().results());
    dialog.close();
    window.print();
  });
  find("#copy-in").addEventListener("click", () => find("#copy-file").click());
  find("#copy-file").addEventListener("change", (event) => {
    const chosen = [...event.target.files];
    event.target.value = ""; // so that the same file can be chosen again
    if (chosen.length) read(chosen);
  });
  find("#keep-old").addEventListener("click", () => bringIn(false));
  find("#play-on").addEventListener("click", () => bringIn(true));
  find("#copies-close").addEventListener("click", () => dialog.close());
  dialog.addEventListener("close", () => { readings++; });
}

function damage({ damaged, whole }) {
  if (damaged) return `; ${many(damaged, "line")} damaged`;
  return whole ? "" : "; a part is missing";
}
