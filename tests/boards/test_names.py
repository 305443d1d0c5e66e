"""The names of a firmware. MicroPython never forgets a name, so there must be few, and short ones."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

# MicroPython looks for each text that it makes among all names: 85 us on a Pico with so many.
MOST = 1850


def names_in(compiled: bytes) -> Iterator[str]:
    """Returns the names in a compiled module (.mpy, version 6), without those that every MicroPython has."""
    offset = 4  # past the signature, the version and the architecture

    def number() -> int:
        nonlocal offset
        value = 0
        while True:
            value = value << 7 | compiled[offset] & 0x7F
            offset += 1
            if not compiled[offset - 1] & 0x80:
                return value

    count, _ = number(), number()
    for _ in range(count):
        length = number()
        if not length & 1:
            yield compiled[offset : offset + (length >> 1)].decode()
            offset += (length >> 1) + 1


def test_a_firmware_has_few_names(firmware: Path) -> None:
    used = {name for path in firmware.rglob("*.mpy") for name in names_in(path.read_bytes())}
    assert used > {"mahjong", "mingg.ui.app"}
    assert 1000 < len(used) < MOST
