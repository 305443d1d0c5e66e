"""The case: its parts fit, its keys move, its openings are in the right places, and a printer can make it."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import warnings
from functools import cache
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

pytestmark = pytest.mark.case
ROOT = Path(__file__).parents[2]
FIRST = pytest.mark.xdist_group("case-0.96")
SECOND = pytest.mark.xdist_group("case-1.3")
# These two have each display and each kind of power. The other two join them in other pairs.
EVERY = pytest.mark.parametrize(
    "variant",
    [
        pytest.param(("0.96", "cells"), marks=FIRST),
        pytest.param(("1.3", "usb"), marks=SECOND),
        pytest.param(("0.96", "usb"), marks=[FIRST, pytest.mark.prove]),
        pytest.param(("1.3", "cells"), marks=[SECOND, pytest.mark.prove]),
    ],
    ids="-".join,
)
KEYS = ("left", "right", "up", "down", "A", "B")


@pytest.fixture(scope="session")
def case() -> Any:
    """The modules of board/case, and build123d."""
    version = f"python{sys.version_info[0]}.{sys.version_info[1]}"
    # Behind what is installed for everything else, which requirements/case.txt agrees with.
    sys.path += [str(ROOT / "board"), str(Path(sys.prefix, "case", "lib", version, "site-packages"))]
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        import build123d
        from case import __main__, checks, data, picture, solids, threemf
    modules = {"checks": checks, "data": data, "picture": picture, "solids": solids, "threemf": threemf}
    return SimpleNamespace(b=build123d, main=__main__, **modules)


@pytest.fixture(scope="module")
def made(case: Any) -> Any:
    """Returns a function that returns a variant with its printed solids and its parts."""

    @cache
    def make(display: str, power: str) -> tuple[Any, dict[str, Any], dict[str, Any]]:
        variant = case.solids.Variant(display, power)
        return variant, case.solids.printed(variant), case.solids.parts(variant)

    return make


@EVERY
def test_no_part_intersects_another_one_or_a_shell(case: Any, made: Any, variant: tuple[str, str]) -> None:
    assert case.checks.collisions(*made(*variant)[1:]) == []


@EVERY
def test_every_cap_moves_by_its_travel_and_stops_there(case: Any, made: Any, variant: tuple[str, str]) -> None:
    assert case.checks.movement(*made(*variant)[1:]) == []


@EVERY
def test_every_opening_is_over_its_part(case: Any, made: Any, variant: tuple[str, str]) -> None:
    assert case.checks.openings(*made(*variant)) == []


@EVERY
def test_every_pixel_is_seen_from_forty_degrees_aside(case: Any, made: Any, variant: tuple[str, str]) -> None:
    assert case.checks.visible(*made(*variant)[:2]) == []


@EVERY
def test_what_moves_or_is_put_together_has_the_gap_of_a_printer(case: Any, made: Any, variant: tuple[str, str]) -> None:
    assert case.checks.clearance(made(*variant)[1]) == []


@pytest.mark.parametrize(
    ("variant", "name"),
    [
        pytest.param(("0.96", "cells"), "front", marks=FIRST),
        pytest.param(("0.96", "cells"), "back", marks=FIRST),
        pytest.param(("1.3", "usb"), "front", marks=SECOND),
        pytest.param(("1.3", "usb"), "back", marks=SECOND),
        *(pytest.param(("0.96", "cells"), f"cap {key}", marks=FIRST) for key in KEYS),
    ],
    ids=lambda value: value if isinstance(value, str) else "-".join(value),
)
def test_a_printer_needs_no_supports(case: Any, made: Any, variant: tuple[str, str], name: str) -> None:
    assert case.checks.printable(name, made(*variant)[1][name]) == []


# ---- the checks find what is wrong ----


# The check; what is moved, and by how many mm; what is found. Collisions are those with the shells and the holder.
MOVED = """
collisions | part display | 2 0 0     | front and display share
collisions | part pico    | 0 0 -1    | front and pico share
collisions | part key up  | 0 0 0.5   | back and key up share
collisions | part holder  | 0 3 0     | back and holder share
collisions | part buzzer  | 3 0 0     | front and buzzer share
collisions | part wires   | 0 0 2     | holder and wires share
movement   | cap A        | 0.5 0 0   | cap A is stopped after less than 0.0
movement   | cap A        | 0 0 0.4   | cap A is stopped after less than 0.4
movement   | cap A        | 0 0 -0.15 | cap A does not rest on its key
movement   | cap A        | 40 60 0   | cap A does not stop
openings   | front        | 3 0 0     | to the USB socket
openings   | front        | 0 1 0     | through sound hole
openings   | back         | 0 4 0     | to BOOTSEL
openings   | back         | 0 0 1     | of the switch
openings   | back         | 1 0 0     | to the head of screw
openings   | front        | 4 0 0     | from the plunger of left
openings   | part display | 0 -4 0    | the window is wider than the glass
visible    | front        | 0 0.5 0   |
clearance  | cap B        | 0.1 0 0   | cap B and the front are 0.20 mm apart
"""


@FIRST
@pytest.mark.parametrize("row", MOVED.strip().splitlines())
def test_what_is_out_of_place_is_found(case: Any, made: Any, row: str) -> None:
    check, what, way, fault = (part.strip() for part in row.split("|"))
    variant, printed, parts = made("0.96", "cells")
    name = what.removeprefix("part ")
    moved = {name: case.b.Pos(*map(float, way.split())) * (parts if what != name else printed)[name]}
    shells, few = {shell: printed[shell] for shell in ("front", "back")}, {"holder": parts["holder"]} | moved
    printed, parts = (printed, parts | moved) if what != name else (printed | moved, parts)
    found = {
        "collisions": lambda: case.checks.collisions(shells, dict(sorted(few.items()))),
        "movement": lambda: case.checks.movement(printed, parts),
        "openings": lambda: case.checks.openings(variant, printed, parts),
        "visible": lambda: case.checks.visible(variant, printed),
        "clearance": lambda: case.checks.clearance(printed),
    }[check]()
    assert any(fault in text for text in found), found


@FIRST
def test_a_travel_that_closes_no_contact_is_found(case: Any, made: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(case.data, "KEY_PRETRAVEL_MAX", 0.7)
    assert "the contact may close only" in case.checks.movement(*made("0.96", "cells")[1:])[0]


@FIRST
def test_what_a_printer_cannot_make_is_found(case: Any) -> None:
    block, printable = case.solids.block, case.checks.printable
    sound = block((0, 20), (0, 20), (0, 10))
    assert printable("front", sound) == []
    found = {
        "wall": printable("front", sound - block((2, 18), (0.5, 18), (2, 10))),
        "gap": printable("front", sound - block((5, 5.2), (-1, 21), (2, 11))),
        "ledge": printable("front", sound + block((20, 24), (0, 20), (8, 10))),
        "bridge": printable("front", sound - block((3, 17), (-1, 21), (-1, 8))),
        "slope": printable("front", case.b.Rotation(0, 50, 0) * sound),
        "pieces": printable("front", sound + block((30, 40), (0, 20), (0, 10))),
    }
    words = ("wall of only 0.50", "gap of only 0.20", *["needs support"] * 3, "not one valid solid")
    for (name, texts), word in zip(found.items(), words, strict=True):
        assert any(word in text for text in texts), name
    assert printable("front", sound - block((6, 14), (-1, 21), (-1, 8))) == []  # short enough for a bridge


# ---- files and figures ----


@SECOND
def test_two_runs_write_the_same_files(tmp_path: Path) -> None:
    program = "import sys; from case import __main__ as m, solids as s; from pathlib import Path\n"
    program += "m.save(s.on_the_bed('cap', s.cap('A')), Path(sys.argv[1], 'cap-A'))"
    for name in ("one", "two"):
        (tmp_path / name).mkdir()
        python = Path(sys.prefix, "case", "bin", "python")
        environment = {**os.environ, "PYTHONPATH": str(ROOT / "board")}
        subprocess.run([python, "-c", program, tmp_path / name], env=environment, check=True)
    for kind in ("stl", "step"):
        assert (tmp_path / "one" / f"cap-A.{kind}").read_bytes() == (tmp_path / "two" / f"cap-A.{kind}").read_bytes()


@SECOND
def test_a_3mf_has_closed_things_beside_each_other_and_a_picture(case: Any, tmp_path: Path) -> None:
    import lib3mf
    from PIL import Image

    things = {f"cap-{key}": case.solids.on_the_bed("cap", case.solids.cap(key)) for key in ("left", "A")}
    placed = case.threemf.on_one_bed(things, 20.0)
    assert [round(thing.bounding_box().min.Y) for thing in placed.values()] == [0, 16], "a row is full"
    (tmp_path / "caps.3mf").write_bytes(case.threemf.made_of(placed, Image.new("RGB", (4, 4))))
    model = lib3mf.Wrapper().CreateModel()
    reader = model.QueryReader("3mf")
    reader.SetStrictModeActive(True)
    reader.ReadFromFile(str(tmp_path / "caps.3mf"))
    assert reader.GetWarningCount() == 0
    assert model.HasPackageThumbnailAttachment()
    found = model.GetMeshObjects()
    meshes = [found.GetCurrentMeshObject() for _ in iter(found.MoveNext, False)]
    assert [mesh.GetName() for mesh in meshes] == list(things)
    assert all(mesh.IsManifoldAndOriented() for mesh in meshes)


@FIRST
def test_the_pictures_of_the_page_show_this_case(case: Any) -> None:
    from PIL import Image, ImageChops

    for name, image in case.main.for_the_page().items():
        with Image.open(ROOT / "docs" / "pictures" / f"{name}.png") as kept:
            assert kept.size == image.size, "make case"
            difference = ImageChops.difference(kept.convert("L"), image.convert("L"))
        # Two exchanged letters on the keys change 21 and 77 pixels so much.
        assert sum(difference.histogram()[30:]) < 10, "make case"


def test_every_length_of_a_part_names_its_source() -> None:
    text = (ROOT / "board" / "case" / "data.py").read_text(encoding="utf-8")
    lengths = text[text.index("# ---- the parts") : text.index("# ---- where they stand")]
    lines = [line for line in lengths.splitlines() if re.search(r"\d\.\d", line) and "SHEET =" not in line]
    assert len(lines) > 40
    source = re.compile(r"#.*(SHEET|sellers|data sheet|ISO|DIN|specification|what solder)|^BOOTSEL = |_SHEET|\"\d")
    assert [line for line in lines if not source.search(line)] == []
