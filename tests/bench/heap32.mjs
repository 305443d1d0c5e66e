// The heap in use, in bytes, where a word has 32 bits as on a board: the firmware in the simulator's VM, under Node.
//   node heap32.mjs VM FIRMWARE HOST KEY...
// VM: the folder of micropython.mjs; FIRMWARE: the folder of the package mingg; HOST: mingg_host's folder.
// Prints two numbers: after boot, and the highest after any of the keys.

import path from "node:path";

import { copy, start } from "./simulator_vm.mjs";

const KEYS = ["left", "right", "up", "down", "a", "b"];
const [vmFolder, firmware, host, ...presses] = process.argv.slice(2);
const printed = [];
const vm = await start(vmFolder, (line) => printed.push(line));

// Garbage is collected between two calls only.
function inUse() {
  vm.runPython("gc.collect()");
  vm.runPython("print(gc.mem_alloc() - before)");
  return Number(printed.pop());
}

copy(vm, firmware, "/firmware");
copy(vm, path.join(host, "device", "vm"), "/vm");
copy(vm, path.join(host, "simulator", "page", "browser"), "/simulator/browser");
vm.FS.mkdirTree("/flash");
vm.registerJsModule("page", { sync: () => 0 });
vm.runPython(`
import gc, sys
sys.path[:] = ["/vm", "/firmware", "/simulator"]
from browser.storage import mount
mount()
`);
// The firmware unloads modules where the heap is as small as a Pico's: it is told so.
vm.runPython(`
class Pico:
    collect = gc.collect
    threshold = gc.threshold
    mem_alloc = gc.mem_alloc
    mem_free = lambda: 240 * 1024 - gc.mem_alloc()
sys.modules["gc"] = Pico
`);
vm.runPython("gc.collect()");
vm.runPython("before = gc.mem_alloc()");
vm.runPython("from rig import Rig; rig = Rig('/flash')");
const boot = inUse();
let most = boot;
for (const key of presses) {
  vm.runPython(`rig.run(1 << ${KEYS.indexOf(key)}, 40); rig.run(0, 40)`);
  most = Math.max(most, inUse());
}
console.log(boot, most);
