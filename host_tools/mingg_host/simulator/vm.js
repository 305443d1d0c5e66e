// MicroPython's WebAssembly VM, with the firmware in its file system.

import * as ledger from "./ledger.js";

// Twice a Pico's 233 kB: objects are as large here, but garbage is collected only between two calls from JavaScript,
// so what a whole turn of the main loop leaves behind must fit as well. Beyond it the VM takes more rather than fail.
const HEAP_BYTES = 512 * 1024;

/** Fetch all that a VM needs. Afterwards the network is needed no more, also to start again. */
export async function fetchParts() {
  const { files } = await (await get("files.json")).json();
  const [{ loadMicroPython }, wasm, ...texts] = await Promise.all([
    import("./vm/micropython.mjs"),
    get("vm/micropython.wasm").then((answer) => answer.blob()),
    ...Object.values(files).map((url) => get(url).then((answer) => answer.text())),
  ]);
  return {
    loadMicroPython,
    wasm: URL.createObjectURL(wasm),
    sources: Object.keys(files).map((path, i) => [path, texts[i]]),
  };
}

async function get(url) {
  const answer = await fetch(url);
  if (!answer.ok) throw new Error(`${url}: ${answer.status}`);
  return answer;
}

/**
 * Start the firmware, and return tick(now, mask): one turn of its main loop, which throws what the firmware raises.
 * onFrame(word, address) is called for each frame, while it is being shown: word(a) reads 32 bits of the VM's memory.
 * onText(text): what the screen says.
 */
export async function start({ loadMicroPython, wasm, sources }, { onFrame, onText }) {
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
    said: (text) => onText(text),
    sync: (path) => ledger.sync(vm.FS, path),
    random: () => crypto.getRandomValues(new Uint8Array(1))[0],
  });
  vm.runPython("from browser.device import tick");
  return vm.globals.get("tick");
}
