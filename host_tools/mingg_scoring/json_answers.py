"""Answers in JSON. Commands print them as they are; functions.py makes typed ones of them. All raise MinggError."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from mingg.core.interchange.json_in import BadInput

from mingg_scoring.errors import MinggError, refusals
from mingg_scoring.interchange.answers import write_answer
from mingg_scoring.json_text import parse, parsed
from mingg_scoring.played_deal import Played

Json = dict[str, Any]
Numbered = Iterable[tuple[int, Any]]  # lines in JSON, each with its number


def answer(deal: Played, explained: bool = False) -> Json:
    """Returns the answer to a deal that was scored. explained: with reasons."""
    if explained:
        from mingg_scoring.explaining import write_explained

        keys = write_explained(deal)
    else:
        keys = write_answer(deal.answer, deal.deal)
    return {**keys, "notes": list(deal.notes)} if deal.notes else keys


def exchange(request: str | bytes | Mapping[str, Any]) -> Json:
    """Returns the exchange for a request in JSON."""
    from mingg_scoring.interchange.exchanges import answer_exchange

    with refusals():
        return answer_exchange(parsed(request))


def lines_of(text: str | bytes) -> Iterator[tuple[int, Any]]:
    """Yields the lines of JSON Lines. Skips blank lines, but counts them."""
    data = text.encode(errors="surrogatepass") if isinstance(text, str) else text
    for number, line in enumerate(data.split(b"\n"), 1):
        if line.strip():
            try:
                yield number, parse(line)
            except BadInput as error:
                raise MinggError(error.message, error.pointer, number) from None


def replay(lines: Numbered) -> Json:
    """Plays the lines of a session, and returns how it stands at the end."""
    from mingg_scoring.interchange.sessions import BadLine, SessionPlay

    playing: SessionPlay | None = None
    try:
        for number, line in lines:
            if playing is None:
                playing = SessionPlay(line, number)
            else:
                playing.line(line, number)
    except BadLine as error:
        raise MinggError(error.message, error.pointer, error.line) from None
    if playing is None:
        raise MinggError("the first line is missing. Add one with rules and names.", "", 1)
    return playing.stands()
