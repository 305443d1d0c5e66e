"""The build's files do what the sources do, with fewer modules, names and imports; each module is loaded before a
module that needs it, so that no import nests."""

from __future__ import annotations

import builtins
import importlib
import os
import re
import subprocess
import sys
import types
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from mingg_host.deploy import build, contents, sources
from mingg_host.deploy.hoist import hoist

# Short names that mean several things, and each way to use a name of another module.
SOURCES = {
    "mingg": "VERSION = 3\n",
    "mingg.core.apart": "SIZE = 9\n\n\ndef open():\n    return 1\n",
    "mingg.core.shapes": (
        "import math\n\nSIZE = 3\nLIST = (3, 4)\nLEFT, RIGHT = range(2)\n\n\n"
        "class Shape:\n    size = SIZE\n    wide: 'int' = size + 1\n\n    def edge(self, place=SIZE):\n"
        "        return place + self.size + self.wide\n\n\n"
        "def grow(by):\n    global SIZE\n    SIZE += by\n    return SIZE\n\n\n"
        "def first(of, named=0):\n    return [each for each in of][:named]\n"
    ),
    "mingg.core.places": (
        "import math\nfrom collections import OrderedDict as math_of\n\nfrom mingg.core.shapes import LEFT as TO\n"
        "from mingg.core.shapes import Shape as Form\nfrom mingg.core.shapes import first as foremost\n\n"
        "SIZE = 5\nLEAST = -1\n_seen = []\n\n\nclass Place(Form):\n    def edge(self, place=SIZE):\n"
        "        grow = [SIZE for SIZE in range(place)]\n"
        "        return super().edge(place) + len(grow) + math.floor(SIZE / 2)\n\n"
        "    def told(self):\n        told = getattr(self, 'said')\n        return f'{told()} {LEAST}', TO\n\n"
        "    def said(self):\n        return LEAST ** 2, foremost([7, 8], named=1)\n\n\n"
        "def find(shapes):\n    from mingg.core import shapes as kinds\n\n    count = 0\n\n    def seen(shapes):\n"
        "        nonlocal count\n        count += 1\n"
        "        return [kinds.Shape().edge(each) for each in shapes if kinds.LEFT < each]\n\n"
        "    _seen.append(kinds.grow(1))\n    return seen(shapes), count, _seen, math_of\n"
    ),
    "mingg.core.rows": (
        "from mingg.core import places, shapes\nfrom mingg.core.apart import SIZE\n"
        "from mingg.core.shapes import Shape, grow\n\n\n"
        "def find(row):\n    try:\n        return places.find(row)[:2], shapes.LIST, Shape.size, SIZE, open(row)\n"
        "    except TypeError as error:\n"
        "        return type(error).__name__, grow(2), (lambda grow=SIZE: grow)(), places._seen\n"
    ),
    "mingg.core.red": "LIMIT = 300\n\n\ndef named():\n    return 'red'\n",
    "mingg.core.blue": "from mingg.core import red\n\nLIMIT = red.LIMIT + 100\n\n\n"
    "def named():\n    return red.named() + 'blue'\n",
    "mingg.outside": (
        "from mingg import VERSION\nfrom mingg.core import places as where\nfrom mingg.core.rows import find\n"
        "from mingg.core.shapes import LIST, grow as more\n\n\n"
        "def book(of):\n    if of == 'red':\n        from mingg.core import red as module\n    else:\n"
        "        from mingg.core import blue as module\n    return module\n\n\n"
        "def tell():\n    from mingg.core import shapes\n\n    shapes.SIZE = 4\n"
        "    return (\n        (find([1]), where.Place().edge(4), where.SIZE, len(LIST), more(1), shapes.grow(0)),\n"
        "        (where.Place().told(), VERSION, "
        "[(book(of).LIMIT, book(of).named()) for of in ('red', 'blue')]),\n    )\n"
    ),
}
UNITS = {"mingg.core.rows": ("mingg.core.places", "mingg.core.shapes")}
PROGRAM = "from mingg.outside import tell\n"


