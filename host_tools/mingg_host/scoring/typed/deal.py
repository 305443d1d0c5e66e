"""Turns the words of a command line into a deal of the interchange format, and places in that deal back into words."""

from __future__ import annotations

import os
import re
import shlex
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from mingg.core.deal.deal import ENDINGS, FALSE_WIN, MUMMIES, WASHING
from mingg.core.deal.winds import SEATS, WINDS
from mingg.core.interchange.json_in import BadInput
from mingg.core.rules.books import RULE_SETS, module_of, options_of
from mingg.core.rules.checks import wrong
from mingg.core.rules.modern import MODERN
from mingg.core.tiles.hand import parse
from mingg.core.values import step

from mingg_host.scoring.json_text import parse as parse_json
from mingg_host.scoring.typed import cards, tiles
from mingg_host.scoring.typed.cards import Json, word_of

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
_SWITCH = {"on": True, "yes": True, "off": False, "no": False, "none": None}
_SEAT = re.compile(r"\s*([A-Za-z]+)\s*[=:](.*)", re.DOTALL)
_DEAD = re.compile(r"\s*(dead|short|long)\b", re.IGNORECASE)
_FLAGS_OF_A_WIN = ("last", "hidden", "call", "twofold")
_OF_A_WIN = ("tile", "opening", *_FLAGS_OF_A_WIN)
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
        return shlex.join(["mingg", "score", *self._options(), *self.hands])

    def _options(self) -> Iterator[str]:
        for value, option in (
            *((self.rules, "--rules"), *((text, "--option") for text in self.options), (self.players, "--players")),
            *((self.round, "--round"), (self.winner, "--winner"), (self.by, "--by"), (self.source, "--from")),
            *((self.tile, "--tile"), (self.opening, "--opening"), *((text, "--liable") for text in self.liable)),
            *((self.ending, "--ending"), (self.kongs, "--kongs"), (self.streak, "--streak")),
        ):
            if value is not None:
                yield from (option, value)
        yield from (f"--{flag}" for flag in _FLAGS_OF_A_WIN if getattr(self, flag))


@dataclass
class Read:
    """deal: the object of the interchange format. notes: assumptions about parts that were not typed."""

    deal: Json
    notes: list[str] = field(default_factory=list)


def read(typed: Typed) -> Read:
    """Reads a typed deal. Raises BadInput for an unknown or ambiguous word. The caller refuses impossible deals."""
    entry = Read({})
    _read_table(typed, entry.deal)
    hands = _read_hands(typed, entry)
    winner = entry.deal["winner"]
    if winner is not None:
        entry.deal["win"] = _read_win(typed, winner, hands, entry)
    for key, value in (
        ("by", typed.by),
        ("from", typed.source),
        *((part, getattr(typed, part)) for part in _OF_A_WIN),
    ):
        if value and winner is None:
            raise BadInput(f"/win/{key}", "nobody has won. Leave this out, or name the winner.")
    entry.deal["hands"] = hands
    _name_hands(hands, entry.deal.get("house", {}).get("hands", {}))
    _read_seldom(typed, entry.deal)
    if winner is not None:
        players = entry.deal.get("players", 4)
        silent = [NAMES[seat] for seat in SEATS.get(players, "") if seat not in hands]
        if silent:
            entry.notes.append(f"No hand was given for {_listed(silent)}: it scores nothing.")
    return entry


def looks_typed(words: tuple[str, ...]) -> bool:
    """True if the words are hands, not file names."""
    try:
        return all(seat is not None or parse(tiles.tiles(text)).size() > 0 for seat, text in _written(words).items())
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
    return name if name in RULE_SETS + MODERN else text.strip()


def seat_of(text: str) -> str:
    return SEAT_WORDS.get(text.strip().lower(), text)


def winner_of(text: str) -> str:
    """Returns a seat, or NOBODY."""
    return NOBODY if word_of(text) in _NOBODY else seat_of(text)


def way_of(text: str) -> str:
    return _WAYS.get(word_of(text), text)


# ---- the table ----


