"""Turns the words of a command line into a deal, and places in the JSON of a deal back into words."""

from __future__ import annotations

import os
import re
import shlex
from dataclasses import dataclass, fields
from typing import Any, NamedTuple

from mingg.core.deal.card import Card
from mingg.core.deal.deal import ENDINGS, FALSE_WIN, MUMMIES, SEATS, WASHING, WINDS, Deal, Liable, Win
from mingg.core.hand.hand import parse
from mingg.core.interchange.deals import SELDOM_FLAGS, WIN_FLAGS
from mingg.core.interchange.json_in import BadInput
from mingg.core.rules import Rules
from mingg.core.rules.agreed import wrong
from mingg.core.rules.books import RULE_SETS, module_of, options_of
from mingg_scoring.interchange.answers import read_table
from mingg_scoring.interchange.reasons import check_deal
from mingg_scoring.played_deal import Played, played

from mingg_host.common.output import meant
from mingg_host.scoring.typed import hands
from mingg_host.scoring.typed.hands import word_of

SEAT_WORDS = {"e": "E", "east": "E", "s": "S", "south": "S", "w": "W", "west": "W", "n": "N", "north": "N"}
NAMES = dict(zip(WINDS, ("East", "South", "West", "North"), strict=True))
NOBODY = "nobody"
NOTHING = "nothing"
_NOBODY = (NOBODY, "none", "draw", "-")
_WAYS = {
    **dict.fromkeys(("discard", "discarded", "claim", "claimed"), "discard"),
    **dict.fromkeys(("draw", "drew", "drawn", "wall"), "draw"),
    **dict.fromkeys(("loose", "loose_tile"), "loose"),
    **dict.fromkeys(("rob", "robbed", "robbed_kong", "robbing"), "rob"),
}
_SWITCH = {
    **dict.fromkeys(("on", "yes", "true"), True),
    **dict.fromkeys(("off", "no", "false"), False),
    **dict.fromkeys(("none", "null"), None),
}
_SEAT = re.compile(r"\s*([A-Za-z]+)\s*[=:](.*)", re.DOTALL)
_DEAD = re.compile(r"\s*(dead|short|long)\b", re.IGNORECASE)
_OF_A_WIN = ("by", "source", "tile", "opening", *WIN_FLAGS, *SELDOM_FLAGS)
_OPTIONS = {"options": "option", "source": "from"}  # the options whose names differ from the fields of Typed
_WINNING_SIZE = 14


@dataclass(frozen=True)
class Typed:
    """The options and words of `mingg score` as they were typed. None, or empty: not typed.

    hands: the words after the options. Words before the first seat (`E=`) are the winner's hand. The words of a hand
    end at the next seat.
    """

    rules: str | None = None
    options: tuple[str, ...] = ()
    players: str | None = None
    round: str | None = None
    winner: str | None = None
    by: str | None = None
    tile: str | None = None
    source: str | None = None
    last: bool = False
    hidden: bool = False
    call: bool = False
    twofold: bool = False
    opening: str | None = None
    liable: tuple[str, ...] = ()
    ending: str | None = None
    kongs: str | None = None
    streak: str | None = None
    hands: tuple[str, ...] = ()

    def command(self) -> str:
        """Returns the command line for the same deal."""
        words = ["mingg", "score"]
        for name in (field.name for field in fields(self) if field.name != "hands"):
            value, option = getattr(self, name), f"--{_OPTIONS.get(name, name)}"
            for text in value if isinstance(value, tuple) else (value,):
                words += [option] if text is True else [option, text] if text else []
        return shlex.join([*words, *self.hands])


class Read(NamedTuple):
    """deal: not checked yet. notes: assumptions about parts that were not typed."""

    rules: Rules
    round_wind: str
    deal: Deal
    notes: list[str]


def read(typed: Typed) -> Read:
    """Reads a typed deal. Raises BadInput for wrong rules, and for an unknown or ambiguous word."""
    rules, round_wind = _read_table(typed)
    entry = Read(rules, round_wind, Deal(), [])
    deal = entry.deal
    _read_hands(typed, entry)
    if deal.winner is not None:
        _read_win(typed, entry)
    for part in _OF_A_WIN:
        if getattr(typed, part) and deal.winner is None:
            raise BadInput(f"/win/{_OPTIONS.get(part, part)}", "nobody has won. Leave this out, or name the winner.")
    _read_seldom(typed, deal)
    silent = [NAMES[seat] for seat in SEATS[rules.players] if seat not in {*deal.cards, *deal.tiles, *deal.dead}]
    if silent and deal.winner is not None:
        entry.notes.append(f"No hand was given for {_listed(silent)}: no points are counted there.")
    return entry


def play(typed: Typed) -> Played:
    """Reads, checks and scores a typed deal. Raises BadInput."""
    rules, round_wind, deal, notes = read(typed)
    check_deal(deal, rules, round_wind)
    return played(rules, round_wind, deal, notes)


