"""A board on a serial line, played by the MicroPython VM: the raw REPL and a littlefs, so that mpremote can be tested.

Usage: micropython raw_repl.py FOLDER, with standard input and output on a pseudo-terminal. The flash starts with what
FOLDER holds; machine.reset() writes back to it what the flash holds then.
"""

import os
import sys

import vfs

BANNER = "raw REPL; CTRL-B to exit\r\n>"
FLASH = "/flash"
IS_FOLDER = 0x4000


class RamBlocks:
    SIZE = 4096

    def __init__(self, count):
        self.data = bytearray(count * self.SIZE)

    def readblocks(self, block, buffer, offset=0):
        start = block * self.SIZE + offset
        buffer[:] = memoryview(self.data)[start : start + len(buffer)]

    def writeblocks(self, block, buffer, offset=0):
        start = block * self.SIZE + offset
        self.data[start : start + len(buffer)] = buffer

    def ioctl(self, operation, argument):
        return {4: len(self.data) // self.SIZE, 5: self.SIZE}.get(operation, 0)


def copy(source, target):
    for entry in os.ilistdir(source):
        a, b = source + "/" + entry[0], target + "/" + entry[0]
        if entry[1] == IS_FOLDER:
            os.mkdir(b)
            copy(a, b)
        else:
            with open(a, "rb") as old, open(b, "wb") as new:
                new.write(old.read())


def remove(folder):
    for entry in os.ilistdir(folder):
        path = folder + "/" + entry[0]
        if entry[1] == IS_FOLDER:
            remove(path)
            os.rmdir(path)
        else:
            os.remove(path)


class machine:
    @staticmethod
    def reset():
        remove(sys.argv[1])
        copy(FLASH, sys.argv[1])
        open(sys.argv[1] + ".reset", "w").close()


def serve():
    scope = {}
    code = b""
    while True:
        key = sys.stdin.buffer.read(1)
        if not key:
            return
        if key == b"\x01":
            sys.stdout.write(BANNER)
        elif key in b"\x02\x03":
            code = b""
        elif key == b"\x05":  # raw paste asked for: understood, not offered
            sys.stdin.buffer.read(2)
            sys.stdout.write("R\x00")
        elif key != b"\x04":
            code += key
        elif not code.strip():
            scope = {}
            sys.stdout.write("OK\r\nMPY: soft reboot\r\n" + BANNER)
        else:
            sys.stdout.write("OK")
            failed = None
            try:
                exec(code, scope)
            except Exception as error:  # noqa: BLE001 - whatever it is, the other end is told
                failed = error
            sys.stdout.write("\x04")
            if failed is not None:
                sys.print_exception(failed)
            sys.stdout.write("\x04>")
            code = b""


sys.modules["machine"] = machine
flash = RamBlocks(256)
vfs.VfsLfs2.mkfs(flash)
vfs.mount(vfs.VfsLfs2(flash), FLASH)
copy(sys.argv[1], FLASH)
os.chdir(FLASH)
serve()
