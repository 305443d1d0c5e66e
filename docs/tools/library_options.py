"""The class Options of mingg_scoring, made of the options of all rule sets.

`python docs/tools/library_options.py` (part of `make manual`) writes its file anew.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import mingg_scoring
from mingg.core.rules import RULE_SETS, module_of, options_of
from mingg.core.rules.agreed import HIGHEST_LIMIT, takes_points
from mingg_host.common import disk
from mingg_scoring.figures import settings
from mingg_scoring.texts import option_does

FILE = Path(mingg_scoring.__file__).with_name("options.py")
HEAD = '''"""What players can agree on. `make manual` makes this file of the options in mingg/core/rules."""

from __future__ import annotations

from typing import Annotated, Literal

from mingg_scoring.forms import UNSET, Bounds, Document, Unset


class Options(Document):
    """What the players agreed on. UNSET: as the rule set has it."""

'''


def text() -> str:
    """Returns the file: each option of any rule set, with the type of its values."""
    choices: dict[str, list[tuple[Any, ...]]] = {}
    for rules in RULE_SETS:
        for option in options_of(module_of(rules)):
            choices.setdefault(option.name, []).append(option.choices)
    fields = (f'    {name}: {_kind(every)} = UNSET\n    """{option_does(name)}"""\n' for name, every in choices.items())
    return HEAD + "".join(fields)


def _kind(every: list[tuple[Any, ...]]) -> str:
    """Returns the type of an option's values. every: its choices in each rule set."""
    values = dict.fromkeys(value for choices in every for value in settings(choices)[1])
    numbers = sorted(value for value in values if type(value) is int)
    words = [value for value in values if isinstance(value, str)]
    kinds = [f"Annotated[int, Bounds(2, {HIGHEST_LIMIT}, 2)]"] if any(map(takes_points, every)) else []
    if numbers or words:
        kinds.append(f"Literal[{', '.join(map(json.dumps, [*numbers, *words]))}]")
    return " | ".join(kinds + ["bool"] * (True in values) + ["Unset"] + ["None"] * (None in values))


def main() -> None:
    disk.put(FILE, text().encode())


if __name__ == "__main__":
    main()
