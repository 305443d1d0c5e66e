// The highest heap, in bytes, on all screens of a long evening: the firmware in the simulator's VM, under Node.
//   node heap_walk.mjs VM FIRMWARE FLASH PRESSES PROGRAM...
// VM: the folder of micropython.mjs; FIRMWARE: the folder of the package mingg; FLASH: a folder with the files of a
// board; PROGRAM: heap_walk_vm.py, and what it imports. Prints JSON: {"boot": bytes, screen: bytes, ...}.

import fs from "node:fs";
import path from "node:path";

import { copy, start } from "./simulator_vm.mjs";

const [vmFolder, firmware, flash, presses, ...programs] = process.argv.slice(2);
const vm = await start(vmFolder, (line) => console.log(line));

copy(vm, firmware, "/firmware");
copy(vm, flash, "/flash");
vm.FS.mkdirTree("/bench/help");
for (const each of programs) {
  const folder = path.basename(path.dirname(each)) === "help" ? "/bench/help" : "/bench";
  vm.FS.writeFile(`${folder}/${path.basename(each)}`, fs.readFileSync(each));
}
vm.runPython("import gc, sys; sys.path[:] = ['/bench', '/firmware']");
// Garbage is collected between two calls only.
const run = (code) => {
  vm.runPython(code);
  vm.runPython("gc.collect()");
};
run("import heap_walk_vm as walk");
run("walk.start('/flash')");
vm.runPython("walk.note('boot')");
for (let pressed = 0; pressed < Number(presses); pressed++) {
  run("walk.press()");
  vm.runPython("walk.note()");
}
vm.runPython("walk.show()");
