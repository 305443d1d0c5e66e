"""The pictures of the README show what the device shows."""

from __future__ import annotations

import zlib
from pathlib import Path

import pytest
from mingg_host.headless import Headless
from mingg_host.press_command import actions

PICTURES = Path(__file__).parents[2] / "docs" / "pictures"
CARD = "up a right right right down right left up"
RESULT = CARD + " a right left a up left right a a a"


def _raster(png: bytes) -> bytes:
    """The rows of a PNG, unpacked: its compression may differ from one zlib to the next."""
    at, packed = 8, b""
    while at < len(png):
        length = int.from_bytes(png[at : at + 4], "big")
        if png[at + 4 : at + 8] == b"IDAT":
            packed += png[at + 8 : at + 8 + length]
        at += 12 + length
    return zlib.decompress(packed)


@pytest.mark.parametrize(("name", "script"), [("card", CARD), ("result", RESULT), ("table", RESULT + " a a")])
def test_picture_is_of_this_firmware(tmp_path: Path, name: str, script: str) -> None:
    with Headless() as device:
        for act in actions(script.split()):
            act(device)
        device.png(tmp_path / "now.png")
    now, kept = (tmp_path / "now.png").read_bytes(), (PICTURES / f"{name}.png").read_bytes()
    assert _raster(now) == _raster(kept), f"draw it anew: mingg press {script} --png docs/pictures/{name}.png"
