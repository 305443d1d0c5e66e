"""Runs the rig in the MicroPython VM for HeadlessVM: `micropython driver.py FIRMWARE`.

A request is one line of JSON, and so is its answer. An answer begins with MARK, to distinguish it from what the
firmware prints.

    {"flash": folder}   starts a device with this flash; modules stay loaded
                        -> {"pixels": hex, "texts": [[x, y, text], ...], "outside": [[x, y, w, h], ...],
                            "unkept": {name: error number}}, see rig.py
    [[mask, ms], ...]   holds the keys of each mask for its time -> the same
    {"dice": [1, ...]}  sets the next throws of the dice -> the same
    "heap"              -> {"heap": [bytes in use, bytes free, bytes in use before the firmware came, bytes of a word]}
    each of these       -> {"error": traceback}
"""

# mypy: ignore-errors
# (it runs on MicroPython only)

import binascii
import gc
import io
import json
import sys

MARK = "\x02"


class Driver:
    def __init__(self, firmware):
        sys.path[:] = [sys.path[0], firmware]
        gc.collect()
        self.before = gc.mem_alloc()
        self.rig = None

    def answer(self, request):
        if request == "heap":
            gc.collect()
            return {"heap": [gc.mem_alloc(), gc.mem_free(), self.before, 8 if sys.maxsize > 1 << 32 else 4]}
        if isinstance(request, list):
            for mask, ms in request:
                self.rig.run(mask, ms)
        elif "dice" in request:
            self.rig.dice += request["dice"]
        else:
            from rig import Rig

            self.rig = None
            gc.collect()
            self.rig = Rig(request["flash"])
        rig = self.rig
        outside, rig.outside[:] = list(rig.outside), []
        pixels = binascii.hexlify(rig.panel.shown).decode()
        return {"pixels": pixels, "texts": rig.panel.texts, "outside": outside, "unkept": rig.store.unkept}


def main(firmware):
    driver = Driver(firmware)
    line = sys.stdin.readline()
    while line:
        try:
            answer = driver.answer(json.loads(line))
        except Exception as error:  # noqa: BLE001 - the PC gets every error
            trace = io.StringIO()
            sys.print_exception(error, trace)
            answer = {"error": trace.getvalue()}
        print(MARK + json.dumps(answer))
        answer = None
        line = sys.stdin.readline()


main(sys.argv[1])
