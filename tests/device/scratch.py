"""A new folder to write in: on littlefs in memory on MicroPython, on the file system of the PC elsewhere."""

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
