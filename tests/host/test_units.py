"""Modules joined into units: the same program in fewer files. Modules that cannot be joined are refused."""

from __future__ import annotations

import sys
import types
from collections.abc import Mapping, Sequence

import pytest
from mingg_host.deploy import contents, link

SOURCES = {
    "mingg": "",
    "mingg.shapes": (
        "import math\n\nSIZE = 3\nLIST = (3, 4)\n\n\n"
        "class Shape:\n    size = SIZE\n\n    def edge(self, place=SIZE):\n        return place + self.size\n\n\n"
        "def grow(by):\n    global SIZE\n    SIZE += by\n    return SIZE\n"
    ),
    "mingg.places": (
        "import math\nfrom collections import OrderedDict as math_of\n\nfrom mingg.shapes import Shape as Form\n\n"
        "SIZE = 5\n_seen = []\n\n\nclass Place(Form):\n    def edge(self, place=SIZE):\n"
        "        grow = [SIZE for SIZE in range(place)]\n"
        "        return super().edge(place) + len(grow) + math.floor(SIZE / 2)\n\n\n"
        "def find(shapes):\n    from mingg import shapes as kinds\n\n"
        "    _seen.append(kinds.grow(1))\n    return [kinds.Shape().edge(each) for each in shapes], _seen, math_of\n"
    ),
    "mingg.rows": (
        "from mingg import places, shapes\nfrom mingg.apart import SIZE\nfrom mingg.shapes import Shape, grow\n\n\n"
        "def find(row):\n    try:\n        return places.find(row)[:2], shapes.LIST, Shape.size, SIZE, open(row)\n"
        "    except TypeError as error:\n"
        "        return type(error).__name__, grow(2), (lambda grow=SIZE: grow)(), places._seen\n"
    ),
    "mingg.apart": "SIZE = 9\n\n\ndef open():\n    return 1\n",
    "mingg.outside": (
        "from mingg import places as where\nfrom mingg.rows import find\n"
        "from mingg.shapes import LIST, grow as more\n\n\n"
        "def tell():\n    from mingg import shapes\n\n    shapes.SIZE = 4\n"
        "    return find([1]), where.Place().edge(4), where.SIZE, len(LIST), more(1), shapes.grow(0)\n"
    ),
}
UNITS = {"mingg.rows": ("mingg.places", "mingg.shapes")}


def run(sources: Mapping[str, str], monkeypatch: pytest.MonkeyPatch) -> object:
    """Loads the modules, and calls the last one."""
    order = ("mingg", "mingg.apart", "mingg.shapes", "mingg.places", "mingg.rows", "mingg.outside")
    for name in [entry for entry in order if entry in sources]:
        module = types.ModuleType(name)
        module.__path__ = []
        monkeypatch.setitem(sys.modules, name, module)
        exec(sources[name], vars(module))
        setattr(sys.modules["mingg"], name.rpartition(".")[2], module)
    return vars(sys.modules["mingg.outside"])["tell"]()


def joined(units: Mapping[str, Sequence[str]] = UNITS, **changed: str) -> dict[str, str]:
    return link.joined({**SOURCES, **{f"mingg.{name}": text for name, text in changed.items()}}, units)


def test_a_unit_does_what_its_modules_did(monkeypatch: pytest.MonkeyPatch) -> None:
    result = run(SOURCES, monkeypatch)
    after = joined()
    assert after.keys() == {"mingg", "mingg.apart", "mingg.outside", "mingg.rows"}
    assert run(after, monkeypatch) == result


def test_a_program_finds_a_joined_module_and_the_names_that_it_uses(monkeypatch: pytest.MonkeyPatch) -> None:
    after = link.joined(SOURCES, UNITS, {"mingg.places"}, {"SIZE", "find", "math"})
    assert after["mingg.places"] == "from mingg.rows import SIZE_places as SIZE, find_places as find\n"
    assert "mingg.shapes" not in after
    program = {"mingg": "", "mingg.apart": after["mingg.apart"], "mingg.rows": after["mingg.rows"]}
    outside = "from mingg.rows import SIZE_places as SIZE\n\n\ndef tell():\n    return SIZE\n"
    assert run({**program, "mingg.outside": outside}, monkeypatch) == 5


@pytest.mark.parametrize(
    ("changed", "why"),
    [
        ({"places": "from mingg.shapes import SIZE\nprint(SIZE)\n"}, "mingg.places imports SIZE, which changes"),
        ({"places": "print(__file__)\n"}, "mingg.places reads __file__, which is another file in a unit"),
        ({"apart": "from mingg.shapes import SIZE\n"}, "these modules import each other"),
        ({"places": "from mingg import shapes\nprint(shapes)\n"}, "mingg.places passes the module shapes as a value"),
        ({"places": "from mingg import shapes\nshapes.SIZE = 3\n"}, "mingg.places assigns SIZE of mingg.shapes"),
        ({"places": "from mingg.shapes import LIST\nLIST = 4\n"}, "mingg.places binds LIST in several ways"),
        ({"outside": "from mingg.rows import lost\n"}, "mingg.rows has no lost"),
        ({"outside": "from mingg import rows\nprint(rows.lost)\n"}, "mingg.rows has no lost"),
    ],
)
def test_modules_that_cannot_be_joined_are_refused(changed: dict[str, str], why: str) -> None:
    sources = {"places": "find = SIZE = 3\n", "rows": SOURCES["mingg.rows"].replace("places.find(row)[:2]", "0")}
    with pytest.raises(ValueError, match=why):
        joined(**{**sources, "rows": sources["rows"].replace("places._seen", "places.SIZE"), **changed})


def test_a_new_name_is_no_local_variable() -> None:
    """A clashing name gets the module's name at its end. No function of the unit may have a variable of that name."""
    changed = {
        "shapes": "def find():\n    return 1\n\n\ndef more():\n    find_shapes = 1\n    return find(), find_shapes\n",
        "rows": "from mingg.shapes import more\n\n\ndef find():\n    return more()\n",
    }
    unit: dict[str, object] = {}
    exec(joined({"mingg.rows": ("mingg.shapes",)}, **changed, places="", outside="")["mingg.rows"], unit)
    find = unit["find"]
    assert callable(find)
    assert find() == (1, 1)


def test_a_module_is_in_one_unit() -> None:
    with pytest.raises(ValueError, match=r"contents\.UNITS puts a module into two units"):
        joined({"mingg.rows": ("mingg.places",), "mingg.apart": ("mingg.places",)})


def test_the_same_sources_make_the_same_text() -> None:
    assert joined() == joined()


def test_invalid_python_is_left_to_the_compiler() -> None:
    assert joined(apart="def\n")["mingg.apart"] == "def\n"
    assert list(contents.UNITS) == sorted(contents.UNITS)
