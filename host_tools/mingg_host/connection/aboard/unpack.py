"""The program in a package: replaces the firmware on a board, file by file. Ledgers, settings and board.py stay.

package.py runs it before anything of Mingg is loaded. main.py stays as it is until every other file is in place. So a
board without power continues at its next start, and doing a step twice does no harm.

A package is a list of streams, each with its length before it and compressed by zlib. The first one names the
files, `size path` in a line, and an empty line ends each further stream. Those have the bytes of the files.
"""

import errno
import gc
import io
import os
import time

import deflate

MYPY = False
if MYPY:
    from collections.abc import Iterator
    from typing import Any

KNOWN = "/mingg/package"
BEGUN = b"begun"  # package.py lets no firmware start while KNOWN begins with it
NEW = "/.new"
OURS = "/mingg"
PACK = "/update/pack"
MAIN, BOARD = "/main.py", "/board.mpy"
FOLDER = 0x4000
SPARE = 10  # blocks for folders, and for what littlefs moves
NOTICE_MS = 4000
PIECE = 1024  # bytes


def begin(packed: memoryview, identity: bytes) -> None:
    """Does the update and restarts the board. Returns, with nothing changed, if the flash has no room for it."""
    starts = list(_starts(packed))
    parts = [part.split("\n") for part in _stream(packed, starts.pop(0)).read().decode().split("\n\n")]
    version = parts.pop(0)[0]
    files = [[(int(line.split(" ", 1)[0]), line.split(" ", 1)[1]) for line in part] for part in parts]
    sizes = {path: size for part in files for size, path in part}
    screen = _screen()
    if _known() != BEGUN + identity:
        _note_complete()
        # Of a change that mingg flash or restore only began: main.py is not yet the program that reads it.
        _remove(PACK)
        if not _fits(sizes):
            print("The flash has no room for the update.")
            if _known().startswith(BEGUN):  # half of another update: package.py lets nothing of it start
                _show(screen, ("No room for this", "update. Copy the", "earlier update", "file again."), 0)
                return
            _show(screen, ("No room for the", "update. Delete", "old evenings:", "hold B, choose", "evenings."), 0)
            time.sleep_ms(NOTICE_MS)
            return
        _note(BEGUN + identity)
    _show(screen, ("Mingg updates to", version + ".", "", "Leave the power", "connected."), 0)
    try:
        _put_in_place(packed, starts, files, sizes, screen)
    except Exception:
        _show(screen, ("The update did", "not end. Copy", "the update file", "again."), 0)
        raise
    _note(identity)
    from machine import reset

    reset()


