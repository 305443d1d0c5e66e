"""One file for the boot drive: MicroPython's image and Mingg's files, and what is said about a wrong image."""

from __future__ import annotations

import struct

import pytest
from mingg_host.common import places
from mingg_host.deploy import drive, geometry

PAGE = "https://example.org/download"
FAMILY, BASE = 0xE48BFF56, 0x10000000


def area() -> tuple[geometry.Flash, geometry.Uf2]:
    flash = geometry.flash_of(places.boards()["pico"])
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


def test_one_file_has_the_image_and_the_files_in_consecutive_blocks() -> None:
    flash, target = area()
    files = bytes(range(256)) * 32
    result = drive.joined(drive.read(stock(), flash, target, PAGE), {flash.offset: files}, target)
    blocks = [result[at : at + 512] for at in range(0, len(result), 512)]
    heads = [struct.unpack_from("<8I", data) for data in blocks]
    assert [head[5] for head in heads] == list(range(3 + 32))
    assert {(head[6], head[7]) for head in heads} == {(35, FAMILY)}
    assert result[:512] == block(0, 35, b"boot")
    assert [head[3] for head in heads[3:]] == [BASE + flash.offset + 256 * page for page in range(32)]
    assert b"".join(data[32:288] for data in blocks[3:]) == files


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
    with pytest.raises(drive.DriveError, match=problem) as refused:
        drive.read(data, flash, target, PAGE)
    assert PAGE in str(refused.value)


def test_parts_that_overlap_are_refused() -> None:
    flash, target = area()
    image = drive.read(stock(), flash, target, PAGE)
    with pytest.raises(ValueError, match="two parts are for 0x200"):
        drive.joined(image, {512: b"x"}, target)