def _read_table(typed: Typed, deal: Json) -> None:
    if typed.rules is None:
        raise BadInput("/rules", f"the rule set is missing. Choose one of {', '.join(RULE_SETS + MODERN)}")
    deal["rules"] = name = rule_set_of(typed.rules)
    if name not in RULE_SETS + MODERN and (name.endswith(".toml") or os.path.isfile(name)):
        # Imported here: it takes as long as all the rest, and few deals name a file.
        from pathlib import Path

        from mingg_host.scoring import house

        try:
            deal.update(house.read(Path(name)).keys())
        except house.HouseError as error:
            raise BadInput("/rules", "; ".join(str(error).splitlines())) from None
    options = dict(_option(option, deal["rules"]) for option in typed.options)
    if len(options) < len(typed.options):
        raise BadInput("/options", "an option is given twice. Leave one out.")
    options = {**deal.get("options", {}), **options}
    if options:
        deal["options"] = options
    if typed.players is not None:
        deal["players"] = _number(typed.players, "/players")
    if typed.round is not None:
        deal["round"] = seat_of(typed.round)


def _option(words: str, rule_set: str) -> tuple[str, Any]:
    """Splits NAME=VALUE. NAME alone means true. The option decides the type of a value: "off" is a word for one option,
    and false for another."""
    name, equals, text = words.partition("=")
    name, text = word_of(name), text.strip().lower()
    if not equals:
        return name, True
    rows = options_of(module_of(rule_set)) if rule_set in RULE_SETS + MODERN else ()
    choices = next((row.choices for row in rows if row.name == name), None)
    candidates: list[Any] = [text, *([_SWITCH[text]] if text in _SWITCH else []), *_json(text)]
    return name, next(
        (value for value in candidates if choices is not None and wrong(choices, value) is None), candidates[-1]
    )


def _json(text: str) -> list[Any]:
    try:
        return [parse_json(text.encode(errors="surrogateescape"))]
    except BadInput:
        return []


def _number(text: str, pointer: str) -> int:
    digits = tiles.narrow(text)
    if not digits.isdecimal() or len(digits) > 9:
        raise BadInput(pointer, f"{text} is not a whole number. Use digits.")
    return int(digits)


# ---- the hands ----


def _read_hands(typed: Typed, entry: Read) -> Json:
    """Returns the hands, and puts the winner into the deal. If no winner was named, it is the only hand with enough
    tiles, or the only hand."""
    texts = _written(typed.hands)
    entry.deal["winner"] = None
    hands = {seat: _hand(text, seat) for seat, text in texts.items() if seat is not None}
    if typed.winner is None and typed.ending is None:
        entry.deal["winner"] = winner = _only_winner(typed, hands, None in texts)
        entry.notes.append(f"{NAMES[winner]} is taken as the winner, with the only complete hand.")
    elif typed.winner is not None and winner_of(typed.winner) != NOBODY:
        entry.deal["winner"] = winner_of(typed.winner)
    if None in texts:
        winner = entry.deal["winner"]
        if winner is None:
            example = f"E={shlex.quote(texts[None])}"
            raise BadInput("/hands", f"the seat of the hand {texts[None]} is missing. Write for example {example}")
        if winner in hands:
            raise BadInput(
                f"/hands/{winner}",
                f"written twice: as {winner}=, and without a seat. Leave one out.",
            )
        hands[winner] = _hand(texts[None], winner)
    return {seat: hands[seat] for seat in (*WINDS, *hands) if seat in hands}


def _written(words: tuple[str, ...]) -> dict[str | None, str]:
    """Returns the text of each hand by seat. None: the hand without a seat."""
    hands: dict[str | None, str] = {}
    seat: str | None = None
    for word in words:
        match = _SEAT.fullmatch(tiles.narrow(word))
        if match and match[1].lower() in SEAT_WORDS:
            seat = SEAT_WORDS[match[1].lower()]
            if seat in hands:
                raise BadInput(f"/hands/{seat}", "this hand is written twice. Leave one out.")
            hands[seat] = match[2].strip()
        else:
            hands[seat] = f"{hands[seat]} {word}" if seat in hands else word.strip()
    return hands


def _hand(text: str, seat: str) -> Json:
    pointer = f"/hands/{seat}"
    hand: Json = {}
    dead = _DEAD.match(text)
    if dead:
        kind = dead[1].lower()
        hand["dead"] = True if kind == "dead" else kind
        text = text[dead.end() :].lstrip(" ,")
    if not text.strip():
        if dead:
            return hand
        raise BadInput(pointer, f"the hand has no tiles. Write them, or {NOTHING} if nothing in it counts.")
    if text.strip().lower() == NOTHING:
        return {**hand, "card": {}}
    kind = "card" if cards.is_card(text) else "tiles"
    try:
        hand[kind] = cards.card(text) if kind == "card" else tiles.tiles(text)
    except ValueError as error:
        raise BadInput(f"{pointer}/{kind}", str(error)) from None
    return hand


