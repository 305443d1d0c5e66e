// Runs the firmware in MicroPython's WebAssembly VM.

import { encode, give, restore, sync } from "./ledger.js";
import { offerMore } from "./more.js";
import { unpackBytes } from "./packed.js";
import { make } from "./text.js";

// Twice a Pico's 233 kB. Objects have the same size, but garbage is collected only between two calls from JavaScript, so the
// garbage of a whole turn of the main loop must fit, too. If it is not enough, the VM takes more memory.
const HEAP_BYTES = 512 * 1024;
const FIRST = "mingg.ui.screens.deal.table"; // the screen that most people see first
const BREATH_MS = 10; // so long the page may be deaf, on a fast computer
const SEEN_MS = 50; // by then the page is painted

let breathed = 0;

/** Yields the modules that a module imports at its start, then itself. seen: the names of those that need not come again. */
function* importsOf(name, sources, seen) {
  const path = `/lib/${name.replaceAll(".", "/")}`;
  const text = sources.get(`${path}.py`) ?? sources.get(`${path}/__init__.py`);
  if (text === undefined || seen.has(name)) return;
  seen.add(name);
  for (const [, imported] of text.matchAll(/^(?:from|import) ([\w.]+)/gm)) yield* importsOf(imported, sources, seen);
  yield name;
}

/** Lets the page answer a key, or draw, if it has been busy for long. */
async function breath() {
  if (performance.now() - breathed < BREATH_MS) return;
  await new Promise((done) => { setTimeout(done); });
  breathed = performance.now();
}

/** Returns what a VM needs. A script beside the page has it, so that the page is seen sooner. It opens from a folder, too. */
export async function partsOfPage() {
  await new Promise((done) => { setTimeout(done, SEEN_MS); });
  const script = Object.assign(make("script"), { src: document.documentElement.dataset.machine });
  await new Promise((onload, onerror) => { document.head.append(Object.assign(script, { onload, onerror })); });
  const { loadMicroPython, ...packed } = globalThis.machine;
  const [wasm, sources] = await Promise.all([packed.wasm, packed.sources].map(unpackBytes));
  return {
    loadMicroPython,
    wasm: URL.createObjectURL(new Blob([wasm], { type: "application/wasm" })),
    sources: Object.entries(JSON.parse(await sources.text())),
  };
}

/**
 * Starts the firmware, and returns
 * tick(now, mask): runs its main loop once, and throws what the firmware raises;
 * look(files): what the firmware reads in the files (name -> text) of one evening, or null if they are not an evening. `wrong`
 * in it says why they must not be brought in;
 * titled(name, text): the title of the house rules in a file, or null if they cannot be read;
 * keysOf(letter): the keys that type a letter on the present screen;
 * results(): the present evening as a table; sheet(): the score sheet of its last deal, or null: see browser/evenings.py;
 * speak(language): sets the language from the next start on;
 * playBy(rules): begins an evening by these rules, or proposes one;
 * fall(faces): sets the next throws of the dice, one digit for each;
 * renumbered(was, number): the draft of one evening for another number, one character for each byte, or "" if there is none.
 *
 * onFrame(word, address): called for each frame while it is shown. word(a): reads 32 bits of the VM's memory.
 * onText(text, language, spoken), onKeys(lines, language, types, state), onShine(level), onTone(hz): see page.pyi.
 */
export async function start({ loadMicroPython, wasm, sources }, hooks) {
  const { onFrame, onText, onKeys, onShine, onTone } = hooks;
  const vm = await loadMicroPython({
    url: wasm,
    heapsize: HEAP_BYTES,
    stdout: (line) => console.info(line),
    stderr: (line) => console.warn(line),
  });
  // JavaScript keeps the few Python objects as long as their VM. A later release would happen in the VM that runs then.
  globalThis.pyProxyFinalizationRegistry = { register() {} };

  for (const [path, text] of sources) {
    await breath();
    vm.FS.mkdirTree(path.slice(0, path.lastIndexOf("/")));
    vm.FS.writeFile(path, text);
  }
  restore(vm.FS);
  const word = (address) => vm._module.getValue(address, "i32");
  const more = offerMore(vm);
  vm.registerJsModule("page", {
    show: (address) => onFrame(word, address),
    shine: (level) => onShine(level),
    tone: (hz) => onTone(hz),
    said: (text, language, spoken) => onText(text, language, spoken),
    keys: (lines, language, types, state) => onKeys(JSON.parse(lines), language, types, JSON.parse(state)),
    sync: (path) => sync(vm.FS, path),
    language: () => navigator.language.slice(0, 2),
    more: () => more,
    random: () => crypto.getRandomValues(new Uint8Array(1))[0],
  });
  const named = new Map(sources);
  const seen = new Set();
  for (const last of [FIRST, "browser.device"]) {
    for (const name of importsOf(last, named, seen)) {
      await breath();
      vm.runPython(`import ${name}`);
    }
  }
  vm.runPython("from browser.device import tick");
  const tick = vm.globals.get("tick");
  const from = (module, name) => {
    vm.runPython(`from browser.${module} import ${name}`);
    return vm.globals.get(name);
  };
  const evenings = (name) => from("evenings", name);
  const given = (files, name, ...words) => {
    give(vm.FS, files);
    try {
      return JSON.parse(evenings(name)(...words));
    } finally {
      give(vm.FS, new Map());
    }
  };
  const look = (files) => given(files, "look");
  const titled = (name, text) => given(new Map([[name, text]]), "titled", name);
  // Passes numbers as text, because the VM cuts a number from JavaScript to 32 bits.
  const renumbered = (...numbers) => encode(new TextEncoder().encode(evenings("renumbered")(...numbers.map(String))));
  const keysOf = (letter) => JSON.parse(from("device", "keys_of")(letter));
  const results = () => JSON.parse(from("device", "results")());
  const sheet = () => JSON.parse(from("device", "sheet")());
  const fall = (faces) => from("device", "fall")(faces);
  const speak = (language) => from("device", "speak")(language);
  const playBy = (rules) => from("device", "play_by")(rules);
  return { tick, keysOf, results, sheet, look, titled, fall, renumbered, speak, playBy };
}
