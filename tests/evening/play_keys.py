"""Plays the device on a board's flash: micropython play_keys.py FOLDERS FLASH BLOCKS KEY...

FOLDERS: where the modules are, separated by colons; FLASH: a littlefs in a file; KEY: as `mingg press` has them. The
power goes at the end; printed are the balances, as JSON.
"""

import json
import sys

import vfs

BLOCK = 4096


class Flash:
    def __init__(self, name, count):
        self.file = open(name, "r+b")  # noqa: SIM115 - as long as the power is on
        self.count = count

    def readblocks(self, block, buffer, offset=0):
        self.file.seek(block * BLOCK + offset)
        self.file.readinto(buffer)

    def writeblocks(self, block, buffer, offset=0):
        self.file.seek(block * BLOCK + offset)
        self.file.write(buffer)
        self.file.flush()

    def ioctl(self, operation, argument):
        if operation == 6:
            self.writeblocks(argument, b"\xff" * BLOCK)
        return {4: self.count, 5: BLOCK}.get(operation, 0)


sys.path[1:1] = sys.argv[1].split(":")
vfs.mount(vfs.VfsLfs2(Flash(sys.argv[2], int(sys.argv[3])), progsize=256), "/flash")

from mingg.hal.keys import KEY_NAMES  # noqa: E402 - the path comes first
from rig import Rig  # noqa: E402

rig = Rig("/flash/ledger")
for word in sys.argv[4:]:
    key = word[5:] if word[:5] == "hold:" else word
    rig.run(1 << KEY_NAMES.index(key), 40 if key == word else 600)
    rig.run(0, 40)
rig.run(0, 2000)
print(json.dumps(rig.app.play.evening.session.balances))
