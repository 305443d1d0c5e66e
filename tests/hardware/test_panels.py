"""Sends the golden screens through the drivers of the displays: the panel must show each."""

from __future__ import annotations

import importlib
import itertools

from screens.goldens import files, pixels, read

displays = importlib.import_module("hardware.test_displays")


def packed(rows: list[str]) -> bytes:
    """Packs rows of "0" and "1" like a panel's buffer."""
    columns = ["".join(column) for column in zip(*rows, strict=True)]
    return bytes(int(column[8 * page : 8 * page + 8][::-1], 2) for page in range(8) for column in columns)


def test_a_panel_shows_every_golden_screen() -> None:
    """The kinds of panels, each on both buses, take turns."""
    benches = [*itertools.product((displays.Rig, displays.SpiRig), displays.KINDS)]
    for first, (rig, kind) in enumerate(benches):
        bench = rig(kind)
        for path in files()[first :: len(benches)]:
            for language, part in read(path).items():
                picture = packed(pixels(part))
                bench.panel.buffer[:] = picture
                bench.show(10)
                assert bench.display.picture() == picture, f"{path.stem}, {language}"
