"""Writes a session as a ledger: the firmware plays its lines, so the files are those that a board would write."""

from __future__ import annotations

from mingg.core.interchange.held import BOX, COUNT, read_count
from mingg.core.interchange.kept import read_kept
from mingg.core.interchange.stood import AFTER, BEFORE, read_pay, write_standing
from mingg.core.interchange.tables import read_session
from mingg.evening.state import Evening as Playing

from mingg_host.evenings.characters import whole_files
from mingg_host.evenings.evening import Evening, of_ledger
from mingg_host.evenings.memory_store import Shelf
from mingg_host.evenings.records import EveningError, Json, read


def make(evening: Evening) -> dict[str, bytes]:
    """The files of a ledger, by name, that says the evening's lines; its number is 1. Raises EveningError."""
    shelf = Shelf()
    playing = Playing(shelf)
    playing.begin(read_session(evening.lines[0]))
    for at, line in enumerate(evening.lines[1:], 2):
        try:
            _play(playing, line)
        except ValueError as error:
            raise EveningError(f"{evening.name}, line {at}: a board does not keep this: {error}") from error
    made = of_ledger(read(shelf.files), evening.name)
    if (made.balances, made.trays, made.box) != (evening.balances, evening.trays, evening.box):
        raise EveningError(f"{evening.name}: as a ledger it comes to other balances. Please report this.")
    return whole_files(shelf.files)  # Python writes a character beyond U+FFFF as two halves


def _play(playing: Playing, line: Json) -> None:
    if "undo" in line:
        playing.undo()
    elif "correct" in line:
        _, then = playing.deal(line["correct"])
        playing.correct(line["correct"], read_kept(line["deal"], then))
    elif "pay" in line:
        playing.pay([read_pay(line["pay"], playing.session)])
    elif COUNT in line:
        _count(playing, line)
    else:
        playing.save(read_kept(line, playing.session))


def _count(playing: Playing, line: Json) -> None:
    """A line may count several at once; a board counts one after the other, but an undo takes back the line."""
    session, held = playing.session, playing.holdings()
    if held is None:
        raise ValueError("nobody knows how the counters lie")
    trays, box = read_count(line, session)
    now = [trays.get(i, each) for i, each in enumerate(held[0])], box or held[1], held[2], held[3]
    record: Json = {COUNT: line[COUNT], **({BOX: line[BOX]} if BOX in line else {})}
    record[BEFORE] = write_standing(session, session.standing(), session.deals, held)
    record[AFTER] = write_standing(session, session.standing(), session.deals, now)
    playing.commit([record])
    playing.held, playing.was = now, None
