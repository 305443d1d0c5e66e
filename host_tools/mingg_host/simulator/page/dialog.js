// The dialog about the ledger: shows what is stored, saves and sends it, brings in a copy.

import { pack, plan, presentOf, Refused, sift, siftHouses, size, unpack } from "./copies.js";
import { EVENING } from "./given.js";
import { change, inTab, storage, storedFiles } from "./ledger.js";
import { packText } from "./packed.js";
import { csv, fill } from "./results.js";
import { find, make, say } from "./text.js";

const KEEPING = "mingg-keeping"; // a copy of what a tab has shown, to be brought in; in the tab's storage
const LONGEST_LINK = 8000; // signs: what messengers and browsers take

const tell = (text) => { find("#copies-said").textContent = text; };

/**
 * device(): { look, titled, renumbered, results } of the running firmware (see vm.js), or null.
 * changed(action): stops the device, calls action(), and starts the device.
 * Returns a function that offers what keep() has put aside, for the device that has just started.
 */
export function offerCopies(device, changed) {
  const dialog = find("#copies");
  let fresh = [], houses = [];
  let readings = 0; // only the newest one counts

  const showKept = () => {
    const { evenings, bytes } = size(storedFiles());
    const kept = [evenings, Math.ceil(bytes / 1024)];
    find("#copies-kept").textContent = evenings ? say(inTab() ? "kept in tab" : "kept in browser", ...kept) : say("kept none");
    find("#copy-out").disabled = !evenings;
    // A page from a folder has no address for others, and a browser lets it share nothing.
    const sends = evenings && window.location.protocol.startsWith("http");
    find("#send").hidden = !sends || !navigator.canShare?.(copy());
    find("#send-link").hidden = !sends;
    for (const name of ["#results-csv", "#results-print"]) find(name).disabled = !evenings || !device();
  };

  const showFound = (evenings, rules) => {
    fresh = evenings;
    houses = rules;
    const texts = fresh.map(({ found }) => say("found evening", found.deals, found.rules, found.names.join(", ")) + damage(found));
    texts.push(...houses.map(({ title, here }) => say(here ? "found house here" : "found house", title)));
    find("#copies-found ul").replaceChildren(...texts.map((text) => make("li", text)));
    const choice = fresh.length && size(storedFiles()).evenings > 0;
    find("#keep-old").hidden = !choice;
    find("#play-on").textContent = say(choice ? "play on" : "bring it in");
    find("#copies-found").hidden = !texts.length;
  };

  const open = () => {
    tell("");
    find("#link").hidden = true;
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
  const copy = () => ({ files: [new File([pack(storedFiles())], named("txt"), { type: "text/plain" })] });

  const save = (text, type, ending) => {
    const url = URL.createObjectURL(new Blob([text], { type }));
    const link = make("a");
    link.href = url;
    link.download = named(ending);
    link.click();
    setTimeout(() => URL.revokeObjectURL(url), 60_000);
    tell(say("saved as", link.download));
  };

  const share = async (shared) => {
    try {
      await navigator.share(shared);
      tell(say("sent"));
    } catch (error) {
      if (error.name !== "AbortError") tell(say("not sent", error.message));
    }
  };

  const sendLink = async () => {
    const url = `${window.location.href.split(/[?#]/)[0]}#${EVENING}=${await packText(pack(presentOf(storedFiles())))}`;
    if (url.length > LONGEST_LINK) {
      tell(say("link too long"));
      return;
    }
    find("#link").value = url;
    find("#link").hidden = false;
    find("#link").select();
    if (navigator.canShare?.({ url })) await share({ url });
    else await navigator.clipboard?.writeText(url).then(() => tell(say("link copied")), () => {});
  };

  const read = async (chosen) => {
    const reading = ++readings;
    const meanwhile = (done, of) => {
      if (reading !== readings) throw new Refused("");
      tell(say("looking", done + 1, of));
      return new Promise((resolve) => { setTimeout(resolve); });
    };
    showFound([], []);
    tell("");
    try {
      const files = await unpack(chosen);
      const running = device();
      if (!running) throw new Refused(say("device must run"));
      const { fresh: found, known, unreadable } = await sift(files, storedFiles(), running.look, meanwhile);
      if (reading !== readings) return;
      const rules = siftHouses(files, storedFiles(), running.titled);
      const readable = rules.filter(({ title }) => title !== null);
      showFound(found, readable);
      const nothing = !found.length && !readable.length;
      const messages = [
        ...(known ? [say("here already", known)] : []),
        ...(unreadable ? [say("unreadable", unreadable)] : []),
        ...(readable.length < rules.length ? [say("unreadable house")] : []),
      ];
      if (nothing) messages.push(...(messages.length ? [] : [say("all here")]), say("nothing brought in"));
      tell(messages.join(" "));
      if (!nothing) find(find("#keep-old").hidden ? "#play-on" : "#keep-old").focus();
    } catch (error) {
      if (reading !== readings) return;
      if (!(error instanceof Refused)) console.error(error);
      tell(error instanceof Refused ? `${error.message} ${say("nothing brought in")}` : say("file unread", error.message));
    }
  };

  const bringIn = async (playOn) => {
    const running = device();
    if (!running) return;
    try {
      await changed(() => change(plan(fresh, houses, storedFiles(), playOn, running.renumbered)));
      tell([...(fresh.length ? [say("brought in", fresh.length)] : []), ...(houses.length ? [say("brought house")] : [])].join(" "));
    } catch (error) {
      const reason = error.name === "QuotaExceededError" ? say("no room") : say("not stored", error.message);
      tell(`${error instanceof Refused ? error.message : reason} ${say("nothing brought in")}`);
    }
    showFound([], []);
    showKept();
    find("#copies-close").focus();
  };

  find("#ledger").addEventListener("click", open);
  find("#copy-out").addEventListener("click", () => save(pack(storedFiles()), "application/json", "json"));
  find("#send").addEventListener("click", () => share(copy()));
  find("#send-link").addEventListener("click", sendLink);
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
  // What only this tab stores is put aside, and brought in as any other copy where the browser's own ledger is.
  find("#keep").addEventListener("click", () => {
    storage().setItem(KEEPING, pack(storedFiles()));
    window.location.assign(window.location.pathname);
  });
  return () => {
    const ofTab = inTab() ? null : storage("sessionStorage");
    const kept = ofTab?.getItem(KEEPING);
    if (!kept) return;
    ofTab.removeItem(KEEPING);
    open();
    read([new File([kept], "mingg.json")]);
  };
}

function damage({ damaged, whole }) {
  if (damaged) return say("lines damaged", damaged);
  return whole ? "" : say("part missing");
}