def looks_typed(words: tuple[str, ...]) -> bool:
    """True if the words are hands, not file names."""
    try:
        return all(seat is not None or parse(hands.tiles(text)).size() > 0 for seat, text in _written(words).items())
    except ValueError:
        return False


def where(pointer: str) -> str:
    """Returns a place in the deal in words of the command line."""
    parts = pointer.split("/")[1:]
    if not parts:
        return ""
    if parts[0] == "hands" and len(parts) > 1:
        rest = [part for part in parts[2:] if part not in ("tiles", "card")]
        number = f", number {int(rest[1]) + 1}" if rest[1:] and rest[1].isdecimal() else ""
        return f"{NAMES.get(parts[1], parts[1])}'s hand{f': {rest[0]}{number}' if rest else ''}"
    if parts[0] == "options" and len(parts) > 1:
        return f"--option {parts[1]}"
    if parts[0] == "win":
        return {"": "--by", "from": "--from"}.get("".join(parts[1:2]), f"--{''.join(parts[1:2])}")
    if parts[0] == "house":
        return "--rules"
    if parts[0] in ENDINGS:
        return f"--ending {parts[0]}"
    return f"--{parts[0].replace('options', 'option')}"


# ---- one word ----
#
# Unknown words stay as they are. The reader of the deal refuses them, and knows the rules.


def rule_set_of(text: str) -> str:
    name = word_of(text).replace("_", "-")
    return name if name in RULE_SETS else text.strip()


def seat_of(text: str) -> str:
    return SEAT_WORDS.get(text.strip().lower(), text)


def winner_of(text: str) -> str:
    """Returns a seat, or NOBODY."""
    return NOBODY if word_of(text) in _NOBODY else seat_of(text)


def way_of(text: str) -> str:
    return _WAYS.get(word_of(text), text)


# ---- the table ----


def _read_table(typed: Typed) -> tuple[Rules, str]:
    """Returns the rules in force and the round wind."""
    name = rule_set_of(typed.rules or "")
    table: dict[str, Any] = {"rules": name}
    if name not in RULE_SETS and (name.endswith(".toml") or os.path.isfile(name)):
        # Imported here: it takes as long as all the rest, and few deals name a file.
        from pathlib import Path

        from mingg_host.scoring import house

        try:
            table.update(house.read(Path(name)).keys())
        except house.HouseError as error:
            raise BadInput("/rules", "; ".join(str(error).splitlines())) from None
    elif name not in RULE_SETS:
        problem = f"no such rule set{meant(name, RULE_SETS)}" if name else "the rule set is missing"
        raise BadInput("/rules", f"{problem}. Choose one of {', '.join(RULE_SETS)}, or a file of house rules, *.toml")
    table["options"] = {**table.get("options", {}), **read_options(typed.options, table["rules"])}
    if typed.players is not None:
        table["players"] = _number(typed.players, "/players")
    if typed.round is not None:
        table["round"] = seat_of(typed.round)
    return read_table(table)


def read_options(words: tuple[str, ...], rule_set: str) -> dict[str, Any]:
    """Returns the options in words such as NAME=VALUE. Raises BadInput."""
    options = dict(_option(option, rule_set) for option in words)
    if len(options) < len(words):
        raise BadInput("/options", "an option is given twice. Leave one out.")
    return options


def _option(words: str, rule_set: str) -> tuple[str, Any]:
    """Splits NAME=VALUE. NAME alone means true. The option decides the type of a value: "off" is a word for one option,
    and false for another."""
    name, equals, text = words.partition("=")
    name, text = word_of(name), text.strip().strip('"').lower()
    known = {row.name: row.choices for row in options_of(module_of(rule_set))}
    if name not in known:
        raise BadInput(f"/options/{name}", f"{rule_set} has no such option{meant(name, known)}. Leave it out.")
    if not equals:
        return name, True
    choices = known[name]
    values = (text, _SWITCH.get(text, text), hands.number(text))
    return name, next((value for value in values if choices and wrong(choices, value) is None), values[-1])


def _number(text: str, pointer: str) -> int:
    number: int | str = hands.number(hands.narrow(text))
    if isinstance(number, str):
        raise BadInput(pointer, f"{text} is not a whole number. Use digits.")
    return number


# ---- the hands ----


def _read_hands(typed: Typed, entry: Read) -> None:
    """Reads the hands and the winner into the deal. If no winner was named, it is the only hand with enough tiles, or
    the only hand."""
    deal, texts = entry.deal, _written(typed.hands)
    if typed.winner is not None and winner_of(typed.winner) != NOBODY:
        deal.winner = winner_of(typed.winner)
    asks = typed.winner is None and typed.ending is None
    if None in texts and not asks:
        text, winner = texts.pop(None), deal.winner
        if winner is None:
            example = f"E={shlex.quote(text)}"
            raise BadInput("/hands", f"the seat of the hand {text} is missing. Write for example {example}")
        if winner in texts:
            raise BadInput(f"/hands/{winner}", f"written twice: as {winner}=, and without a seat. Leave one out.")
        texts[winner] = text
    for seat in sorted(filter(None, texts), key="ESWN".find):
        _read_hand(texts[seat], seat, entry)
    if asks:
        deal.winner = _only_winner(typed, deal, None in texts)
        entry.notes.append(f"{NAMES[deal.winner]} is taken as the winner, with the only complete hand.")