def _put_in_place(
    packed: memoryview,
    starts: "list[int]",
    files: "list[list[tuple[int, str]]]",
    sizes: "dict[str, int]",
    screen: "Any",
) -> None:
    for path in list(_below(OURS)):
        if path not in sizes and path != KNOWN:
            _remove(path)
    whole = sum(sizes.values())
    done = 0
    for number, part in enumerate(files):
        start = starts[number]
        # A file may be too large for the memory: the stream is read once to compare, and again to write.
        stream = _stream(packed, start)
        changed = [path for size, path in part if not _same(path, stream, size)]
        stream = None  # its memory is needed
        if changed:
            stream = _stream(packed, start)
        for size, path in part:
            if not changed:
                pass
            elif path not in changed:
                _skip(stream, size)
            elif path == BOARD:
                _give_board(stream, size)
            elif "/" not in path[1:]:
                _replace(path, stream, size)
            else:
                _write(path, stream, size)
            before, done = done, done + size
            if 120 * before // whole != 120 * done // whole:
                _show(screen, (), 120 * done // whole)
        stream = None


def _starts(packed: memoryview) -> "Iterator[int]":
    """Yields where each stream begins."""
    start = 0
    while start < len(packed):
        yield start
        start += 4 + int.from_bytes(packed[start : start + 4], "little")


def _stream(packed: memoryview, start: int) -> "Any":
    size = int.from_bytes(packed[start : start + 4], "little")
    gc.collect()
    return deflate.DeflateIO(io.BytesIO(bytes(packed[start + 4 : start + 4 + size])), deflate.ZLIB)


def _pieces(stream: "Any", size: int) -> "Iterator[bytes]":
    """Yields the next bytes of a stream. Raises EOFError if it has fewer."""
    while size:
        piece = stream.read(min(size, PIECE))
        if not piece:
            raise EOFError
        size -= len(piece)
        yield piece


def _skip(stream: "Any", size: int) -> None:
    for _ in _pieces(stream, size):
        pass


def _known() -> bytes:
    try:
        with open(KNOWN, "rb") as file:
            known: bytes = file.read()
            return known
    except OSError:
        return b""


def _note_complete() -> None:
    """Notes the end of another update, if the power failed just before that: main.py is the last, and has it."""
    known = _known()
    if known.startswith(BEGUN):
        identity = known[len(BEGUN) :]
        with open(MAIN, "rb") as file:
            if repr(b"MinggPkg" + identity).encode() in file.read():
                _note(identity)


def _note(known: bytes) -> None:
    _make_folder(OURS)
    with open(KNOWN, "wb") as file:
        file.write(known)


# ---- files ----


def _blocks(size: int) -> int:
    """The blocks of a file; littlefs keeps a small one in its folder."""
    return (size + 4091) // 4092 if size > 512 else 0


def _fits(sizes: "dict[str, int]") -> bool:
    """Returns whether the flash has room at every moment: files are removed first, and then each is replaced."""
    figures = os.statvfs("/")
    room = figures[3] if figures[3] <= figures[2] else 0  # see Store.free()
    room -= SPARE
    folders = {path.rpartition("/")[0] for path in sizes}
    for path in _below(OURS):
        folders.discard(path.rpartition("/")[0])
        if path not in sizes:
            room += _blocks(os.stat(path)[6])
    for path, size in sizes.items():
        try:
            old = os.stat(path)[6]
        except OSError:
            old = 0
        room -= max(0, _blocks(size) - _blocks(old))
    return room >= 2 * len(folders)


def _below(path: str) -> "Iterator[str]":
    try:
        entries = list(os.ilistdir(path))
    except OSError:
        return
    for entry in entries:
        name = path + "/" + str(entry[0])
        if entry[1] & FOLDER:
            yield from _below(name)
        else:
            yield name


def _remove(path: str) -> None:
    """Removes a file, and folders that are empty then."""
    try:
        os.remove(path)
    except OSError as error:
        if error.errno != errno.ENOENT:
            raise
    folder = path.rpartition("/")[0]
    while folder:
        try:
            os.rmdir(folder)
        except OSError:
            return  # not empty
        folder = folder.rpartition("/")[0]


def _same(path: str, stream: "Any", size: int) -> bool:
    """Reads a file from the stream, and returns whether the flash has it."""
    same = True
    try:
        file = open(path, "rb")  # noqa: SIM115 - read to its end below, or closed
    except OSError:
        _skip(stream, size)
        return False
    with file:
        for piece in _pieces(stream, size):
            same = same and file.read(len(piece)) == piece
        return same and not file.read(1)


def _write(path: str, stream: "Any", size: int) -> None:
    """Writes a file of the package mingg. The old one goes first: on a full flash both have no room."""
    _remove(path)
    _make_folder(path.rpartition("/")[0])
    _fill(path, stream, size)


def _replace(path: str, stream: "Any", size: int) -> None:
    """Writes a file beside main.py, which a board needs to start: it is either old or new."""
    _fill(NEW, stream, size)
    os.rename(NEW, path)


def _fill(path: str, stream: "Any", size: int) -> None:
    with open(path, "wb") as file:
        for piece in _pieces(stream, size):
            file.write(piece)


def _make_folder(folder: str) -> None:
    if folder:
        try:
            os.stat(folder)
        except OSError:
            _make_folder(folder.rpartition("/")[0])
            os.mkdir(folder)


def _give_board(stream: "Any", size: int) -> None:
    """The board's own description says how it is wired: it is replaced only if MicroPython cannot load it."""
    try:
        import board

        board.KEYS  # noqa: B018 - raises if there is none
    except Exception:  # noqa: BLE001 - a file of an older MicroPython, or of no use at all
        _replace(BOARD, stream, size)
    else:
        _skip(stream, size)


# ---- the display ----


def _screen() -> "Any":
    """Returns a function that sends a picture to the display, or None. Uses nothing of the firmware, which may be
    half replaced."""
    try:
        from machine import I2C, SPI, Pin

        import board

        chip, wire = board.DISPLAY
        if wire == "i2c":
            number, sda, scl, hz = board.I2C
            bus = I2C(number, sda=Pin(sda), scl=Pin(scl), freq=hz, timeout=15000)
            address = _found(bus, board.DISPLAY_ADDRESSES)

            def send(kind: int, data: "bytes | bytearray") -> None:
                bus.writeto(address, bytes((kind,)) + data)
        else:
            number, sck, mosi, reset, dc, cs, hz = board.SPI
            select, line, mode = Pin(cs, Pin.OUT, value=1), Pin(reset, Pin.OUT, value=0), Pin(dc, Pin.OUT)
            time.sleep_ms(1)
            line.value(1)
            time.sleep_ms(1)
            spi = SPI(number, baudrate=hz, polarity=0, phase=0, sck=Pin(sck), mosi=Pin(mosi))

            def send(kind: int, data: "bytes | bytearray") -> None:
                mode.value(kind >> 6)
                select.value(0)
                spi.write(data)
                select.value(1)

        wide = chip == "ssd1306"
        send(
            0, b"\x40\xa1\xc8\xa8\x3f\xd3\x00\xda\x12\xd5\x80\x81\xcf\xa4\xa6" + (b"\x20\x00\x8d\x14" if wide else b"")
        )

        def draw(picture: bytearray) -> None:
            for page in range(8):
                send(0, bytes((0x21, 0, 127, 0x22, page, 7) if wide else (0xB0 | page, 0x02, 0x10)))
                send(0x40, picture[128 * page : 128 * page + 128])
            send(0, b"\xaf")

        return draw
    except Exception:  # noqa: BLE001 - the update matters more than the display
        return None


def _found(bus: "Any", addresses: "tuple[int, ...]") -> int:
    """Returns where the display answers. Raises OSError."""
    for address in addresses[:-1]:
        try:
            bus.writeto(address, b"\x00\xae")  # dark: its memory may hold noise
            return address
        except OSError:
            pass
    return addresses[-1]


_picture = bytearray(1024)


def _show(draw: "Any", lines: "tuple[str, ...]", width: int) -> None:
    """Draws lines, if there are some, and a bar of this width."""
    if draw is None:
        return
    import framebuf

    panel = framebuf.FrameBuffer(_picture, 128, 64, framebuf.MONO_VLSB)
    if lines:
        panel.fill(0)
        for number, line in enumerate(lines):
            panel.text(line, 0, 1 + 10 * number)
    if width:
        panel.rect(2, 55, 124, 8, 1)
        panel.fill_rect(4, 57, width, 4, 1)
    try:
        draw(_picture)
    except OSError:
        return  # someone unplugged it
