"""The tables in docs/json.md, which list every key of deals, sessions and answers, and the JSON Schema that is shipped:
both are made of the dataclasses of mingg_scoring.

`python tests/host/json_reference.py` (part of `make manual`) writes both anew.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Annotated, Any, Literal, get_args, get_origin

from mingg.core.rules.books import RULE_SETS, module_of, options_of
from mingg.core.rules.rows import DOUBLINGS, POINTS, SPECIAL
from mingg_host.common import disk
from mingg_scoring import answers, deals, sessions
from mingg_scoring.forms import UNSET, Bounds, Form, Key, Unset, encoded, is_union, keys_of, plain
from mingg_scoring.schemas import FILE, meaning, text

PAGE = Path(__file__).parents[2] / "docs" / "json.md"
# The forms of each part of the page, between marks with its name.
PARTS: dict[str, tuple[type[Form], ...]] = {
    "deals": (
        deals.Deal,
        deals.SessionDeal,
        deals.Win,
        deals.Hand,
        deals.Card,
        deals.Liable,
        deals.Majors,
        deals.Options,
        deals.House,
        deals.Doublings,
        deals.HouseHand,
    ),
    "answers": (
        answers.Answer,
        answers.HandScore,
        answers.Item,
        answers.Doubling,
        answers.Added,
        answers.Payment,
        answers.Step,
        answers.Next,
        answers.ErrorAnswer,
        answers.Wrong,
    ),
    "sessions": (
        sessions.SessionHead,
        sessions.CounterSet,
        sessions.Undo,
        sessions.Correct,
        sessions.Standing,
        sessions.Holdings,
        sessions.Pay,
        sessions.CountedTrays,
        sessions.Transfer,
        sessions.Replay,
        sessions.ReplayedDeal,
    ),
    "counters": (sessions.ExchangeRequest, sessions.Exchange),
    "rules": (
        answers.RuleSet,
        answers.RuleSetLine,
        answers.Limit,
        answers.Figure,
        answers.PointsFigure,
        answers.DoublingFigure,
        answers.ShareFigure,
        answers.Option,
        answers.HouseInForce,
        answers.Without,
    ),
}


def values(kind: Any, bounds: Bounds = Bounds()) -> str:  # noqa: B008 - a tuple
    """Returns the values of a type in words."""
    origin, parts = get_origin(kind), get_args(kind)
    if origin is Annotated:
        return values(parts[0], parts[1])
    if is_union(kind):
        return " or ".join(dict.fromkeys(values(part, bounds) for part in parts if part is not Unset))
    if origin is Literal:
        return " ".join(f"`{json.dumps(word)}`" for word in parts)
    if origin is tuple:
        if parts[-1] is ...:
            return f"list: {values(parts[0])}"
        return f"list of {len(parts)}: {'; '.join(dict.fromkeys(map(values, parts)))}"
    if origin is Mapping:
        of = "name" if parts[0] is str else "seat"
        return f"object by {of}: {values(parts[1])}"
    if kind is bool:
        return "`true` `false`"
    if kind is int:
        return _number(bounds)
    if kind is type(None):
        return "`null`"
    return "text" if kind is str else f"[{kind.__name__}](#{kind.__name__.lower()})"


def _number(bounds: Bounds) -> str:
    words = "even number" if bounds.of == 2 else "number"
    if bounds.least is not None and bounds.most is not None:
        return f"{words} from {bounds.least} to {bounds.most}"
    return words if bounds.least in (None, 0) else f"{words}, {bounds.least} or more"


def _without_null(key: Key) -> Any:
    """Returns the type of a key, without a null that is only its default."""
    bounds = get_args(key.kind)[1:] if get_origin(key.kind) is Annotated else ()
    kind = plain(key.kind)
    if key.default is None and is_union(kind):
        kinds = tuple(part for part in get_args(kind) if part is not type(None))
        kind = kinds[0]
        for other in kinds[1:]:
            kind = kind | other
    return Annotated[kind, bounds[0]] if bounds else kind


def _default(form: type[Form], key: Key) -> str:
    if key.marks:
        return "always" if form in ANSWERS else "needed"
    if key.default in (None, UNSET, {}, ()) or isinstance(key.default, Form):
        return "-"
    return f"`{json.dumps(encoded(key.default))}`"


def section(form: type[Form]) -> Iterator[str]:
    """Yields the lines about a form: its own keys, and where the others are."""
    base = next((each for each in form.__bases__ if each.__name__ in NAMES), None)
    inherited = {key.key for key in keys_of(base)} if base else set()
    yield f"### {form.__name__}"
    yield ""
    yield (form.__doc__ or "").partition("\n")[0] + (f" It also has the keys of {values(base)}." if base else "")
    yield ""
    yield "| key | values | default | meaning |"
    yield "| --- | --- | --- | --- |"
    for key in keys_of(form):
        if key.key not in inherited:
            yield f"| `{key.key}` | {values(_without_null(key))} | {_default(form, key)} | {meaning(form, key)} |"
    yield ""
    if form in TABLES:
        yield f"{TABLES[form][0]}: {', '.join(f'`{word}`' for word in ids(TABLES[form][1]))}."
        yield ""


def ids(table: str) -> list[str]:
    """Returns the ids in a table of all rule sets and of their options."""
    known: dict[str, None] = {}
    for book in map(module_of, RULE_SETS):
        options = [row for option in options_of(book) for _, into, row in option.effects if into == table]
        known.update(dict.fromkeys(row.id for row in (*getattr(book, table.upper()), *options)))
    return sorted(known)


# Forms after whose keys the ids of a table are listed.
TABLES: dict[type[Form], tuple[str, str]] = {
    answers.Item: ("Ids, besides `known` for a score that the players counted", POINTS),
    answers.Doubling: ("Ids", DOUBLINGS),
    answers.HandScore: ("Special hands, besides those of house rules", SPECIAL),
}
ANSWERS = {*PARTS["answers"], *PARTS["rules"], sessions.Replay, sessions.ReplayedDeal, sessions.Exchange}
NAMES = {form.__name__ for forms in PARTS.values() for form in forms}


def with_tables(page: str) -> str:
    """Returns the page with the present tables."""
    for name, forms in PARTS.items():
        start, end = f"<!-- {name} -->\n", f"<!-- /{name} -->"
        before, _, rest = page.partition(start)
        lines = "\n".join(line for form in forms for line in section(form))
        page = f"{before}{start}\n{lines}\n{end}{rest.partition(end)[2]}"
    return page


def main() -> None:
    """Writes the tables into the page, and the schema into the package."""
    disk.put(PAGE, with_tables(PAGE.read_text(encoding="utf-8")).encode())
    disk.put(FILE, text().encode())


if __name__ == "__main__":
    main()
