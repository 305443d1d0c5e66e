"""One file for the boot drive: MicroPython's image and Mingg's files, and what is said about a wrong image."""

from __future__ import annotations

import struct

import pytest
from mingg_host.board.data import Flash, Uf2, firmware_of
from mingg_host.common import places
from mingg_host.deploy import images

PAGE = "https://example.org/download"
FAMILY, BASE = 0xE48BFF56, 0x10000000


def area() -> tuple[Flash, Uf2]:
    flash = firmware_of(places.boards()["pico"]).flash
    assert flash is not None
    assert flash.uf2 is not None
    return flash, flash.uf2


def block(number: int, total: int, data: bytes, address: int | None = None, family: int = FAMILY) -> bytes:
    at = BASE + 256 * number if address is None else address
    return struct.pack(
        "<8I476sI", 0x0A324655, 0x9E5D5157, 0x2000, at, 256, number, total, family, data.ljust(256, b"\0"), 0x0AB16F30
    )


def stock(version: str = "1.26.1", **changed: int) -> bytes:
    text = f"3.4.0; MicroPython v{version} on 2025-09-11".encode()
    return block(0, 3, b"boot") + block(1, 3, text) + block(2, 3, b"end", **changed)


def described(start: int, size: int, name: bytes = b"MicroPython\0") -> bytes:
    """A page in which an image says where its file system is, as Raspberry Pi's SDK writes it."""
    header = struct.pack("<5I", 0x7188EBF2, BASE + 24, BASE + 28, 0, 0xE71AA390)
    entry = struct.pack("<IIIIIHH", 0x504D0007, BASE + 100, start, size, 0, 0, 0)
    return (header + bytes(4) + struct.pack("<I", BASE + 32) + bytes(4) + entry).ljust(100, b"\0") + name


def described_stock(start: int, size: int, family: int = FAMILY) -> bytes:
    text = b"3.4.0; MicroPython v1.26.1 on 2025-09-11"
    return block(0, 2, described(start, size), family=family) + block(1, 2, text, family=family)


# The tests have no image of another board than the Pico: these have the family and the geometry of the board.
# The places are those of MicroPython 1.24 to 1.26, from its sources.
PLACES = {
    "pico": (FAMILY, 0x100A0000, 1408),
    "pico_w": (FAMILY, 0x1012C000, 848),
    "pico_2": (0xE48BFF59, 0x10100000, 3072),
    "pico_2_w": (0xE48BFF59, 0x10180000, 2560),
}
FOR_NO_CHIP = struct.pack(
    "<8I476sI", 0x0A324655, 0x9E5D5157, 0xA000, 0x10FFFF00, 256, 0, 2, 0xE48BFF57, b"\xef" * 256, 0x0AB16F30
)


@pytest.mark.parametrize("board", PLACES)
def test_an_image_of_each_board_fits_its_description(board: str) -> None:
    family, start, kilobytes = PLACES[board]
    flash = firmware_of(places.boards()[board]).flash
    assert flash is not None
    assert flash.uf2 is not None
    before = FOR_NO_CHIP if family != FAMILY else b""
    image = images.read_uf2(before + described_stock(start, kilobytes * 1024, family), flash, flash.uf2, PAGE)
    assert image.before == before
    result = images.uf2(image, {flash.offset: b"files"}, flash.uf2)
    assert result.startswith(before)
    assert {struct.unpack_from("<8I", result, at)[7] for at in range(len(before), len(result), 512)} == {family}
    with pytest.raises(images.ImageError, match=rf"in another place: 4096 bytes at 0x10000000 instead.*{PAGE}"):
        images.read_uf2(described_stock(BASE, 4096, family), flash, flash.uf2, PAGE)


def test_an_image_without_a_description_of_itself_is_accepted() -> None:
    flash, target = area()
    for page in (described(BASE, 4096, b"ROMFS\0"), described(BASE, 4096)[:20], struct.pack("<I", 0x7188EBF2) * 5):
        text = b"MicroPython v1.26.1"
        assert images.read_uf2(block(0, 2, page) + block(1, 2, text), flash, target, PAGE).version == (1, 26)


def test_one_file_has_the_image_and_the_files_in_whole_sectors_and_consecutive_blocks() -> None:
    """The RP2040's boot loader counts pages to erase. A missing page would leave another sector unerased."""
    flash, target = area()
    files = bytes(range(256)) * 35
    result = images.uf2(images.read_uf2(stock(), flash, target, PAGE), {flash.offset - 256: files}, target)
    blocks = [result[at : at + 512] for at in range(0, len(result), 512)]
    heads = [struct.unpack_from("<8I", data) for data in blocks]
    assert [head[5] for head in heads] == list(range(16 * 5))
    assert {(head[6], head[7]) for head in heads} == {(16 * 5, FAMILY)}
    assert result[:512] == block(0, 16 * 5, b"boot")
    sectors = [BASE, *(BASE + flash.offset + 4096 * number for number in range(-1, 3))]
    assert [head[3] for head in heads] == [sector + 256 * page for sector in sectors for page in range(16)]
    content = b"".join(data[32:288] for data in blocks)
    assert content[4096:] == b"\xff" * 256 * 15 + files + b"\xff" * 256 * 14
    assert content[3 * 256 : 4096] == b"\xff" * 256 * 13


@pytest.mark.parametrize(
    ("data", "problem"),
    [
        (b"", "truncated"),
        (stock()[:-1], "truncated"),
        (stock()[:-512], "incomplete"),
        (stock()[512:], "incomplete"),
        (b"x" * 512, "not a UF2"),
        (stock(family=0xE48BFF59), "another chip"),
        (stock(address=BASE + 0xA0000), "overlaps the file system"),
        (stock(address=BASE), "damaged"),
        (stock(address=BASE - 256), "damaged"),
        (stock("1.23.0"), "MicroPython 1.23, and Mingg needs 1.24"),
        (block(0, 1, b"something else"), "not MicroPython"),
    ],
)
def test_a_wrong_image_is_refused_with_the_problem_and_the_next_step(data: bytes, problem: str) -> None:
    flash, target = area()
    with pytest.raises(images.ImageError, match=problem) as refused:
        images.read_uf2(data, flash, target, PAGE)
    assert PAGE in str(refused.value)


def test_parts_that_overlap_are_refused() -> None:
    flash, target = area()
    image = images.read_uf2(stock(), flash, target, PAGE)
    with pytest.raises(ValueError, match="two parts are for 0x200"):
        images.uf2(image, {512: b"x"}, target)
