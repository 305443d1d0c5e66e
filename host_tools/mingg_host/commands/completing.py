"""Completions of options and arguments for a shell.

A shell asks while the user types, so each answer is quick, and a failure completes to nothing instead of an error.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from click import Context, Parameter
from click.shell_completion import CompletionItem

VARIABLE = "_MINGG_COMPLETE"  # in the environment when a shell asks

Items = list[CompletionItem[Any]]
PATIENCE_S = 0.5  # for another program that has the archive


def rule_sets(context: Context, param: Parameter | None, begun: str) -> Items:
    """Those of the books; else files, of house rules."""
    from mingg.core.rules.books import RULE_SETS

    return _begun(RULE_SETS, begun) or files_here(context, param, begun)


def options(context: Context, _param: Parameter, begun: str) -> Items:
    """NAME=VALUE of the rule set that was named before, or of any; a switch by its name alone."""
    from mingg.core.rules import load
    from mingg.core.rules.books import RULE_SETS
    from mingg.core.rules.options import offered
    from mingg.lang import option_does

    from mingg_host.scoring.rules_sheet import SETTINGS

    named = context.params.get("rules") or context.params.get("name")
    sets = [named] if named in RULE_SETS else list(RULE_SETS)
    found: dict[str, str] = {}
    for name, choices, _, _ in (row for each in sets for row in offered(load(each))):
        does = option_does(name)
        if SETTINGS[choices][1] == [True, False]:
            found[name] = does
        else:
            found.update({f"{name}={_said(value)}": does for value in SETTINGS[choices][1]})
    return [CompletionItem(value, help=does) for value, does in found.items() if value.startswith(begun)]


def players(_context: Context, _param: Parameter, begun: str) -> Items:
    from mingg.core.deal.winds import SEATS

    return _begun(map(str, SEATS), begun)


def seats(_context: Context, _param: Parameter, begun: str) -> Items:
    from mingg.core.deal.winds import WINDS

    return _begun(WINDS, begun.upper())


def winners(context: Context, param: Parameter, begun: str) -> Items:
    return [*seats(context, param, begun), *_begun(["nobody"], begun)]


def ways(_context: Context, _param: Parameter, begun: str) -> Items:
    from mingg.core.deal.deal import WAYS

    return _begun(WAYS, begun)


def openings(_context: Context, _param: Parameter, begun: str) -> Items:
    from mingg.core.deal.deal import OPENINGS

    return _begun(OPENINGS, begun)


def endings(_context: Context, _param: Parameter, begun: str) -> Items:
    from mingg.core.deal.deal import ENDINGS

    return _begun((f"{each}=" for each in ENDINGS), begun)


def files_here(_context: Context, _param: Parameter | None, begun: str) -> Items:
    """The shell's own way with files."""
    return [CompletionItem(begun, type="file")]


def evenings(context: Context, param: Parameter, begun: str) -> Items:
    """Evenings of the archive by their numbers; else files, which may be named as well."""
    if begun and not begun.isdecimal():
        return files_here(context, param, begun)
    from mingg_host.evenings import archive

    try:
        kept = archive.Archive(context.params.get("archive") or archive.default(), PATIENCE_S).evenings()
    except archive.ArchiveError:
        kept = []
    found = [CompletionItem(str(each.number), help=f"came on {each.since}") for each in kept]
    return [each for each in found if each.value.startswith(begun)] or files_here(context, param, begun)


def boards(_context: Context, _param: Parameter, begun: str) -> Items:
    from mingg_host.common import places

    return _begun(places.boards(), begun)


def ports(_context: Context, _param: Parameter, begun: str) -> Items:
    """Serial ports that may be a board's; none without the tools for boards."""
    from mingg_host.connection.ports import serial_ports

    try:
        found = [CompletionItem(str(each.device), help=str(each.description)) for each in serial_ports()]
    except (ImportError, OSError):
        return []
    return [each for each in found if each.value.startswith(begun)]


def _begun(values: Iterable[str], begun: str) -> Items:
    return [CompletionItem(each) for each in values if each.startswith(begun)]


def _said(value: Any) -> str:
    return "none" if value is None else str(value).lower() if isinstance(value, bool) else str(value)
