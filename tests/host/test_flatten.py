"""The folders of modules in a build: correct imports, and unchanged paths for modules that others use."""

from __future__ import annotations

import types
from pathlib import Path

import pytest
from mingg_host.deploy import flatten

SOURCES = {
    "main": "from mingg.hal import pins\n",
    "mingg": "VERSION = 3\n",
    "mingg.core": '"""Rules."""\n',
    "mingg.core.deal": "",
    "mingg.core.deal.card": "from mingg.core.table.card import LOW\n\n\ndef worth():\n    return LOW + 1\n",
    "mingg.core.table": "",
    "mingg.core.table.card": "LOW = 1\n",
    "mingg.core.faces": "from mingg import VERSION\nfrom mingg.core import seen\n\nOPEN = (VERSION, seen.MOST)\n",
    "mingg.core.seen": "MOST = 7\n",
    "mingg.core.letters": "PLACE = __file__\n",
    "mingg.ui.deal": "from mingg.ui.deal import shown\n\nSHOWN = shown.NUMBER\n",
    "mingg.ui.deal.shown": "NUMBER = 5\n",
    "mingg.hal": "",
    "mingg.hal.pins": (
        "from mingg.core import (\n    faces,\n    letters as texts,\n)\n"
        'NAME, TEXT = "mingg.core.deal.card", "mingg/core/deal"\n\n\n'
        "def loaded():\n    from mingg.core.deal import card as counted\n    from mingg.ui import deal\n\n"
        "    return counted.worth(), faces.OPEN, deal.SHOWN\n"
    ),
}


def built(kept: frozenset[str] = frozenset({"mingg.hal.pins"})) -> tuple[dict[str, str], dict[str, str]]:
    result = flatten.names(SOURCES, kept, one=True)
    return result, flatten.flattened(SOURCES, result)


def test_modules_stay_in_their_folders_and_empty_packages_are_removed() -> None:
    short_names = flatten.names(SOURCES)
    assert all(name == new for name, new in short_names.items())
    assert SOURCES.keys() - short_names == {"mingg.core", "mingg.core.deal", "mingg.core.table", "mingg.hal"}


def test_all_modules_may_share_one_folder() -> None:
    short_names, texts = built()
    assert short_names["mingg.core.deal.card"] == "mingg.all.core_deal_card"
    assert short_names["mingg.core.table.card"] == "mingg.all.table_card"
    assert short_names["mingg.ui.deal"] == "mingg.all.ui_deal"
    assert len(set(short_names.values())) == len(short_names)
    assert "from mingg.all.table_card import LOW" in texts["mingg.all.core_deal_card"]


def test_modules_that_programs_import_stay() -> None:
    short_names, _ = built()
    assert short_names["mingg.hal.pins"] == "mingg.hal.pins"
    assert not {"mingg.core", "mingg.core.deal", "mingg.core.table", "mingg.hal"} & short_names.keys()


def test_a_module_that_asks_for_its_file_stays_where_it_is() -> None:
    assert built()[0]["mingg.core.letters"] == "mingg.core.letters"


def test_the_same_modules_come_in_the_same_order() -> None:
    """names.json has this order. The order of a set differs between processes."""
    stay = [f"at_home{number}" for number in range(12)]
    assert [*flatten.names(dict.fromkeys(stay, ""))] == stay


def test_every_import_finds_the_module_it_meant(monkeypatch: pytest.MonkeyPatch) -> None:
    short_names, texts = built()
    import sys

    folders = {name.rpartition(".")[0] for name in texts if "." in name}
    for name in sorted({*texts, *folders}, key=lambda name: name.count(".")):
        module = types.ModuleType(name)
        module.__path__ = []
        monkeypatch.setitem(sys.modules, name, module)
    order = ["mingg", "all.table_card", "all.core_deal_card", "all.core_seen", "all.core_faces", "core.letters"]
    order += ["all.ui_deal_shown", "all.ui_deal", "hal.pins"]
    for name in [part_name if part_name == "mingg" else f"mingg.{part_name}" for part_name in order]:
        module = sys.modules[name]
        module.__file__ = name
        exec(texts[name], module.__dict__)
        above, _, leaf = name.rpartition(".")
        if above:
            setattr(sys.modules[above], leaf, module)
    pins = sys.modules["mingg.hal.pins"]
    assert pins.loaded() == (2, (3, 7), 5)
    assert pins.texts.PLACE == "mingg.core.letters"
    assert short_names["main"] == "main"


def test_only_a_text_that_names_a_module_is_renamed_with_it() -> None:
    _, texts = built()
    assert "NAME, TEXT = 'mingg.all.core_deal_card', \"mingg/core/deal\"" in texts["mingg.hal.pins"]


def test_lines_stay_where_they_are() -> None:
    short_names, texts = built()
    for name, flat in short_names.items():
        assert texts[flat].count("\n") == SOURCES[name].count("\n"), name


def test_invalid_python_is_left_to_the_compiler() -> None:
    sources = {"mingg": "", "mingg.core": "", "mingg.core.pins": "def pins(scl, /:\n"}
    assert flatten.flattened(sources, flatten.names(sources))["mingg.core.pins"] == sources["mingg.core.pins"]


def test_a_program_is_read_for_the_modules_it_imports(tmp_path: Path) -> None:
    program = tmp_path / "program.py"
    program.write_text('from mingg.hal import keys\nimport mingg.lang\nmade = __import__("mingg.ui.app")\nimport gc\n')
    assert flatten.imported(program) == {"mingg.hal", "mingg.hal.keys", "mingg.lang", "mingg.ui.app"}


def test_a_string_that_names_no_module_is_refused() -> None:
    sources = {"mingg": "", "mingg.a": '"""mingg.old was here."""\nPREFIX = "mingg."\n\nNAME = "mingg.old"\n'}
    with pytest.raises(ValueError, match=r"mingg\.a, line 4: there is no module mingg\.old"):
        flatten.flattened(sources, flatten.names(sources))
