// The device of the page: connects panel, keys and VM, and shows errors.

import { Captions } from "./captions.js";
import { offerCopies } from "./dialog.js";
import { findGiven, lay, Script, shows } from "./given.js";
import { Keys } from "./keys.js";
import { storage, storedFiles, watch } from "./ledger.js";
import { beginMore, endMore } from "./more.js";
import { keepHere } from "./offline.js";
import { Panel } from "./panel.js";
import { Sheet } from "./sheet.js";
import { tone } from "./sound.js";
import { find, languages, retell, say, speak } from "./text.js";
import { partsOfPage, start } from "./vm.js";

const TICK_MS = 10;
const TICKS = 2 ** 30; // the period of time.ticks_ms() in the VM
const SAY_AFTER_MS = 300; // screen readers skip a screen that is shown for a shorter time

const panel = new Panel(find("#panel"));
const keys = new Keys(find("#device"));
const captions = new Captions(keys.buttons);
const sheet = new Sheet(find("#sheet"), () => running?.sheet());
let parts = null;
let ours = false; // true: this tab may run the device
let starting = false;
let running = null; // the firmware, while it runs
let loop = 0;
let saying = 0;
let toSay = "";
let script = null; // the key script while it is played
let ahead = 0; // ms that the device's clock is ahead of the page's
let lines = []; // the texts on the screen

/** Shows a message of the page itself, over the screen. name: of its title and its text, which is `NAME text`. */
function notify(name, { trace = "", action = "", run = null } = {}) {
  find("#loading").hidden = true;
  const notice = find("#notice");
  notice.querySelector("h2").textContent = say(name);
  notice.querySelector("p").textContent = say(`${name} text`);
  const pre = notice.querySelector("pre");
  pre.textContent = trace;
  pre.hidden = !trace;
  const button = notice.querySelector("button");
  button.textContent = action && say(action);
  button.hidden = !action;
  button.onclick = run;
  notice.hidden = false;
}

const reload = { action: "go on here", run: () => window.location.reload() };

/** Shows why deals are not stored; "" hides the message. The device itself has room for three words. */
function tellTrouble(trouble) {
  const text = trouble && say(`trouble ${trouble}`);
  const line = find("#not-kept");
  if (line.textContent === text) return;
  line.textContent = text;
  panel.fit();
}

/** Stops the device until the page is reloaded, because the ledger has changed outside this tab. */
function giveUp() {
  if (!ours) return;
  ours = false;
  // Waits for the end of the firmware's current turn.
  queueMicrotask(() => {
    endScript();
    stop();
    notify("ledger changed", reload);
  });
}

/**
 * Resolves when no other tab runs the device: the browser releases the lock when that tab is closed. waiting(): called if one
 * does. Where a browser has no locks, as over plain http from another machine, giveUp() keeps two tabs apart.
 */
function claim(waiting) {
  if (!navigator.locks) return Promise.resolve();
  return new Promise((resolve) => {
    const hold = () => {
      resolve(null);
      return new Promise(() => {});
    };
    navigator.locks.request("mingg", { ifAvailable: true }, (lock) => {
      if (lock) return hold();
      waiting();
      navigator.locks.request("mingg", hold);
      return null;
    }).catch(resolve);
  });
}

function read(text, language) {
  if (text === toSay) return;
  toSay = text;
  clearTimeout(saying);
  saying = setTimeout(() => {
    find("#said").lang = language;
    find("#said").textContent = text;
  }, text ? SAY_AFTER_MS : 0);
}

function stop() {
  clearInterval(loop);
  loop = 0;
  running = null;
  endMore();
  tone(0);
  keys.clear();
  captions.show([], "");
  read("", "");
}

function failed(error) {
  endScript();
  stop();
  console.error(error);
  notify("stopped", {
    trace: error.name === "PythonError" ? error.message.trim() : String(error.stack || error),
    action: "switch off and on",
    run: switchOn,
  });
}

/** Runs one turn of the script. After its end the keys belong to the user. */
function press(firmware, now) {
  script.turn(firmware, now);
  keys.show(script.shown);
  if (script.running) return;
  ahead = script.now - now;
  endScript();
}

function endScript() {
  if (!script) return;
  script.stop();
  script = null;
  keys.clear();
}

function tellOfScript(text) {
  const line = find("#scripted");
  find("#played").textContent = text;
  find("#stop").hidden = !script?.running;
  if (line.hidden === !text) return;
  line.hidden = !text;
  panel.fit();
}