def files(
    units: Mapping[str, Sequence[str]] = UNITS,
    sources: Mapping[str, str] = SOURCES,
    program: str = PROGRAM,
    lines: bool = False,
) -> dict[str, str]:
    return build.shortened(sources, units, [program], lines)[0]


def words(text: str) -> set[str]:
    return set(re.findall(r"\w+", text))


class Finder:
    """Finds modules in a dictionary of texts."""

    def __init__(self, texts: Mapping[str, str]) -> None:
        self.texts = texts

    def find_spec(self, name: str, *_: object) -> object:
        from importlib.machinery import ModuleSpec

        return ModuleSpec(name, self, is_package=True) if name.partition(".")[0] == "mingg" else None  # type: ignore[arg-type]

    def create_module(self, spec: object) -> None:
        return None

    def exec_module(self, module: types.ModuleType) -> None:
        exec(self.texts.get(module.__name__, ""), vars(module))


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch) -> Iterator[object]:
    """Returns a function that loads the modules in texts and calls the program's function."""

    def tell(texts: Mapping[str, str]) -> object:
        for name in [name for name in sys.modules if name.partition(".")[0] == "mingg"]:
            monkeypatch.delitem(sys.modules, name)
        monkeypatch.setattr(sys, "meta_path", [Finder(texts)])
        monkeypatch.setitem(sys.modules, "ucollections", __import__("collections"))
        return __import__("mingg.outside", fromlist=["tell"]).tell()

    return tell


@pytest.mark.parametrize("lines", [False, True])
@pytest.mark.parametrize("units", [{}, UNITS])
def test_a_build_does_what_its_sources_do(run: Any, units: dict[str, tuple[str, ...]], lines: bool) -> None:
    assert run(files(units, lines=lines)) == run(SOURCES)


def test_a_unit_is_one_file() -> None:
    built = files()
    assert {name.rpartition(".")[2] for name in SOURCES.keys() - UNITS["mingg.core.rows"]} == {
        name.rpartition(".")[2] for name in built
    }
    assert built == files()


def test_the_order_of_a_set_changes_nothing() -> None:
    """It differs with the seed of the hashes, which each process has for itself."""
    code = (
        f"import sys; sys.path.insert(0, {str(Path(__file__).parent)!r}); import test_build; print(test_build.files())"
    )
    for seed in ("0", "1"):
        result = subprocess.run(
            [sys.executable, "-c", code], env={**os.environ, "PYTHONHASHSEED": seed}, capture_output=True, text=True
        )
        assert result.stdout == f"{files()}\n", result.stderr


def test_all_files_share_one_folder_but_those_that_others_look_for() -> None:
    sources = {**SOURCES, "mingg.here": "from mingg.core import apart\nPLACE = __file__\nNAME = 'mingg.core.apart'\n"}
    built = files({}, sources)
    folder = {"apart", "blue", "places", "red", "rows", "shapes"}
    assert built.keys() == {"mingg", "mingg.here", "mingg.outside", *(f"mingg.{name}" for name in folder)}
    assert "from mingg import apart\n" in built["mingg.here"]
    assert "'mingg.apart'" in built["mingg.here"]


@pytest.mark.parametrize(
    ("other", "short"),
    [
        ("mingg.ui.red", {"mingg.core_red", "mingg.ui_red"}),
        ("mingg.ui.core.red", {"mingg.core_red", "mingg.ui_core_red"}),
        ("mingg.ui.outside", {"mingg.outside", "mingg.ui_outside"}),
    ],
)
def test_names_in_the_folder_differ(other: str, short: set[str]) -> None:
    assert short <= files({}, {**SOURCES, other: "HERE = [1]\n"}).keys()


KEYS = "LEFT = 0\nUP, DOWN = range(2, 4)\nMOST, LEAST = 99, -1\nPAY, COUNT = 'pay', \"it's\"\nLONG = 'a longer text'\n"


def with_keys(user: str, program: str = "") -> dict[str, str]:
    return files({}, {"mingg.keys": KEYS, "mingg.user": user}, program)


