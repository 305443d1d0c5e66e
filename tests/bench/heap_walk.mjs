// The highest heap, in bytes, on all screens of a long evening: the firmware in the simulator's VM, under Node.
//   node heap_walk.mjs VM FIRMWARE PROGRAM FLASH PRESSES
// VM: the folder of micropython.mjs; FIRMWARE: the folder of the package mingg; PROGRAM: heap_walk_vm.py;
// FLASH: a folder with the files of a board. Prints JSON: {"boot": bytes, screen: bytes, ...}.

import fs from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";

const [vmFolder, firmware, program, flash, presses] = process.argv.slice(2);
const { loadMicroPython } = await import(pathToFileURL(path.join(vmFolder, "micropython.mjs")));
const vm = await loadMicroPython({ heapsize: 1024 * 1024, stdout: (line) => console.log(line) });

function copy(from, to) {
  vm.FS.mkdirTree(to);
  for (const entry of fs.readdirSync(from, { withFileTypes: true })) {
    const source = path.join(from, entry.name);
    if (entry.isDirectory()) copy(source, `${to}/${entry.name}`);
    else vm.FS.writeFile(`${to}/${entry.name}`, fs.readFileSync(source));
  }
}

copy(firmware, "/firmware");
copy(flash, "/flash");
vm.FS.mkdirTree("/bench");
vm.FS.writeFile("/bench/walk.py", fs.readFileSync(program));
vm.runPython("import gc, sys; sys.path[:] = ['/bench', '/firmware']");
// Garbage is collected between two calls only.
const run = (code) => {
  vm.runPython(code);
  vm.runPython("gc.collect()");
};
run("import walk");
run("walk.start('/flash')");
vm.runPython("walk.note('boot')");
for (let pressed = 0; pressed < Number(presses); pressed++) {
  run("walk.press()");
  vm.runPython("walk.note()");
}
vm.runPython("walk.show()");
