// MicroPython's WebAssembly VM, with the firmware in its file system.

import * as ledger from "./ledger.js";

// Twice a Pico's 233 kB: objects are as large here, but garbage is collected only between two calls from JavaScript,
// so what a whole turn of the main loop leaves behind must fit as well. Beyond it the VM takes more rather than fail.
const HEAP_BYTES = 512 * 1024;

/** Fetch all that a VM needs. Afterwards the network is needed no more, also to start again. */
export async function fetchParts() {
  const [{ loadMicroPython }, wasm, sources] = await Promise.all([
    import("./vm/micropython.mjs"),
    get("vm/micropython.wasm").then((answer) => answer.blob()),
    get("firmware.json").then((answer) => answer.json()),
  ]);
  return { loadMicroPython, wasm: URL.createObjectURL(wasm), sources: Object.entries(sources) };
}

async function get(name) {
  const answer = await fetch(new URL(name, import.meta.url));
  if (!answer.ok) throw new Error(`${name}: ${answer.status}`);
  return answer;
}

/**
 * Start the firmware, and return
 * tick(now, mask): one turn of its main loop, which throws what the firmware raises;
 * look(files): what one evening's files (name -> text) are to the firmware, null where they are no evening to it; wrong in
 * it says why they must not come in;
 * titled(name, text): what the house rules in a file are called, null where they cannot be read;
 * fall(faces): how the dice fall that are thrown next, a digit each;
 * renumbered(was, number): the draft of one evening, a byte a character, as that of another number; "" where there is none.
 *
 * onFrame(word, address) is called for each frame, while it is being shown: word(a) reads 32 bits of the VM's memory.
 * onText(text, language): what the screen says; onKeys(lines, language): what its keys do, see captions.js; onShine(level), onTone(hz): see page.pyi.
 */
export async function start({ loadMicroPython, wasm, sources }, { onFrame, onText, onKeys, onShine, onTone }) {
  const vm = await loadMicroPython({
    url: wasm,
    heapsize: HEAP_BYTES,
    stdout: (line) => console.info(line),
    stderr: (line) => console.warn(line),
  });
  // The few objects handed to JavaScript live as long as their VM. Released later, when another one runs, they would
  // be released in that one.
  globalThis.pyProxyFinalizationRegistry = { register() {} };

  for (const [path, text] of sources) {
    vm.FS.mkdirTree(path.slice(0, path.lastIndexOf("/")));
    vm.FS.writeFile(path, text);
  }
  ledger.restore(vm.FS);
  const word = (address) => vm._module.getValue(address, "i32");
  vm.registerJsModule("page", {
    show: (address) => onFrame(word, address),
    shine: (level) => onShine(level),
    tone: (hz) => onTone(hz),
    said: (text, language) => onText(text, language),
    keys: (lines, language) => onKeys(JSON.parse(lines), language),
    sync: (path) => ledger.sync(vm.FS, path),
    random: () => crypto.getRandomValues(new Uint8Array(1))[0],
  });
  vm.runPython("from browser.device import tick");
  const tick = vm.globals.get("tick");
  const from = (module, name) => {
    vm.runPython(`from browser.${module} import ${name}`);
    return vm.globals.get(name);
  };
  const ledgers = (name) => from("ledgers", name);
  const given = (files, name, ...more) => {
    ledger.give(vm.FS, files);
    try {
      return JSON.parse(ledgers(name)(...more));
    } finally {
      ledger.give(vm.FS, new Map());
    }
  };
  const look = (files) => given(files, "look");
  const titled = (name, text) => given(new Map([[name, text]]), "titled", name);
  // As text: the VM cuts a number from JavaScript to 32 bits.
  const renumbered = (...numbers) => ledger.encode(new TextEncoder().encode(ledgers("renumbered")(...numbers.map(String))));
  const fall = (faces) => from("dice", "fall")(faces);
  return { tick, look, titled, fall, renumbered };
}
