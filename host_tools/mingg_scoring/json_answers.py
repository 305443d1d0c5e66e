"""Answers in JSON, with the reasons: for each figure why it counts, and the page of the book. All raise MinggError.

Commands print them as they are; functions.py makes typed ones of them.
"""

from __future__ import annotations

import marshal
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from functools import partial
from typing import TYPE_CHECKING, Any

from mingg.core.explain import explain, paid
from mingg.core.rules import RULE_SETS as RULE_SETS
from mingg.core.rules.rows import keep
from mingg.core.values import BadInput
from mingg.lang import ENGLISH

from mingg_scoring.interchange.answers import TABLE_KEYS, play_standalone, read_table, write_answer
from mingg_scoring.interchange.counted import Counted
from mingg_scoring.json_text import MinggError, parse
from mingg_scoring.texts import Words, because

if TYPE_CHECKING:
    from mingg.core.rules import Rules

    from mingg_scoring.interchange.sessions import SessionPlay

Json = dict[str, Any]
MOST_KEPT = 256  # tables: a rule set, its options, the number of players and the round wind
_kept: dict[bytes, tuple[Rules, str]] = {}
WIND_NAMES = {"E": "East", "S": "South", "W": "West", "N": "North", "out": "the fifth player"}  # of players, by seat


class Played(Counted):
    """A deal with its answer, which can be told in JSON."""

    def to_json(self, explained: bool = False, language: str = ENGLISH) -> Json:
        """Returns the answer. explained: with "why" and "source" at each item, each doubling, each addition after them
        (`added`), each hand with a score from a special hand or the limit, each of the `steps` of a payment, and what
        falls away (`dropped`)."""
        answer: Json = write_answer(self.answer, self.deal)
        if explained:
            reason = partial(reason_in, language)
            for seat in self.answer.counts:
                self._explain_hand(seat, answer["hands"][seat], reason)
            for payment, entry in zip(self.answer.payments, answer["payments"], strict=True):
                steps = paid.steps(payment, self.deal, self.rules)
                entry["steps"] = [{"shown": step.shown, **reason(step.why)} for step in steps]
            if even := self.even():
                answer["dropped"] = list(map(reason, even))
        if self.notes:
            answer["notes"] = [Words(language).note(*each) for each in self.notes]
        return answer

    def _explain_hand(self, seat: str, answered: Json, reason: Callable[[explain.Why], dict[str, str]]) -> None:
        count = self.answer.counts[seat]
        for item, entry in zip(count.items, answered["items"], strict=True):
            entry.update(reason(explain.of_item(item, self.rules)))
        for doubling, entry in zip(count.doubled, answered["doubled"], strict=True):
            entry.update(reason(explain.of_doubling_row(doubling.row, self.rules)))
        if added := self.added(seat):
            answered["added"] = [{"id": part.id, "points": part.points, **reason(part.why)} for part in added]
        if score := self.why_score(seat):
            answered.update(reason(score))
        if dropped := self.dropped(seat):
            answered["dropped"] = list(map(reason, dropped))


@contextmanager
def refusals(line: int | None = None) -> Iterator[None]:
    """Raises MinggError for what the core refuses. line: of a session."""
    try:
        yield
    except BadInput as error:
        raise MinggError(error.message, error.pointer, line) from None


def play(value: object) -> Played:
    """Reads and scores a deal that names its own rules: JSON, or a form."""
    keys = parse(value)
    try:
        return Played(*play_standalone(keys, table_of))
    except BadInput as error:
        raise MinggError(error.message, error.pointer) from None


def table_of(keys: Json) -> tuple[Rules, str]:
    """Returns the rules in force and the round wind. Those of the deals before are kept: they take longer than a hand.
    A mark is a copy of the keys, which tells True from 1."""
    try:
        mark = marshal.dumps({key: keys[key] for key in TABLE_KEYS if key in keys}, 2)  # 2: equal values, equal bytes
    except ValueError:
        return read_table(keys)  # which refuses it
    table = _kept.get(mark)  # a caller may change the keys, but not their mark
    return table or keep(_kept, MOST_KEPT, mark, read_table(marshal.loads(mark)))


def exchange(request: object) -> Json:
    """Returns the exchange for a request: JSON, or a form."""
    from mingg_scoring.interchange.sessions import answer_exchange

    with refusals():
        return answer_exchange(parse(request))


def lines_of(value: str | bytes | Iterable[Json]) -> Iterator[tuple[int, Any]]:
    """Yields the lines of JSON Lines, or of a list with an object for each line, each with its number. Skips blank
    lines, but counts them."""
    data = value.encode(errors="surrogatepass") if isinstance(value, str) else value
    if not isinstance(data, (bytes, Iterable)):
        raise MinggError(
            f"this is of type {type(value).__name__}. Give a text with a line for each, or a list of objects."
        )
    for number, line in enumerate(data.split(b"\n") if isinstance(data, bytes) else data, 1):
        if not isinstance(line, bytes) or line.strip():
            try:
                yield number, parse(line)
            except MinggError as error:
                raise MinggError(error.message, error.at, number) from None


def played(lines: Iterable[tuple[int, Any]]) -> SessionPlay:
    """Plays the lines of a session, each with its number."""
    from mingg_scoring.interchange.sessions import SessionPlay

    playing: SessionPlay | None = None
    for number, line in lines:
        with refusals(number):
            if playing is None:
                playing = SessionPlay(line)
            else:
                playing.line(line)
    if playing is None:
        raise MinggError("the first line is missing. Add one with rules and names.", "", 1)
    return playing


def replay(lines: Iterable[tuple[int, Any]]) -> Json:
    """Plays the lines of a session, each with its number, and returns how it stands at the end."""
    return played(lines).stands()


def in_force(table: Json) -> Rules:
    """Returns the rules of the core. table: the keys of a deal about the rules, checked here."""
    with refusals():
        return table_of(parse(table))[0]


# ---- reasons ----


def reason_in(language: str, why: explain.Why) -> dict[str, str]:
    """Returns a reason as keys of the interchange format."""
    return {"why": because(why.key, why.figures, language), "source": why.source}


reason = partial(reason_in, ENGLISH)


def limit_of(rules: Rules) -> Json:
    """Returns the limit with its reason."""
    return {"points": rules.limit, **reason(explain.of_limit(rules))}