def _name_hands(hands: Json, names: Json) -> None:
    """Gives the special hands of house rules their names, which may be typed as winter-garden or winter_garden."""
    known = {word_of(name): name for name in names}
    for hand in hands.values():
        card = hand.get("card", {})
        if "special" in card:
            card["special"] = [known.get(word, word) for word in card["special"]]
        if "fishing" in card:
            card["fishing"] = known.get(card["fishing"], card["fishing"])


def _only_winner(typed: Typed, hands: Json, unnamed: bool) -> str:
    alive = [seat for seat in hands if "dead" not in hands[seat]]
    if not unnamed and typed.by is not None:
        winners = [seat for seat in alive if len(alive) == 1 or _size(hands[seat].get("tiles")) == _WINNING_SIZE]
        if len(winners) == 1:
            return winners[0]
    raise BadInput("/winner", f"who won is missing. Add E, S, W, N, or {NOBODY}")


def _size(text: str | None) -> int:
    try:
        return parse(text or "").size()
    except ValueError:
        return 0


# ---- the win, and rare parts of a deal ----


def _read_win(typed: Typed, winner: str, hands: Json, entry: Read) -> Json:
    win: Json = {}
    way = typed.by
    if way is None and typed.opening is not None:
        # each of these has only one way to win
        way = {"original": "draw", "first-discard": "discard"}.get(word_of(typed.opening).replace("_", "-"))
    if way is not None:
        win["by"] = way_of(way)
    if typed.source is not None:
        win["from"] = seat_of(typed.source)
    elif entry.deal.get("players") == 2 and win.get("by") in ("discard", "rob") and winner in SEATS[2]:
        win["from"] = next(seat for seat in SEATS[2] if seat != winner)
    win |= {key: True for key in _FLAGS_OF_A_WIN if getattr(typed, key)}
    if typed.opening is not None:
        win["opening"] = word_of(typed.opening).replace("_", "-")
    tiles_text = hands.get(winner, {}).get("tiles")
    if typed.tile is not None:
        try:
            win["tile"] = tiles.tile(typed.tile)
        except ValueError as error:
            raise BadInput("/win/tile", str(error)) from None
    elif tiles_text is not None and (tile := tiles.last(tiles_text)) is not None:
        win["tile"] = tile
        if typed.opening != "original":
            entry.notes.append(f"Won with {tile}, the last tile written in the hand. --tile names another.")
    return win


def _read_seldom(typed: Typed, deal: Json) -> None:
    if typed.liable:
        deal["liable"] = [_liable(words) for words in typed.liable]
    if typed.ending is not None:
        ending, pointer, value = _split_ending(typed.ending, "/ending")
        if ending not in ENDINGS:
            raise BadInput("/ending", f"no such ending. Use {', '.join(ENDINGS)}, as in false_win=S or washing=S,11")
        seat, *majors = value
        deal[ending] = seat_of(seat)
        if ending == FALSE_WIN and len(majors) == 1:
            deal["price"] = word_of(majors[0]) if majors[0].isalpha() else _number(majors[0], "/price")
        elif ending in (WASHING, MUMMIES) or majors:
            if len(majors) != 1:
                raise BadInput(pointer, f"use a seat and a number of different 1 9 honours: {ending}=S,11")
            deal[ending] = {"seat": deal[ending], "majors": _number(majors[0], f"{pointer}/majors")}
    for key in ("kongs", "streak"):
        if (value := getattr(typed, key)) is not None:
            deal[key] = _number(value, f"/{key}")


def _liable(words: str) -> Json:
    """Reads a liable player: S, S=half, or S=full,feeding."""
    seat, _, rest = words.partition("=")
    share, *why = [part.strip().lower() for part in rest.split(",")]
    keys: Json = {"seat": seat_of(seat), "share": share or "full"}
    return {**keys, "why": why[0]} if why and why[0] else keys


def _split_ending(words: str, pointer: str) -> tuple[str, str, list[str]]:
    """Splits NAME=VALUE,VALUE. Returns the name, its place, and the values (at least one)."""
    name, _, rest = words.partition("=")
    name = word_of(name)
    return name, step("", name), [part.strip() for part in rest.split(",")]


def _listed(names: list[str]) -> str:
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"
