"""The package of an update file: its place in the flash, and the lines of main.py that look for it."""

from __future__ import annotations

import hashlib
import struct
import zlib

import pytest
from mingg_host.common import places
from mingg_host.deploy import geometry, package

BOARDS = {
    name: flash
    for name, folder in places.boards().items()
    if (flash := geometry.flash_of(folder)) is not None and flash.uf2 is not None
}
FILES = {"main.py": b"print(1)\n", "mingg/a.mpy": b"a" * 5000, "mingg/b.txt": bytes(range(256)) * 400}


@pytest.mark.parametrize("name", BOARDS)
def test_a_package_ends_where_the_file_system_begins(name: str) -> None:
    flash = BOARDS[name]
    made = package.make(FILES, "3.1", b"identity", flash, 0x52000)
    (start, body), (at, head) = made.items()
    assert start % 256 == 0
    assert at == flash.offset - 256
    assert start + len(body) <= flash.offset - 256
    size, code = struct.unpack_from("<II", head, 48)
    assert (head[:16], size) == (b"MinggPkgidentity", len(body))
    assert head[16:48] == hashlib.sha256(body).digest()
    streams, read = [], code
    while read < len(body):
        (length,) = struct.unpack_from("<I", body, read)
        streams.append(zlib.decompress(body[read + 4 : read + 4 + length]))
        read += 4 + length
    listed, *contents = streams
    assert listed.decode().split("\n\n")[0] == "3.1"
    names = [line.split(" ", 1) for part in listed.decode().split("\n\n")[1:] for line in part.split("\n")]
    assert [(size, path) for size, path in names] == [
        ("5000", "/mingg/a.mpy"),
        ("102400", "/mingg/b.txt"),
        ("9", "/main.py"),
    ], "main.py is the last: until then the old one starts the board"
    assert b"".join(contents) == FILES["mingg/a.mpy"] + FILES["mingg/b.txt"] + FILES["main.py"]


def test_a_package_that_overlaps_micropython_is_refused_with_what_is_missing() -> None:
    flash = BOARDS["pico"]
    start = min(package.make(FILES, "3.1", b"identity", flash, 0))
    package.make(FILES, "3.1", b"identity", flash, start)
    with pytest.raises(package.PackageError, match=r"overlaps MicroPython by 256 bytes.*mingg flash"):
        package.make(FILES, "3.1", b"identity", flash, start + 256)


def test_main_looks_first_and_only_where_a_package_may_be() -> None:
    main = package.looking(b"import board\n", b"identity", BOARDS["pico"]).decode()
    assert main.endswith("import board\n")
    seen: list[tuple[int, int]] = []

    def look(content: bytes) -> bool:
        calls: list[tuple[int, ...]] = []

        class Unpacker:
            unpack = staticmethod(lambda *words: calls.append(words))

        def bytes_at(address: int, size: int) -> bytes:
            seen.append((address, size))
            return content

        code = (
            main.replace("from uctypes import bytes_at", "").replace("import package", "").replace("import board", "")
        )
        exec(code, {"bytes_at": bytes_at, "package": Unpacker})
        assert calls in ([], [(0x1009FF00, 0x10000000)])
        return bool(calls)

    assert not look(b"\xff" * 16)
    assert not look(b"MinggPkgidentity")
    assert look(b"MinggPkgidentitx")
    assert set(seen) == {(0x1009FF00, 16)}


def test_the_identity_depends_on_every_file_and_its_place() -> None:
    own = package.identity(FILES)
    assert len(own) == 8
    assert own == package.identity(dict(reversed(FILES.items())))
    assert own != package.identity({**FILES, "main.py": b"print(2)\n"})
    assert own != package.identity({path + "x": data for path, data in FILES.items()})