/** Opens what the address asks for. Returns true if there was something. */
async function openGiven() {
  const given = await findGiven();
  if (!given) return false;
  lay(given);
  find("#whose").textContent = given.name ? say("copy of", given.name) : say("new device");
  find("#own").href = window.location.pathname; // in a folder, "./" would list its files
  find("#given").hidden = false;
  find("#keep").hidden = !Object.keys(given.files).length;
  find("#show").hidden = shows();
  const see = () => ({ pixels: panel.rows(), lines });
  if (given.steps.length) script = new Script(given, { see, told: tellOfScript });
  return true;
}

async function switchOn() {
  if (!ours || starting) return;
  stop();
  find("#notice").hidden = true;
  panel.clear();
  await begin();
}

function turn() {
  const now = performance.now();
  try {
    if (script) press(running, now);
    else running.tick(Math.floor(now + ahead) % TICKS, keys.sample(now, running.keysOf));
  } catch (error) {
    failed(error);
  }
}

/** Starts the firmware. Its first screen gets the keys that were pressed while the page loaded. */
async function begin() {
  starting = true;
  try {
    running = await start(parts, {
      onFrame: (word, address) => {
        find("#loading").hidden = true;
        panel.read(word, address);
      },
      onText: (text, language, spoken) => {
        lines = text ? text.split("\n") : [];
        read(spoken, language);
      },
      onKeys: (listed, language, types, { plays, rules, last, seated }) => {
        if ([speak(language), sheet.follow(last)].includes(true)) panel.fit();
        find("#language").value = language;
        find("#rules").value = rules;
        captions.show(listed, language);
        find("#first").hidden ||= plays;
        if (seated) retell(find("#first"), "first step");
        keys.types = types;
      },
      onShine: (level) => panel.shine(level),
      onTone: tone,
    });
    loop = setInterval(turn, TICK_MS);
  } catch (error) {
    failed(error);
  }
  starting = false;
}

async function plugIn() {
  try {
    parts = await partsOfPage();
  } catch (error) {
    console.info(error);
    notify("not loaded", reload);
    return;
  }
  try {
    ours = await openGiven();
  } catch (error) {
    console.info(error);
    notify("nothing to open", { trace: String(error), action: "your own evenings", run: () => window.location.assign(window.location.pathname) });
    return;
  }
  if (!ours) {
    await claim(() => notify("open elsewhere"));
    watch({ overtaken: giveUp });
    ours = true;
  }
  // Keys that were pressed under a notice were not meant for the device.
  await (find("#notice").hidden ? begin() : switchOn());
  keepHere(() => {
    find("#newer").hidden = false;
    panel.fit();
  });
  offerKept();
}

/** Stops the firmware, calls action(), and starts the firmware again. */
async function whileOff(action) {
  endScript();
  stop();
  try {
    action();
  } finally {
    await switchOn();
  }
}

speak(storedFiles().get("settings.txt")?.match(/"language": ?"(\w+)"/)?.[1] ?? navigator.language.slice(0, 2));
for (const [name, own] of languages()) find("#language").add(new Option(own, name));
panel.fit();
document.documentElement.classList.remove("unready");
window.addEventListener("resize", () => {
  panel.fit();
  captions.fit();
});
find("#language").addEventListener("change", ({ target }) => {
  const name = target.value;
  running?.speak(name);
  restart();
});
find("#rules").addEventListener("change", ({ target }) => {
  endScript();
  running?.playBy(target.value);
  keys.toDevice();
});
const restart = () => whileOff(() => {});
find("#restart").addEventListener("click", restart);
beginMore({ restart, fit: () => panel.fit() });
// A link to the same page only changes the part behind #.
window.addEventListener("hashchange", () => window.location.reload());
find("#stop").addEventListener("click", () => script?.stop());
find("#newer").addEventListener("click", () => window.location.reload());
const offerKept = offerCopies(() => running, whileOff);
find("#help").addEventListener("click", () => find("#guide").showModal());
find("#guide-close").addEventListener("click", () => find("#guide").close());
document.addEventListener("click", (event) => {
  if (/** @type {Element} */ (event.target).closest("button.plain")) keys.toDevice();
});
for (const name of ["#copies", "#guide"]) find(name).addEventListener("close", () => keys.toDevice());
watch({ told: tellTrouble });
if (!storage()) tellTrouble("denied");
plugIn();
