"""Writes a session as a ledger. The firmware plays its lines, so the files are the same as a board's."""

from __future__ import annotations

from mingg.core.interchange.held import read_count
from mingg.core.interchange.json_in import read_pay
from mingg.core.interchange.kept import read_kept
from mingg.core.interchange.stood import AFTER, read_standing
from mingg.core.interchange.tables import read_session
from mingg.core.table.session import COUNT
from mingg.evening.counting import count
from mingg.evening.evening import Evening as Playing

from mingg_host.evenings.characters import whole_files
from mingg_host.evenings.evening import Evening, of_ledger
from mingg_host.evenings.memory_store import MemoryStore
from mingg_host.evenings.records import EveningError, Json, read


def make(evening: Evening) -> dict[str, bytes]:
    """Returns the files of a ledger with the evening's lines, by name. Its number is 1. Raises EveningError."""
    store = MemoryStore()
    playing = Playing(store)
    playing.begin(read_session(evening.lines[0]))
    for number, line in enumerate(evening.lines[1:], 2):
        try:
            _play(playing, line)
        except ValueError as error:
            raise EveningError(f"{evening.name}, line {number}: a board cannot store this: {error}") from error
    written = of_ledger(read(store.files), evening.name)
    if (written.balances, written.trays, written.box) != (evening.balances, evening.trays, evening.box):
        raise EveningError(f"{evening.name}: its ledger would have other balances. Please report this fault of Mingg.")
    return whole_files(store.files)  # Python writes a character beyond U+FFFF as two halves


def _play(playing: Playing, line: Json) -> None:
    if "undo" in line:
        playing.undo()
    elif "correct" in line:
        _, before = playing.deal(line["correct"])
        after = read_standing(line[AFTER], AFTER, playing.session) if AFTER in line else None
        playing.correct(line["correct"], read_kept(line["deal"], before), after)
    elif "pay" in line:
        playing.pay([read_pay(line["pay"], playing.session)], line.get("back", 0))
    elif COUNT in line:
        count(playing, *read_count(line, playing.session))  # a line may count several at once
    else:
        playing.save(read_kept(line, playing.session))
