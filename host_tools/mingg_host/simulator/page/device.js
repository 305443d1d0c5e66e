// The device of the page: connects panel, keys and VM, and shows errors.

import { Captions } from "./captions.js";
import { offerCopies } from "./copies_dialog.js";
import { asked, fetchGiven, lay, Script, shows } from "./given.js";
import { Keys } from "./keys.js";
import { storage, watch } from "./ledger.js";
import * as more from "./more.js";
import { keepHere, offerToInstall } from "./offline.js";
import { Panel } from "./panel.js";
import { tone } from "./sound.js";
import { claim } from "./tab.js";
import { fetchParts, start } from "./vm.js";

const TICK_MS = 10;
const TICKS = 2 ** 30; // the period of time.ticks_ms() in the VM
const SAY_AFTER_MS = 300; // screen readers skip a screen that is shown for a shorter time
// Why input is not saved, and what to do. The device itself has room for three words.
const TROUBLES = {
  full: "This browser has no room left for this page, so new input is not saved. Save a copy (ledger), "
    + "then delete old evenings on the device (hold B, evenings).",
  denied: "This browser stores nothing for this page, so no deal can be saved. Allow the page to store data "
    + "(cookies and site data, in the browser's settings), then load it again.",
  failed: "This browser did not store the last input. Press A once more. If this message stays, save a copy (ledger) "
    + "and load the page again.",
};

const find = (selector) => document.querySelector(selector);
const panel = new Panel(find("#panel"));
const keys = new Keys(find("#device"));
const captions = new Captions(keys.buttons);
let parts = null;
let ours = false; // true: this tab may run the device, and no other tab does
let starting = false;
let running = null; // the firmware, while it runs
let loop = 0;
let saying = 0;
let toSay = "";
let script = null; // the key script while it is played
let ahead = 0; // ms that the device's clock is ahead of the page's
let lines = []; // the texts on the screen

function tell(title, text, { trace = "", action = "", run = null } = {}) {
  find("#loading").hidden = true;
  const notice = find("#notice");
  notice.querySelector("h2").textContent = title;
  notice.querySelector("p").textContent = text;
  const pre = notice.querySelector("pre");
  pre.textContent = trace;
  pre.hidden = !trace;
  const button = notice.querySelector("button");
  button.textContent = action;
  button.hidden = !action;
  button.onclick = run;
  notice.hidden = false;
}

function hush() {
  find("#notice").hidden = true;
}

/** Shows why deals are not stored; "" hides the message. */
function tellTrouble(trouble) {
  const text = TROUBLES[trouble] || "";
  const line = find("#not-kept");
  if (line.textContent === text) return;
  line.textContent = text;
  panel.fit();
}

/** Stops the device until the page is reloaded, because the ledger has changed outside this tab. */
function giveUp(title, text) {
  if (!ours) return;
  ours = false;
  // Waits for the end of the firmware's current turn.
  queueMicrotask(() => {
    endScript();
    stop();
    tell(title, text, { action: "go on here", run: () => window.location.reload() });
  });
}

function say(text, language = "en") {
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
  more.end();
  tone(0);
  keys.clear();
  captions.show([], "en");
  say("");
}

function failed(error) {
  endScript();
  stop();
  console.error(error);
  tell(
    "The firmware stopped",
    "It had an internal error. Every deal that was shown as saved is safe. Switch the device off and on to continue. "
      + "Please send the lines below to its developers.",
    {
      trace: error.name === "PythonError" ? error.message.trim() : String(error.stack || error),
      action: "switch off and on",
      run: switchOn,
    },
  );
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

async function openGiven() {
  const given = await fetchGiven();
  lay(given);
  find("#given").textContent = given.name ? `A copy of ${given.name}. ` : "A new device. ";
  find("#given").textContent += "Only this tab stores what you play here.";
  if (shows()) {
    find("#show").textContent = "play yourself";
    find("#show").href = "./";
  }
  find("#given").hidden = false;
  if (!given.steps.length) return;
  const see = () => ({ pixels: panel.rows(), lines });
  script = new Script(given, { see, told: tellOfScript });
}

async function switchOn() {
  if (!ours || starting) return;
  stop();
  hush();
  panel.clear();
  await begin();
}

/** Starts the firmware. Its first screen gets the keys that were pressed while the page loaded. */
async function begin() {
  starting = true;
  try {
    const firmware = await start(parts, {
      onFrame: (word, address) => {
        find("#loading").hidden = true;
        panel.read(word, address);
      },
      onText: (text, language, spoken) => {
        lines = text ? text.split("\n") : [];
        say(spoken, language);
      },
      onKeys: (listed, language, types, plays) => {
        captions.show(listed, language);
        find("#first").hidden = plays;
        keys.types = types;
      },
      onShine: (level) => panel.shine(level),
      onTone: tone,
    });
    const turn = () => {
      const now = performance.now();
      try {
        if (script) press(firmware, now);
        else firmware.tick(Math.floor(now + ahead) % TICKS, keys.sample(now, firmware.keysOf));
      } catch (error) {
        failed(error);
      }
    };
    loop = setInterval(turn, TICK_MS);
    running = firmware;
  } catch (error) {
    failed(error);
  }
  starting = false;
}

async function plugIn() {
  hush();
  try {
    parts = await fetchParts();
  } catch (error) {
    console.error(error);
    tell(
      "The device could not be loaded",
      "There is no network, or the program that serves this page has ended. Start it again (mingg sim), then try again.",
      { trace: String(error), action: "try again", run: () => window.location.reload() },
    );
    return;
  }
  if (asked()) {
    try {
      await openGiven();
    } catch (error) {
      console.info(error);
      tell(
        "There is nothing to open",
        "The program that started this page has ended, or this browser stores nothing. Start it again (mingg sim --open or "
          + "--keys), or open the page without ?given.",
        { trace: String(error), action: "try again", run: () => window.location.reload() },
      );
      return;
    }
    ours = true; // its ledger belongs to this tab alone
    await begin();
    return;
  }
  const holds = await claim(
    () => tell(
      "Open in another tab",
      "The device runs there, and there is only one ledger. This tab continues as soon as you close the other one.",
    ),
    () => giveUp("Moved to another tab", "The device runs there now. Close that tab, then go on here."),
  );
  const overtaken = () => giveUp(
    "The ledger has changed",
    "Another program has changed what this browser stores for the device. Nothing was overwritten.",
  );
  watch({ holds, overtaken });
  ours = true;
  // Keys that were pressed under a notice were not meant for the device.
  await (find("#notice").hidden ? begin() : switchOn());
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

panel.fit();
window.addEventListener("resize", () => {
  panel.fit();
  captions.fit();
});
function restart() {
  endScript();
  switchOn();
}

find("#restart").addEventListener("click", restart);
more.begin({ restart, fit: () => panel.fit() });
find("#stop").addEventListener("click", () => script?.stop());
find("#newer").addEventListener("click", () => window.location.reload());
offerCopies(() => running, whileOff);
find("#help").addEventListener("click", () => find("#guide").showModal());
find("#guide-close").addEventListener("click", () => find("#guide").close());
offerToInstall(find("#install"));
keepHere(() => {
  find("#newer").hidden = false;
  panel.fit();
});
document.addEventListener("click", (event) => {
  if (event.target.closest("button.plain")) keys.toDevice();
});
for (const name of ["#copies", "#guide"]) find(name).addEventListener("close", () => keys.toDevice());
watch({ told: tellTrouble });
if (!storage()) tellTrouble("denied");
plugIn();
