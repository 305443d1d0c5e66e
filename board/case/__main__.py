"""`python -m case FOLDER PICTURES` writes the files to print, and pictures of every variant of the case, into a folder;
the pictures of the pages into another one. tests/boards has the checks."""

from __future__ import annotations

import sys
from functools import cache
from pathlib import Path

from build123d import Part, export_step, export_stl
from PIL import Image

from case import data, mesh, solids, threemf
from case.picture import Colour, Thing, draw

# The same files at every run: STEP has a time in its head.
TIME = "2000-01-01T00:00:00"
STL = {"tolerance": 0.02, "angular_tolerance": 0.2}

SHELL: Colour = (226, 214, 190)
CAP: Colour = (179, 80, 30)
COLOURS: dict[str, Colour] = {
    "front": SHELL, "back": SHELL, "display": (60, 92, 150), "pico": (70, 150, 110), "key": (110, 114, 124),
    "plunger": (110, 114, 124), "buzzer": (90, 90, 96), "holder": (100, 104, 110), "diode": (150, 80, 60),
    "switch": (150, 154, 160), "knob": (60, 62, 70), "screw": (190, 194, 202),
}  # fmt: skip
GLASS: Colour = (12, 14, 22)
LIT: Colour = (214, 236, 255)
PIXELS = (128, 64)
DOCS = Path(__file__).parents[2] / "docs" / "pictures"
VIEWS = {
    "front": (0.0, 0.0),
    "side": (-90.0, 0.0),
    "back": (180.0, 0.0),
    "corner": (-30.0, 32.0),
}
ON_A_TABLE = (-18.0, 34.0)
# How far each kind is pulled out in the exploded picture, and its number in docs/build.md.
PULLED = {
    "cap": (-42.0, "1"), "front": (0.0, "2"), "display screw": (104.0, ""), "display": (74.0, "3"), "key": (66.0, "4"),
    "plunger": (66.0, ""), "buzzer": (66.0, "5"), "pico screw": (118.0, ""), "pico": (90.0, "6"),
    "holder": (150.0, "7"), "diode": (150.0, "8"), "switch": (150.0, "9"), "knob": (150.0, ""),
    "back": (196.0, "10"), "screw": (240.0, "11"),
}  # fmt: skip
# What is seen of a case from outside.
SEEN = ("cap", "front", "back", "display", "knob", "pico", "screw")
LABELLED = {"cap A", "front", "display", "key A", "buzzer", "pico", "holder", "diode", "switch", "back", "screw 4"}


def _kind(name: str) -> str:
    return next((kind for kind in PULLED if name.startswith(kind)), "")


def _colour(name: str) -> Colour:
    kind = _kind(name).rpartition(" ")[2]
    return CAP if kind == "cap" else COLOURS[kind]


@cache
def pictures(variant: solids.Variant) -> dict[str, Image.Image]:
    """Returns a case from several sides, and everything pulled apart, with numbers."""
    together, apart = [], []
    for name, solid in (solids.printed(variant) | solids.parts(variant)).items():
        kind = _kind(name)
        if kind:
            shape, (along, label) = mesh.of(solid, mesh.COARSE), PULLED[kind]
            apart.append(Thing(shape, _colour(name), along, label if name in LABELLED else ""))
            if kind in SEEN:
                together.append(Thing(shape, _colour(name)))
    drawn = {name: draw(together, *angles, 4.0) for name, angles in VIEWS.items()}
    return drawn | {"exploded": draw(apart, -62.0, -24.0, 3.0)}


def screen(display: data.Display, shown: Image.Image) -> list[Thing]:
    """Returns the glass with what the firmware shows. shown: a picture of docs/pictures."""
    across, down = PIXELS
    left, top = (shown.width - 2 * across) // 2, (shown.height - 2 * down) // 2
    (width, high), (x, y) = display.active, data.DISPLAY_AT
    low, upper = x - width / 2, y + high / 2
    lit = [
        (
            low + width * column / across,
            upper - high * (row + 1) / down,
            low + width * (column + 1) / across,
            upper - high * row / down,
        )
        for row in range(down)
        for column in range(across)
        if shown.getpixel((left + 2 * column, top + 2 * row))
    ]
    glass = (low - data.WINDOW, upper - high - data.WINDOW, low + width + data.WINDOW, upper + data.WINDOW)
    return [
        Thing(mesh.facing_out([glass], data.FRAME - 0.02), GLASS, lines=False),
        Thing(mesh.facing_out(lit, data.FRAME - 0.04), LIT, lines=False),
    ]


def with_a_screen() -> Image.Image:
    """Returns a case that shows the result of a deal."""
    variant = solids.Variant("1.3", "usb")
    solid_things = solids.printed(variant) | solids.parts(variant)
    seen = [
        Thing(mesh.of(solid, mesh.FINE), _colour(name)) for name, solid in solid_things.items() if _kind(name) in SEEN
    ]
    with Image.open(DOCS / "result.png") as shown:
        seen += screen(data.DISPLAYS[variant.display], shown.convert("1"))
    return draw(seen, *ON_A_TABLE, 14.0)


def save(made: Part, path: Path) -> None:
    """Writes one thing to print as STL and as STEP. `path` has no ending."""
    export_stl(made, path.with_name(f"{path.name}.stl"), **STL)
    made.label = path.name
    export_step(made, path.with_name(f"{path.name}.step"), timestamp=TIME)


def write(folder: Path) -> None:
    """Writes everything that a printer makes, and the pictures.

    A 3MF has what fits onto one bed together: a front with its caps, or a back.
    """
    folder.mkdir(parents=True, exist_ok=True)
    made: dict[str, Part] = {f"front-{name}": solids.front(display) for name, display in data.DISPLAYS.items()}
    made |= {f"back-{power}": solids.back(power) for power in data.DEPTH}
    made |= {f"cap-{name}": solids.cap(name) for name in data.KEYS}
    for name, solid in made.items():
        made[name] = solids.on_the_bed(name.partition("-")[0], solid)
        save(made[name], folder / name)
    for variant in solids.VARIANTS:
        for name, image in pictures(variant).items():
            image.save(folder / f"{variant.display}-{variant.power}-{name}.png", optimize=True)
    caps = [f"cap-{key}" for key in data.KEYS]
    for variant in (solids.Variant("0.96", "usb"), solids.Variant("1.3", "cells")):
        for side, name, others in (("front", variant.display, caps), ("back", variant.power, [])):
            things = {each: made[each] for each in (f"{side}-{name}", *others)}
            packed = threemf.made_of(threemf.on_one_bed(things, data.BED[0]), pictures(variant)[side])
            (folder / f"{side}-{name}.3mf").write_bytes(packed)


def for_the_page() -> dict[str, Image.Image]:
    """Returns the pictures of README.md and docs/build.md."""
    drawn = pictures(solids.Variant("0.96", "cells"))
    return {"case": with_a_screen(), "case-exploded": drawn["exploded"]}


def main() -> None:
    folder, docs = (Path(argument) for argument in sys.argv[1:])
    write(folder)
    for name, image in for_the_page().items():
        image.save(docs / f"{name}.png", optimize=True)
    print(f"{folder}: {len(list(folder.iterdir()))} files")


if __name__ == "__main__":
    main()
