"""Runs the rig in the MicroPython VM for HeadlessVM: `micropython driver.py FIRMWARE FLASH`.

A request is one line of JSON. An answer has several lines: [kind, ...], the last one of kind "done", "error" or "heap".
Each begins with MARK, to distinguish it from lines that the firmware prints.

    [[mask, ms], ...]   holds the keys of each mask for its time
                        -> ["say", x, y, text]..., ["out", x, y, w, h]..., ["row", n, hex]...,
                           ["unkept", {name: error number}] (see rig.WatchedStore), ["done"]
    {"dice": [1, ...]}  sets the next throws of the dice -> as above
    {"flash": folder}   starts another device with this flash; modules stay loaded -> as above
    "heap"              -> ["heap", bytes in use, bytes free, bytes in use before the firmware came, bytes of a word]

It sends the first answer without a request, when the firmware has started.
"""

# mypy: ignore-errors
# (it runs on MicroPython only)

import binascii
import gc
import json
import sys

MARK = "\x02"


def answer(*parts):
    print(MARK + json.dumps(parts))


def report(rig):
    for x, y, text in rig.panel.texts:
        answer("say", x, y, text)
    for box in rig.outside:
        answer("out", *box)
    del rig.outside[:]
    for band in range(8):
        answer("row", band, binascii.hexlify(rig.panel.shown[band * 128 : band * 128 + 128]).decode())
    answer("unkept", rig.store.unkept)
    answer("done")


def heap(before):
    gc.collect()
    word = 8 if sys.maxsize > 1 << 32 else 4
    answer("heap", gc.mem_alloc(), gc.mem_free(), before, word)


def failed(error):
    import io

    trace = io.StringIO()
    sys.print_exception(error, trace)
    answer("error", trace.getvalue())


def main(firmware, flash):
    sys.path[:] = [sys.path[0], firmware]
    gc.collect()
    before = gc.mem_alloc()
    try:
        from rig import Rig

        rig = Rig(flash)
        report(rig)
    except Exception as error:  # noqa: BLE001 - the PC gets every error
        failed(error)
        return
    line = sys.stdin.readline()
    while line:
        try:
            request = json.loads(line)
            if request == "heap":
                heap(before)
            elif isinstance(request, dict) and "dice" in request:
                rig.dice += request["dice"]
                report(rig)
            elif isinstance(request, dict):
                rig = None
                gc.collect()
                rig = Rig(request["flash"])
                report(rig)
            else:
                for mask, ms in request:
                    rig.run(mask, ms)
                report(rig)
        except Exception as error:  # noqa: BLE001 - likewise
            failed(error)
        line = sys.stdin.readline()


main(sys.argv[1], sys.argv[2])
