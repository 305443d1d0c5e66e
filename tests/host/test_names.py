"""The names of a firmware. MicroPython never forgets a name, so there must be few, and short ones."""

from __future__ import annotations

import re
import sys
import types
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from mingg_host.deploy import attributes, shared

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


BASE = """
TOP, LOW = 1, 2


class Screen:
    def __init__(self, rows):
        self._top = TOP
        self._kept = rows

    def _row(self):
        return self._top, self._kept


def first(of, named=0):
    return [each for each in of][:named]
"""
PLAIN = """
import base
from base import LOW, Screen
from base import first as foremost

_MOST = 12  # at most
_FEW: "int" = 3
_TABLE = (_MOST, _FEW)
PUBLIC = 5
SAID = 6
Screen_as_type = "Screen"


def _first(of):
    first = of[:2]
    return first + foremost(of, named=1) + [base.TOP, base.first([7], named=1)]


class _Own(Screen):
    _few = _FEW
    most = 3

    def __init__(self, most):
        Screen.__init__(self, most)
        self._low = 7
        self._said = 8

    def _put(self, given):
        return _first(given), _TABLE, self._low, getattr(self, "_said"), self._few, (lambda given: given)(4)

    def told(self):
        return told(base)

    def all(self, _given):
        return self._put([_given]), self._row(), globals()["SAID"], self.most, self.told()


def told(whole):
    return getattr(whole, "PUBLIC", 0), LOW


def named():
    return f"{_TABLE}", _Own(2).all("a cat"), PUBLIC
"""
LAST = """
import plain


def named():
    return plain.told(plain)
"""
ALL = {"base": BASE, "plain": PLAIN, "last": LAST}


def run(sources: dict[str, str], monkeypatch: pytest.MonkeyPatch) -> object:
    modules = {}
    for name, text in sources.items():
        modules[name] = types.ModuleType(name)
        monkeypatch.setitem(sys.modules, name, modules[name])
        exec(text, vars(modules[name]))
    return modules["plain"].named(), modules["last"].named()


@pytest.mark.parametrize(
    "short",
    [
        lambda texts: shared.shared(texts, {"named"}),
        lambda texts: attributes.shortened(texts, {"named"}),
        lambda texts: attributes.shortened(shared.shared(texts, {"named"}), {"named"}),
    ],
)
def test_short_names_change_nothing(
    short: Callable[[dict[str, str]], dict[str, str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    before = ALL
    after = short(before)
    assert after != before
    assert run(after, monkeypatch) == run(before, monkeypatch)
    assert {name: len(text.splitlines()) for name, text in after.items()} == {
        name: len(text.splitlines()) for name, text in before.items()
    }


def test_names_that_no_module_knows_both_of_are_the_same() -> None:
    after = shared.shared(ALL, {"named"})
    own = set(re.findall(r"\ba\d+", after["plain"]))
    assert own == {f"a{index}" for index in range(len(own))}
    assert set(re.findall(r"\ba\d+", after["base"])) <= own
    words = set(re.findall(r"\w+", after["base"] + after["plain"]))
    # asked of a module that was handed on; in a string; in an f-string; given by its name; what a class calls its own
    assert {"PUBLIC", "SAID", "Screen", "_TABLE", "named", "most", "_few"} <= words
    assert not words & {"TOP", "LOW", "_MOST", "_FEW", "_first", "_Own", "of", "given", "rows"}


def test_names_that_others_use_are_kept() -> None:
    after = shared.shared(ALL, {"LOW", "of"})
    assert "TOP" not in after["base"]
    assert {"LOW", "of"} <= set(re.findall(r"\w+", after["base"]))


def test_a_program_is_read_for_the_names_it_uses(tmp_path: Path) -> None:
    program = tmp_path / "program.py"
    program.write_text('from base import LOW\nprint(LOW.first, *["a name", "PUBLIC"])\n', encoding="utf-8")
    assert {"LOW", "first", "PUBLIC"} <= shared.mentioned(program)


def test_a_module_with_numbered_names_is_refused() -> None:
    with pytest.raises(ValueError, match=r"plain: the name \w+ looks like one that a build makes"):
        shared.shared({"plain": "_12 = 3\n"})


def attributes_of(text: str) -> set[str]:
    return set(re.findall(r"self\.(\w+)", text))


def test_classes_that_are_no_relatives_share_names_and_what_is_inherited_keeps_its_own() -> None:
    lone = "class Lone:\n    def __init__(self):\n        self.high = self.low = 1\n"
    after = attributes.shortened({"base": BASE, "plain": PLAIN, "lone": lone})
    of_base, of_lone = attributes_of(after["base"]), attributes_of(after["lone"])
    assert of_lone <= of_base | attributes_of(after["plain"])
    assert len(of_base) == len(attributes_of(BASE))
    assert "_said" in after["plain"]  # in a string


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("class A:\n    def show(self): pass\nprint(getattr(A(), 'show'))\n", "show"),
        ("class A:\n    def append(self): pass\n", "append"),  # a list has one, too
        ("class A:\n    def fill_rect(self): pass\n", "fill_rect"),  # MicroPython's framebuf has one
        ("import gc\nclass A:\n    def threshold(self): pass\ngc.threshold()\n", "threshold"),
        ("from collections import namedtuple\nRow = namedtuple('Row', 'one two')\nclass A:\n    two = 1\n", "two"),
        ("class A:\n    size = 1\n    def f(self, wide=size): pass\n", "size"),
        ("class A:\n    size = 1\n    def f(self): return f'{self.size}'\n", "size"),
        ("class A:\n    table = 1\ntable = 2\n", "table"),  # other code may ask the module for it
        ("class A:\n    def __init__(self): pass\n", "__init__"),
    ],
)
def test_a_name_that_other_code_may_use_is_kept(text: str, name: str) -> None:
    assert attributes.shortened({"one": text})["one"].count(name) == text.count(name)


def test_a_name_that_is_set_from_outside_is_not_shared() -> None:
    text = "class A:\n    near = 1\nclass B:\n    far = 2\ndef put(any):\n    any.near = 3\n"
    after = attributes.shortened({"one": text})["one"]
    assert not {"near", "far"} & set(re.findall(r"\w+", after))
    assert len(set(re.findall(r"(\w+) = ", after))) == 2


def test_a_variable_named_like_a_module_is_no_module() -> None:
    text = "import tiles\nclass A:\n    def whole(self): pass\ndef f():\n    tiles = A()\n    tiles.whole()\n"
    after = attributes.shortened({"one": text, "tiles": ""})["one"]
    assert after.count("whole") == 2  # nobody can tell which it is: both stay


def test_invalid_python_is_left_to_the_compiler() -> None:
    assert attributes.shortened({"a": "def ("}) == shared.shared({"a": "def ("}) == {"a": "def ("}


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("import base\nclass A(base.Screen): pass\n", "plain, line 2: class A: import the base by its own name"),
        (
            "class A:\n    if True:\n        def f(self): pass\n",
            "line 1: class A: define its methods directly in the class",
        ),
    ],
)
def test_a_class_that_cannot_be_read_is_refused(text: str, why: str) -> None:
    with pytest.raises(ValueError, match=why):
        attributes.shortened({"base": BASE, "plain": text})
