"""Numbers and short strings that have a name become part of the code that uses them in a board's firmware."""

from __future__ import annotations

import pytest
from mingg_host.deploy import constants

KEYS = "LEFT = 0\nUP, DOWN = range(2, 4)\nMOST, LEAST = 99, -1\n"


def built(user: str, kept: frozenset[str] = frozenset(), keys: str = KEYS) -> dict[str, str]:
    return constants.inlined({"mingg.keys": keys, "mingg.user": user}, kept)


def test_a_number_stands_where_its_name_stood() -> None:
    sources = built("from mingg.keys import LEAST, UP, LEFT\n\n\ndef f(key):\n    return (key, LEFT, UP)[LEAST]\n")
    assert sources["mingg.user"] == "pass\n\n\ndef f(key):\n    return (key, 0, 2)[(-1)]\n"
    assert sources["mingg.keys"] == "pass\npass\npass\n"


def test_every_line_stays_where_it_is() -> None:
    user = "from mingg.keys import (\n    LEFT,\n    other,\n    UP,\n)\n\nprint('\u00e9', UP, other, LEFT)\n"
    result = built(user)["mingg.user"]
    assert result.splitlines() == ["from mingg.keys import other", "", "", "", "", "", "print('\u00e9', 2, other, 0)"]


@pytest.mark.parametrize(
    "user",
    [
        "from mingg.keys import LEFT as TO\nprint(TO)\n",
        "from mingg.keys import LEFT\n\n\ndef f(LEFT):\n    return LEFT\n",
        "from mingg import keys\n\nprint(keys.LEFT)\n",
        "from mingg import keys\n\nprint(getattr(keys, 'LEFT'))\n",
    ],
)
def test_a_name_with_another_use_is_kept(user: str) -> None:
    sources = built(user)
    assert sources["mingg.user"] == user
    assert sources["mingg.keys"].startswith("LEFT = 0\n")


@pytest.mark.parametrize("other", ["LEFT = 5\n", "def LEFT():\n    return 5\n"])
def test_a_name_that_functions_import_from_several_modules_is_refused(other: str) -> None:
    imports = ["def f():\n    from mingg.keys import LEFT\n", "def g():\n    from mingg.other import LEFT\n"]
    for user in ("".join(imports), "".join(reversed(imports))):
        with pytest.raises(ValueError, match=r"mingg\.user, line \d: LEFT comes from several modules"):
            constants.inlined({"mingg.keys": KEYS, "mingg.other": other, "mingg.user": user})


def test_names_that_programs_use_stay() -> None:
    assert built("", frozenset({"UP"}))["mingg.keys"] == "pass\nUP, DOWN = range(2, 4)\npass\n"


def test_a_name_bound_twice_is_no_constant() -> None:
    keys = "LEFT = 0\nLEFT = 1\n"
    user = "from mingg.keys import LEFT\nprint(LEFT)\n"
    assert built(user, keys=keys) == {"mingg.keys": keys, "mingg.user": user}


def test_a_short_string_stands_where_its_name_stood() -> None:
    keys = 'PAY, COUNT = "pay", "it\'s"\nLONG = "a longer text"\n'
    sources = built("from mingg.keys import COUNT, LONG, PAY\nprint(PAY, COUNT, LONG)\n", keys=keys)
    assert sources["mingg.user"] == """from mingg.keys import LONG\nprint('pay', "it's", LONG)\n"""
    assert sources["mingg.keys"] == 'pass\nLONG = "a longer text"\n'


def test_a_number_within_an_f_string_is_refused() -> None:
    with pytest.raises(ValueError, match=r"mingg\.user, line 2"):
        built('from mingg.keys import LEFT\nprint(f"{LEFT}")\n')


def test_invalid_python_is_not_changed() -> None:
    assert built("def\n")["mingg.user"] == "def\n"
