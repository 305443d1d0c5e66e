"""A new folder to write in: on littlefs in memory on MicroPython, on the file system of the PC elsewhere. And power
cuts, for tests of what is on the flash: every_cut."""

import os
import sys


class Flash:
    """A block device that loses power: after `operations_left` writes or erases, one is torn and the rest fail."""

    BLOCK = 4096
    ERASED = b"\xff" * BLOCK
    GARBAGE = 5  # the torn operation leaves random bytes

    def __init__(self, blocks=24, data=None):
        self.data = bytearray(self.ERASED * blocks) if data is None else bytearray(data)
        self.operations_left = -1  # no power cut
        self.torn = 0  # quarters of the torn operation that are still done, or GARBAGE
        self.operations = 0
        self.erased = 0  # blocks

    def on(self, operations=-1, torn=0):
        """From now on the power may fail: after so many operations."""
        self.operations = 0
        self.operations_left, self.torn = operations, torn

    def readblocks(self, block, buffer, offset=0):
        start = block * self.BLOCK + offset
        buffer[:] = self.data[start : start + len(buffer)]

    def _cut(self):
        if self.operations_left == 0:
            self.operations_left = -2
            return True
        if self.operations_left > 0:
            self.operations_left -= 1
        self.operations += 1
        return False

    def writeblocks(self, block, buffer, offset=0):
        if self.operations_left == -2:
            return -5
        cut = self._cut()
        start = block * self.BLOCK + offset
        if cut and self.torn == self.GARBAGE:
            self._spoil(start, len(buffer))
            return -5
        length = len(buffer) * self.torn // 4 if cut else len(buffer)
        if self.data[start : start + length] == self.ERASED[:length]:
            self.data[start : start + length] = buffer[:length]
        else:
            for i in range(length):
                self.data[start + i] &= buffer[i]  # flash only clears bits
        return -5 if cut else 0

    def _spoil(self, start, length):
        noise = self.operations * 7919 + start + 1
        for i in range(start, start + length):
            noise = (noise * 1103515245 + 12345) & 0x7FFFFFFF
            self.data[i] = noise >> 16 & 0xFF

    def ioctl(self, operation, argument):
        if operation == 4:
            return len(self.data) // self.BLOCK
        if operation == 5:
            return self.BLOCK
        if operation == 6:
            if self.operations_left == -2:
                return -5
            cut = self._cut()
            self.erased += 1
            start = argument * self.BLOCK
            if cut and self.torn == self.GARBAGE:
                self._spoil(start, self.BLOCK)
                return -5
            length = self.BLOCK * self.torn // 4 if cut else self.BLOCK
            self.data[start : start + length] = self.ERASED[:length]
            return -5 if cut else 0
        return 0


TORN = (0, 1, 2, 3, 4, Flash.GARBAGE)  # nothing of the operation, quarters of it, or random bytes
EVERY = 8 * len(TORN) + 1  # of these moments one is tried; the next one is torn otherwise


def every_cut(test):
    """Marks a test of what is on a flash: its changes are made with the power cut, too.

    The test has a parameter, cut(image, change, check). change(flash, on) starts on a flash, calls on(flash) before the
    power may fail, and unmounts; it returns what the players saw. check(image, seen, moment) looks at what is left; the
    moment of the change without a cut is None, and that change is checked first. cut() returns the image after it.

    The power is cut at about every eighth operation, and each run begins at another one. With MINGG_TIMES=49 it is cut
    at every operation in each way.
    """

    def run():
        step = max(EVERY // int(os.getenv("MINGG_TIMES") or 1), 1)
        next_cut, cuts = int(os.getenv("MINGG_SEED") or 0) % step, 0

        def cut(image, change, check):
            nonlocal next_cut, cuts
            whole = Flash(data=image)
            seen = change(whole, Flash.on)
            assert whole.operations
            check(bytes(whole.data), seen, None)
            moments = whole.operations * len(TORN)
            while next_cut < moments:
                operations, torn = next_cut // len(TORN), TORN[next_cut % len(TORN)]
                flash = Flash(data=image)
                seen = change(flash, lambda flash, at=operations, torn=torn: flash.on(at, torn))
                assert flash.operations_left == -2, "power was not lost"
                check(bytes(flash.data), seen, (operations, torn))
                next_cut += step
                cuts += 1
            next_cut -= moments
            return bytes(whole.data)

        test(cut)
        print("power cut", cuts, "times")

    return run


def unmount(path, flash, store=None):
    """Unmounts a Flash as it is now. A file that the store has prepared is not committed: the power is off."""
    import vfs

    left, flash.operations_left = flash.operations_left, -2
    try:
        if store is not None:
            store._release()
    except OSError:
        pass
    vfs.umount(path)
    flash.operations_left = left


_mounted = 0


def mount(flash, new=False):
    """Mounts a Flash as the board does; returns the path of the folder."""
    global _mounted
    import vfs

    if new:
        vfs.VfsLfs2.mkfs(flash, progsize=256)
    _mounted += 1
    path = "/flash" + str(_mounted)
    vfs.mount(vfs.VfsLfs2(flash, progsize=256), path)
    return path


def folder():
    """A new empty folder."""
    if sys.implementation.name == "micropython":
        return mount(Flash(), new=True)
    import tempfile

    return tempfile.mkdtemp()
