"""Answers in JSON. Commands print them as they are; functions.py makes typed ones of them. All raise MinggError."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from mingg.core.rules.books import RULE_SETS as RULE_SETS

from mingg_scoring.interchange.answers import answer_deal, read_standalone, read_table, write_answer
from mingg_scoring.json_text import MinggError, parse, parsed, refusals

if TYPE_CHECKING:
    from mingg.core.deal.deal import Answer, Deal
    from mingg.core.rules import Rules

Json = dict[str, Any]
Numbered = Iterable[tuple[int, Any]]  # lines in JSON, each with its number


class Played(NamedTuple):
    """A deal with its rules and its answer, as the core has them. notes: assumptions about a typed deal."""

    rules: Rules
    round_wind: str
    deal: Deal
    answer: Answer
    notes: Sequence[str] = ()

    def to_json(self, explained: bool = False) -> Json:
        """Returns the answer. explained: with reasons."""
        if explained:
            from mingg_scoring.reasons import explained_answer

            keys = explained_answer(self)
        else:
            keys = write_answer(self.answer, self.deal)
        return {**keys, "notes": list(self.notes)} if self.notes else keys


def play(value: str | bytes | Mapping[str, Any], notes: Sequence[str] = ()) -> Played:
    """Reads and scores a deal in JSON that names its own rules."""
    with refusals():
        rules, round_wind, deal = read_standalone(parsed(value))
        return Played(rules, round_wind, deal, answer_deal(deal, rules, round_wind), notes)


def exchange(request: str | bytes | Mapping[str, Any]) -> Json:
    """Returns the exchange for a request in JSON."""
    from mingg_scoring.interchange.exchanges import answer_exchange

    with refusals():
        return answer_exchange(parsed(request))


def lines_of(text: str | bytes) -> Iterator[tuple[int, Any]]:
    """Yields the lines of JSON Lines, each with its number. Skips blank lines, but counts them."""
    data = text.encode(errors="surrogatepass") if isinstance(text, str) else text
    for number, line in enumerate(data.split(b"\n"), 1):
        if line.strip():
            try:
                yield number, parse(line)
            except MinggError as error:
                raise MinggError(error.message, error.place, number) from None


def replay(lines: Numbered) -> Json:
    """Plays the lines of a session, and returns how it stands at the end."""
    from mingg_scoring.interchange.sessions import SessionPlay

    playing: SessionPlay | None = None
    with refusals():
        for number, line in lines:
            if playing is None:
                playing = SessionPlay(line, number)
            else:
                playing.line(line, number)
    if playing is None:
        raise MinggError("the first line is missing. Add one with rules and names.", "", 1)
    return playing.stands()


def in_force(table: Json) -> Rules:
    """Returns the rules of the core. table: the keys of a deal about the rules, checked here."""
    with refusals():
        return read_table(table)[0]


def rule_sets() -> list[Json]:
    """Returns the rule sets, those of the books first."""
    from mingg_scoring import figures

    return [figures.line_data(in_force({"rules": name})) for name in RULE_SETS]


def rule_set(table: Json) -> Json:
    """Returns a rule set in force. table: as for in_force()."""
    from mingg_scoring import figures

    return figures.data(in_force(table))