def _written(words: tuple[str, ...]) -> dict[str | None, str]:
    """Returns the text of each hand by seat. None: the hand without a seat."""
    texts: dict[str | None, str] = {}
    seat: str | None = None
    for word in words:
        match = _SEAT.fullmatch(hands.narrow(word))
        if match and match[1].lower() in SEAT_WORDS:
            seat = SEAT_WORDS[match[1].lower()]
            if seat in texts:
                raise BadInput(f"/hands/{seat}", "this hand is written twice. Leave one out.")
            texts[seat] = match[2].strip()
        else:
            texts[seat] = f"{texts[seat]} {word}" if seat in texts else word.strip()
    return texts


def _read_hand(text: str, seat: str, entry: Read) -> None:
    pointer, deal = f"/hands/{seat}", entry.deal
    dead = _DEAD.match(text)
    if dead:
        deal.dead[seat] = dead[1].lower()
        text = text[dead.end() :].lstrip(" ,")
    text = text.strip()
    if not text and not dead:
        raise BadInput(pointer, f"the hand has no tiles. Write them, or {NOTHING} if nothing in it counts.")
    try:
        if text.lower() == NOTHING:
            deal.cards[seat] = Card()
        elif hands.is_card(text):
            deal.cards[seat] = hands.card(text, (entry.rules.house or {}).get("hands", ()))
        elif text:
            deal.tiles[seat] = hands.tiles(text)
    except ValueError as error:
        raise BadInput(pointer, str(error)) from None


def _only_winner(typed: Typed, deal: Deal, unnamed: bool) -> str:
    alive = [seat for seat in (*deal.cards, *deal.tiles) if seat not in deal.dead]
    if not unnamed and typed.by is not None:
        winners = [seat for seat in alive if len(alive) == 1 or _size(deal.tiles.get(seat)) == _WINNING_SIZE]
        if len(winners) == 1:
            return winners[0]
    raise BadInput("/winner", f"who won is missing. Add E, S, W, N, or {NOBODY}")


def _size(text: str | None) -> int:
    try:
        return parse(text or "").size()
    except ValueError:
        return 0


# ---- the win, and rare parts of a deal ----


def _read_win(typed: Typed, entry: Read) -> None:
    deal, way, opening = entry.deal, typed.by, typed.opening
    if opening is not None:
        opening = word_of(opening).replace("_", "-")
        # Two of these have only one way to win.
        way = way or {"original": "draw", "first-discard": "discard"}.get(opening)
    deal.win = win = Win(way_of(way or ""), typed.source and seat_of(typed.source), opening=opening)
    if win.source is None and entry.rules.players == 2 and win.by in ("discard", "rob"):
        win.source = next((seat for seat in SEATS[2] if seat != deal.winner), None)
    for flag in (*WIN_FLAGS, *SELDOM_FLAGS):
        if getattr(typed, flag):
            setattr(win, flag, True)
    if typed.tile is not None:
        try:
            win.tile = hands.tile(typed.tile)
        except ValueError as error:
            raise BadInput("/win/tile", str(error)) from None
    elif deal.winner in deal.tiles:
        win.tile = hands.last(deal.tiles[deal.winner])
        if win.tile and opening != "original":
            entry.notes.append(f"Won with {win.tile}, the last tile written in the hand. --tile names another.")


def _read_seldom(typed: Typed, deal: Deal) -> None:
    deal.liable = [_liable(words) for words in typed.liable]
    deal.kongs = _number(typed.kongs or "0", "/kongs")
    deal.streak = _number(typed.streak or "0", "/streak")
    if typed.ending is None:
        return
    name, _, rest = typed.ending.partition("=")
    ending = word_of(name)
    if ending not in ENDINGS:
        raise BadInput("/ending", f"no such ending. Use {', '.join(ENDINGS)}, as in false_win=S or washing=S,11")
    seat, *numbers = [part.strip() for part in rest.split(",")]
    number: Any = 0
    if ending == FALSE_WIN and len(numbers) == 1:
        number = word_of(numbers[0]) if numbers[0].isalpha() else _number(numbers[0], "/price") or "0"
    elif ending in (WASHING, MUMMIES) or numbers:
        if len(numbers) != 1:
            raise BadInput(f"/{ending}", f"use a seat and a number of different 1 9 honours: {ending}=S,11")
        number = _number(numbers[0], f"/{ending}/majors")
    deal.ending = ending, seat_of(seat), number


def _liable(words: str) -> Liable:
    """Reads a liable player: S, S=half, or S=full,feeding."""
    seat, _, rest = words.partition("=")
    share, *why = [part.strip().lower() for part in rest.split(",")]
    return Liable(seat_of(seat), share or "full", why[0] if why and why[0] else None)


def _listed(names: list[str]) -> str:
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"