def test_a_number_or_a_short_string_stands_where_its_name_stood() -> None:
    user = "from mingg.keys import COUNT, LEAST, UP, LEFT\nfrom mingg import keys\n\n\n"
    user += "def f(key):\n    return (key, LEFT, UP, f'{LEFT}', COUNT, keys.PAY)[LEAST] ** LEAST\n"
    built = with_keys(user)
    assert """, 0, 2, f'{0}', "it's", 'pay')[-1] ** (-1)""" in built["mingg.user"]
    assert len(built["mingg.keys"].splitlines()) == 1  # the longer text


@pytest.mark.parametrize(
    ("user", "program"),
    [
        ("", "from mingg.keys import DOWN, UP\n"),
        (
            "def f(key):\n    from mingg import keys\n    if key:\n        keys = key\n    return keys.UP, keys.DOWN\n",
            "",
        ),
    ],
)
def test_a_constant_with_another_use_stays(user: str, program: str) -> None:
    assert "UP, DOWN = range(2, 4)" in with_keys(user, program)["mingg.keys"]


def test_a_program_finds_the_names_that_it_uses(run: Any) -> None:
    program = (
        "from mingg.core.places import SIZE, find, LEAST\nimport mingg.outside\nprint(mingg.outside.tell, 'more')\n"
    )
    built = files(program=program)
    tell = "from mingg.core.places import SIZE, find, LEAST\n\n\ndef tell():\n    return SIZE, LEAST, find([])[0]\n"
    assert run({**built, "mingg.outside": tell}) == (5, -1, [])
    assert "mingg.core.shapes" not in built
    assert {"tell", "more"} <= words(built["mingg.outside"])


@pytest.mark.parametrize(
    ("changed", "why"),
    [
        ({"places": "from mingg.shapes import SIZE\nprint(SIZE)\n"}, "mingg.places imports SIZE, which changes"),
        ({"places": "print(__file__)\n"}, "mingg.places reads __file__, which is another file in a unit"),
        ({"apart": "from mingg.shapes import SIZE\n"}, "these modules import each other"),
        ({"places": "from mingg import shapes\nprint(shapes)\n"}, "mingg.places passes the module shapes as a value"),
        ({"places": "from mingg import shapes\nshapes.SIZE = 3\n"}, "mingg.places assigns SIZE of mingg.shapes"),
        ({"outside": "from mingg.rows import lost\n"}, "mingg.rows has no lost"),
        ({"outside": "from mingg import rows\nprint(rows.lost)\n"}, "mingg.rows has no lost"),
        ({"outside": "import mingg.rows\n"}, r"mingg.outside, line 1: import mingg.rows with `from ... import`"),
        ({"outside": "_12 = 3\n"}, r"mingg.outside: the name _12 looks like one that a build makes"),
        ({"outside": 'PREFIX = "mingg."\nNAME = "mingg.old"\n'}, r"outside, line 2: there is no module mingg\.old"),
    ],
)
def test_code_whose_meaning_would_change_is_refused(changed: dict[str, str], why: str) -> None:
    sources = {
        "places": "from mingg.apart import FAR\n",
        "rows": "from mingg import places\n",
        "shapes": "SIZE = 3\n\n\ndef grow():\n    global SIZE\n    SIZE += 1\n",
        "apart": "FAR = [1]\n",
        **changed,
    }
    with pytest.raises(ValueError, match=why):
        files({"mingg.rows": ("mingg.places", "mingg.shapes")}, {f"mingg.{name}": sources[name] for name in sources})


@pytest.mark.parametrize(
    ("units", "why"),
    [
        ({"mingg.core.rows": ("mingg.core.red",), "mingg.core.apart": ("mingg.core.red",)}, "puts a module into two"),
        ({"mingg.core.rows": ("mingg.lost",)}, "names mingg.lost, which does not exist"),
    ],
)
def test_a_unit_that_cannot_be_is_refused(units: dict[str, tuple[str, ...]], why: str) -> None:
    with pytest.raises(ValueError, match=why):
        files(units)


def test_the_units_of_the_firmware_are_in_order() -> None:
    assert list(contents.UNITS) == sorted(contents.UNITS)


