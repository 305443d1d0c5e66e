"""Evenings as the files that the firmware writes."""

from __future__ import annotations

from typing import Any

from help.answers import read_deal
from help.stores import MemoryStore
from mingg.core.interchange.tables import read_session
from mingg.evening.evenings import begin, sit
from mingg.evening.open import open_evening
from mingg.evening.save import save

Files = dict[str, bytes]
WON = {
    "winner": "S",
    "win": {"by": "discard", "from": "E"},
    "hands": {"S": {"sets": ["(pung simple)", "(pung major)"]}},
}
DRAWN: dict[str, Any] = {"winner": None, "hands": {}}


def evening(
    *deals: dict[str, Any], number: int = 1, names: list[str] | None = None, begun: dict[str, Any] | None = None
) -> Files:
    """Returns the files of an evening. names: the players take these at the end. begun: the first line of the
    session."""
    store = MemoryStore()
    playing = open_evening(store)
    if begun is not None:
        begin(playing, read_session({"mingg": 1, "names": ["Ann", "Bo", "Cy", "Di"], **begun}))
    for deal in deals:
        save(playing, read_deal(deal, playing.session.rules, playing.session.table.round_wind()))
    if names is not None:
        sit(playing, 0, names)
    return {name.replace("0001", f"{number:04}"): data for name, data in store.files.items()}
