"""The file for esptool: MicroPython's image and Mingg's files. The tests have no real image: these are made up,
with the table of parts that MicroPython's sources have."""

from __future__ import annotations

import struct
from pathlib import Path

import pytest
from boards import read_flash
from mingg_host.board.data import Esp, firmware_of
from mingg_host.common import places
from mingg_host.deploy import firmware, images

PAGE = "https://example.org/download"
PARTS = (("nvs", 1, 0x9000, 0x6000), ("phy_init", 1, 0xF000, 0x1000), ("factory", 0, 0x10000, 0x1F0000))


def target() -> Esp:
    found = firmware_of(places.boards()["esp32_s3"]).esp
    assert found is not None
    return found


def stock(*more: tuple[str, int, int, int], chip: int = 9, version: str = "1.26.1") -> bytes:
    head = struct.pack("<B11xH", 0xE9, chip).ljust(0x8000, b"\xff")
    table = b"".join(
        struct.pack("<HBBII16sI", 0x50AA, kind, 0, start, size, name.encode(), 0)
        for name, kind, start, size in (*PARTS, *more)
    )
    return head + table.ljust(0x8000, b"\xff") + f"MicroPython v{version} on 2025-09-11".encode()


def test_the_file_system_is_behind_the_last_part_up_to_the_end_of_the_flash() -> None:
    found = images.areas(stock(), target(), PAGE)
    assert {size: (area.offset, area.blocks) for size, area in found.items()} == {
        4: (0x200000, 512),
        8: (0x200000, 1536),
        16: (0x200000, 3584),
    }


def test_a_part_for_files_in_the_image_says_where_they_are() -> None:
    found = images.areas(stock(("vfs", 1, 0x200000, 0x600000)), target(), PAGE)
    assert {size: (area.offset, area.blocks) for size, area in found.items()} == {
        8: (0x200000, 1536),
        16: (0x200000, 1536),
    }


def test_one_file_has_the_image_and_the_files(few_modules: None, tmp_path: Path) -> None:
    (tmp_path / "stock.bin").write_bytes(stock())
    made = firmware.make("esp32_s3", tmp_path / "out", stock=tmp_path / "stock.bin")
    for megabytes in (4, 8, 16):
        data = (tmp_path / "out" / f"mingg-esp32_s3-{megabytes}MB.bin").read_bytes()
        assert data.startswith(stock() + b"\xff" * 100)
        blocks = (megabytes << 20) - 0x200000 >> 12
        files = data[0x200000:].ljust(blocks * 4096, b"\xff")
        assert len(files) == blocks * 4096, "what is left out is empty"
        assert megabytes > 4 or read_flash(files) == made.files


@pytest.mark.parametrize(
    ("data", "problem"),
    [
        (b"", "not for esptool"),
        (b"\xe9" + bytes(100), "not for esptool"),
        (stock(chip=5), "another chip: 5 instead of 9"),
        (stock()[:0x8000] + b"\xff" * 4096, "no table of the parts"),
        (stock(version="1.23.0"), "MicroPython 1.23, and Mingg needs 1.24"),
        (stock()[:0x9000], "not MicroPython"),
        (stock().ljust(0x200001, b"\xff"), "damaged"),
    ],
)
def test_a_wrong_image_is_refused_with_the_problem_and_the_next_step(data: bytes, problem: str) -> None:
    with pytest.raises(images.ImageError, match=problem) as refused:
        images.areas(data, target(), PAGE)
    assert PAGE in str(refused.value)
