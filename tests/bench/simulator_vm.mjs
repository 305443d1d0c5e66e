// The simulator's VM under Node, with the heap of the page, and folders of this machine copied into its file system.

import fs from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";

// folder: where micropython.mjs is; stdout: takes each line that is printed.
export async function start(folder, stdout) {
  const { loadMicroPython } = await import(pathToFileURL(path.join(folder, "micropython.mjs")));
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
