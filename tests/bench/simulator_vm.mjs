// The simulator's VM under Node, with the heap of the page, and folders of this machine copied into its file system.

import fs from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";

const AS_A_PICO = 0x20000000; // the address of its memory

// folder: where micropython.mjs is; stdout: takes each line that is printed.
export async function start(folder, stdout) {
  const { loadMicroPython } = await import(pathToFileURL(path.join(folder, "micropython.mjs")));
  // Where it lies otherwise, small numbers look like addresses of the heap, and keep garbage.
  let loaded;
  const set = (module) => {
    module._malloc(AS_A_PICO);
    loaded = module;
  };
  Object.defineProperty(globalThis, "Module", { get: () => loaded, set, configurable: true });
  return loadMicroPython({ heapsize: 1024 * 1024, stdout });
}

export function copy(vm, from, to) {
  vm.FS.mkdirTree(to);
  for (const entry of fs.readdirSync(from, { withFileTypes: true })) {
    const source = path.join(from, entry.name);
    if (entry.isDirectory()) copy(vm, source, `${to}/${entry.name}`);
    else vm.FS.writeFile(`${to}/${entry.name}`, fs.readFileSync(source));
  }
}