# ---- names ----


def renamed(*texts: str, program: str = "") -> str:
    return "".join(files({}, {f"mingg.m{number}": text for number, text in enumerate(texts)}, program).values())


def test_names_that_no_file_has_both_of_are_the_same() -> None:
    first = renamed("def one(of): return of\ndef two(of, by): return one(of), two(by, of)\n")
    assert not {"one", "two", "of", "by"} & words(first)
    both = renamed("def one(): pass\n", "def two(): pass\n")
    (name,) = set(re.findall(r"def (\w+)", both))
    used = renamed("def one(): pass\n", "from mingg.m0 import one\ndef two(): one()\n")
    assert len(set(re.findall(r"def (\w+)", used))) == 2
    assert name in words(used)


def test_classes_that_are_no_relatives_share_names() -> None:
    base = "class Base:\n    def __init__(self):\n        self.high = self.low = 1\n"
    heir = "from mingg.m0 import Base\nclass Heir(Base):\n    def wide(self): return self.high\n"
    lone = "class Lone:\n    def thin(self): return self.thick\n    thick = 2\n"
    after = renamed(base, heir, lone)
    assert len(set(re.findall(r"self\.(\w+)", after)) - {"thick"}) == 2
    assert len(set(re.findall(r"(?:self\.|def )(\w+)", after)) - {"__init__"}) == 3


def test_an_attribute_that_is_set_from_outside_is_not_shared() -> None:
    after = renamed("class A:\n    near = 1\nclass B:\n    far = 2\ndef put(any):\n    any.near = 3\n")
    assert not {"near", "far"} & words(after)
    assert len(set(re.findall(r"(?:    |\.)(\w+) = ", after))) == 2


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("class A:\n    def show(self): pass\nprint(getattr(A(), 'show'))\n", "show"),
        ("class A:\n    def append(self): pass\n", "append"),  # a list has one, too
        ("class A:\n    def fill_rect(self): pass\n", "fill_rect"),  # MicroPython's framebuf has one
        ("import gc\nclass A:\n    def threshold(self): pass\ngc.threshold()\n", "threshold"),
        ("from collections import namedtuple\nRow = namedtuple('Row', 'one two')\nclass A:\n    two = []\n", "two"),
        ("class A:\n    def __init__(self): pass\n", "__init__"),
        ("def f(of, named=0): return of + named\nf(1, named=2)\n", "named"),
        ("class A:\n    def seen(self): pass\n", "seen"),  # a program uses it
    ],
)
def test_a_name_that_other_code_may_use_is_kept(text: str, name: str) -> None:
    assert len(re.findall(rf"\b{name}\b", renamed(text, program="seen\n"))) == len(re.findall(rf"\b{name}\b", text))


def test_a_name_in_the_body_of_a_class_is_no_attribute_of_it() -> None:
    text = "def f(): return 1\nclass A:\n    one = f()\n    two = f()\n    def three(self): return self.one, self.two\n"
    space: dict[str, Any] = {}
    exec(renamed(text + "\n\ndef seen(): return A().three()\n", program="seen\n"), space)
    assert space["seen"]() == (1, 1)


@pytest.mark.parametrize(
    ("imported", "known"), [("mingg.m0 import seen as known", "known"), ("mingg import m0", "m0.seen")]
)
def test_a_variable_beside_a_name_that_stays_does_not_hide_it(imported: str, known: str) -> None:
    first = "def seen(): return 1\n"
    second = f"from {imported}\ndef told(seen):\n    other = seen = 2\n    return {known}() + seen\n"
    space: dict[str, Any] = {}
    built = files({"mingg.m1": ("mingg.m0",)}, {"mingg.m0": first, "mingg.m1": second}, "seen, told\n")
    exec(built["mingg.m1"], space)
    assert space["told"](5) == 3


