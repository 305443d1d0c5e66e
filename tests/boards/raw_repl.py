"""A board on a serial line, played by the MicroPython VM: its flash is a littlefs in a file, and it talks the raw REPL.

Usage: micropython raw_repl.py FLASH BLOCKS CUT, with standard input and output on a pseudo-terminal. It starts as a
board does: the flash is mounted at /, main.py runs, and then it listens. FLASH, a file outside, is always as a real
flash would be that lost its power just then; it is formatted where it is empty. After CUT writes and erases there the
power goes (0: it stays).
machine.reset() ends with the status RESET, a cut with CUT_OFF. The caller then starts it again.
"""

import os
import sys

import uctypes
import vfs

BANNER = "raw REPL; CTRL-B to exit\r\n>"
RESET, CUT_OFF = 75, 76
WINDOW = 128
BLOCK = 4096


class PowerCut(BaseException):
    pass


class Flash:
    """Blocks in a file, which the file system under it may be cut off from at any of them."""

    def __init__(self, name, count, cut):
        self.file = open(name, "r+b")  # noqa: SIM115 - as long as the power is on
        self.count = count
        self.left = cut or -1
        self.off = False

    def empty(self):
        return self.file.seek(0, 2) == 0

    def erase(self, block):
        if self.operation():
            self.put(block * BLOCK, b"\xff" * BLOCK)

    def operation(self):
        if self.off:
            return False
        if self.left == 0:
            self.off = True
            raise PowerCut
        self.left -= 1
        return True

    def put(self, offset, data):
        self.file.seek(offset)
        self.file.write(data)
        self.file.flush()

    def readblocks(self, block, buffer, offset=0):
        self.file.seek(block * BLOCK + offset)
        self.file.readinto(buffer)

    def writeblocks(self, block, buffer, offset=0):
        if self.operation():
            self.put(block * BLOCK + offset, buffer)

    def ioctl(self, operation, argument):
        if operation == 6:
            self.erase(argument)
        return {4: self.count, 5: BLOCK}.get(operation, 0)


class Reset(BaseException):
    pass


class machine:
    @staticmethod
    def reset():
        raise Reset

    @staticmethod
    def unique_id():
        return b"\x01\x02\x03\x04"


class board_uctypes:
    """The flash beside the file system is empty, or as the file /flash says. Reading it would end the VM."""

    addressof = uctypes.addressof
    bytearray_at = uctypes.bytearray_at

    @staticmethod
    def bytes_at(address, size):
        if address >> 32:
            return uctypes.bytes_at(address, size)
        try:
            with open("/flash", "rb") as file:
                return file.read(size)
        except OSError:
            return b"\xff" * size


class kind:
    name = "micropython"
    version = sys.implementation[1]
    _mpy = sys.implementation._mpy
    _machine = "Raspberry Pi Pico with RP2040"

    def __getitem__(self, index):
        return (self.name, self.version)[index]


class board_sys:
    implementation = kind()
    platform = "rp2"
    maxsize = sys.maxsize
    path = sys.path
    argv = []  # noqa: RUF012 - as MicroPython has it
    stdout = sys.stdout
    modules = sys.modules
    print_exception = sys.print_exception


def run(code, scope):
    failed = None
    try:
        exec(code, scope)
    except Exception as error:  # noqa: BLE001 - the other end gets every error
        failed = error
    if flash.off:
        raise PowerCut  # whatever came of it since
    return failed


def paste():
    """Takes code as mpremote sends it, window by window."""
    sys.stdout.buffer.write(bytes((0x52, 1, WINDOW, 0, 1)))
    code = bytearray()
    while True:
        key = sys.stdin.buffer.read(1)
        if key == b"\x04" or not key:
            sys.stdout.write("\x04")
            return bytes(code)
        code.extend(key)
        if len(code) % WINDOW == 0:
            sys.stdout.write("\x01")


def answer(code, scope):
    failed = run(code, scope)
    sys.stdout.write("\x04")
    if failed is not None:
        sys.print_exception(failed)
    sys.stdout.write("\x04>")


def forget():
    """What a soft reset does to modules, to the path and to file systems in memory."""
    for name in list(sys.modules):
        if name not in resident:
            del sys.modules[name]
    board_sys.path[:] = ["", "/lib"]
    board_sys.argv[:] = []
    os.chdir("/")
    for _, point in vfs.mount():
        if point != "/":
            vfs.umount(point)


def serve():
    scope = {"__name__": "__main__"}
    code = b""
    while True:
        key = sys.stdin.buffer.read(1)
        if not key:
            return
        if key == b"\x01":
            code = b""
            sys.stdout.write(BANNER)
        elif key in b"\x02\x03":
            code = b""
        elif key == b"\x05":
            sys.stdin.buffer.read(2)
            answer(paste(), scope)
        elif key != b"\x04":
            code += key
        elif not code.strip():
            scope = {"__name__": "__main__"}
            forget()
            sys.stdout.write("OK\r\nMPY: soft reboot\r\n" + BANNER)
        else:
            sys.stdout.write("OK")
            answer(code, scope)
            code = b""


def start():
    sys.modules["machine"] = machine
    sys.modules["uctypes"] = board_uctypes
    sys.modules["sys"] = board_sys
    resident.extend(sys.modules)
    vfs.umount("/")
    if flash.empty():
        flash.put(0, b"\xff" * (BLOCK * flash.count))
        vfs.VfsLfs2.mkfs(flash, progsize=256)
    vfs.mount(vfs.VfsLfs2(flash, progsize=256), "/")
    os.chdir("/")
    sys.path[:] = ["", "/lib"]
    try:
        os.stat("/main.py")
    except OSError:
        return
    with open("/main.py") as main:
        failed = run(main.read(), {"__name__": "__main__"})
    if failed is not None:
        sys.print_exception(failed)


resident = []  # modules that a soft reset leaves
status = 0
flash = Flash(sys.argv[1], int(sys.argv[2]), int(sys.argv[3]))
try:
    start()
    serve()
except Reset:
    status = RESET
except PowerCut:
    status = CUT_OFF
sys.exit(status)