NESTED = {
    "hoistpkg": "",
    "hoistpkg.app": (
        "from hoistpkg.always import ONE\n\n\ndef go():\n    from hoistpkg.top import TOP\n\n    return TOP\n"
    ),
    "hoistpkg.always": "ONE = 1\n",
    "hoistpkg.top": (
        "from hoistpkg import middle, always\n\nTOP = middle.MIDDLE + always.ONE\n\n\n"
        "class Later:\n    def find(self):\n        from hoistpkg.other import OTHER as found\n\n        return found\n"
    ),
    "hoistpkg.middle": "from hoistpkg.low import LOW\n\nMIDDLE = LOW + 1\n",
    "hoistpkg.low": "from hoistpkg.lowest import LOWEST\n\nLOW = LOWEST + 1\n",
    "hoistpkg.lowest": "LOWEST = 0\n",
    "hoistpkg.other": "from hoistpkg.low import LOW\n\nOTHER = LOW * 10\n",
}
START = ["hoistpkg.app"]


def hoisted(modules: Mapping[str, str], *named: str) -> dict[str, str]:
    trees = {module: sources.parsed(module, text) for module, text in modules.items()}
    hoist(trees, START, set(named))
    return {module: sources.unparsed(tree) for module, tree in trees.items()}


@pytest.fixture
def nested(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[list[tuple[int, str]]]:
    """Puts the hoisted modules on the path. Collects (nesting of imports, module) for each loaded module."""
    for module, text in hoisted(NESTED).items():
        path = tmp_path / (module.replace(".", "/") + ".py" if module != "hoistpkg" else "hoistpkg/__init__.py")
        path.parent.mkdir(exist_ok=True)
        path.write_text(text)
    monkeypatch.syspath_prepend(str(tmp_path))
    importlib.import_module("hoistpkg.app")
    loads: list[tuple[int, str]] = []
    depth, load = 0, builtins.__import__

    def watched(name: str, *arguments: Any) -> ModuleType:
        nonlocal depth
        before = set(sys.modules)
        depth += 1
        try:
            return load(name, *arguments)
        finally:
            depth -= 1
            new = {module for module in set(sys.modules) - before if module.startswith("hoistpkg")}
            loads.extend((depth, module) for module in new if module not in {loaded for _, loaded in loads})

    monkeypatch.setattr(builtins, "__import__", watched)
    yield loads
    monkeypatch.undo()
    for module in NESTED:
        sys.modules.pop(module, None)


def test_a_function_loads_the_lowest_module_first_and_no_import_nests(nested: list[tuple[int, str]]) -> None:
    assert sys.modules["hoistpkg.app"].go() == 3
    assert nested == [(0, f"hoistpkg.{name}") for name in ("lowest", "low", "middle", "top")]


def test_a_method_finds_its_imports_whatever_is_loaded(nested: list[tuple[int, str]]) -> None:
    sys.modules["hoistpkg.app"].go()
    for module in ("low", "lowest"):
        del sys.modules[f"hoistpkg.{module}"]  # a board unloads modules that others still use
    nested.clear()
    assert sys.modules["hoistpkg.top"].Later().find() == 10
    assert nested == [(0, f"hoistpkg.{name}") for name in ("lowest", "low", "other")]


def test_modules_that_stay_loaded_are_not_named_again() -> None:
    plain = {module: sources.unparsed(sources.parsed(module, text)) for module, text in NESTED.items()}
    assert hoisted(NESTED)["hoistpkg.middle"] == plain["hoistpkg.middle"]  # what loads it prepares for it
    texts = hoisted(NESTED, "hoistpkg.top")
    first = "import hoistpkg.lowest\nimport hoistpkg.low\nfrom hoistpkg import middle, always\n"
    assert texts["hoistpkg.top"].startswith(first)
    assert texts["hoistpkg.always"] == plain["hoistpkg.always"]


def test_one_statement_that_names_modules_in_the_wrong_order_is_preceded_by_both() -> None:
    modules = NESTED | {"hoistpkg.both": "def both():\n    from hoistpkg import low, lowest\n"}
    first = "    import hoistpkg.lowest\n    import hoistpkg.low\n    from hoistpkg import low, lowest\n"
    assert hoisted(modules)["hoistpkg.both"] == "def both():\n" + first
