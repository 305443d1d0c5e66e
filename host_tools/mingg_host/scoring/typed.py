"""Turns the words of a command line into a deal in JSON, and places in the deal back into words.

It accepts many forms, but never guesses a meaning. The reader of the deal knows the rules: it refuses words that do not
belong to them.

Besides `123m`, `(222p)` and Unicode's tiles a hand may have capitals, full-width signs and commas; b, c and d after
digits for bamboo, characters and dots, or before one digit, as in B2; honours as E S W N, R G and Wh, or as words. An S
that may be a suit or a wind is refused. A hand without tiles has the words of the JSON format: `(pung simple), kong
dragon, pair seat, half, only place, last set chow-end, thirteen orphans, flowers 1 5, score 60`.
"""

from __future__ import annotations

import os
import re
import shlex
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any

from mingg.core.deal.deal import ENDINGS, SEATS
from mingg.core.deal.hand import CLASSES
from mingg.core.hand.hand import parse
from mingg.core.interchange import keys
from mingg.core.rules import load
from mingg_scoring import json_answers
from mingg_scoring.json_answers import WIND_NAMES, Json, Played
from mingg_scoring.json_text import MOST_DIGITS, MinggError, too_long

from mingg_host.common.output import Refused, meant

if TYPE_CHECKING:
    from mingg.core.rules import Rules

# The options of `mingg score` as they were typed, by name: a text, several, or true. Only what was typed is here.
# hands: the words after the options. Words before the first seat (`E=`) are the winner's hand. The words of a hand end
# at the next seat.
Typed = dict[str, Any]

NOBODY = "nobody"
NOTHING = "nothing"
FLAGS = [row.key for row in keys.WIN if row.kind == keys.FLAG]
_OF_A_WIN = ("by", "from", "tile", "opening", *FLAGS)
_SEAT_WORDS = {word: seat for seat in SEATS[4] for word in (seat.lower(), WIND_NAMES[seat].lower())}
_WAYS = {
    **dict.fromkeys(("discard", "discarded", "claim", "claimed"), "discard"),
    **dict.fromkeys(("draw", "drew", "drawn", "wall"), "draw"),
    **dict.fromkeys(("loose", "loose_tile"), "loose"),
    **dict.fromkeys(("rob", "robbed", "robbed_kong", "robbing"), "rob"),
}
_BY = {"original": "draw", "first-discard": "discard"}  # openings that are won in one way
_SWITCH = {
    **dict.fromkeys(("on", "yes", "true"), True),
    **dict.fromkeys(("off", "no", "false"), False),
    **dict.fromkeys(("none", "null"), None),
}
# What messages about JSON say, and what is typed.
_SAID = {
    "unknown key.": "not known here.",
    "this must be true or false": "this must be yes or no",
    "this must be true, or left out": "by these rules a hand is dead for one reason. Write dead",
    "or null": "or none",
}
_WINNING_SIZE = 14


# ---- words ----


def narrow(text: str) -> str:
    """Replaces full-width characters by the usual ones."""
    return unicodedata.normalize("NFKC", text).strip()


def word_of(text: str) -> str:
    """Returns a name in the form of the JSON format."""
    return text.strip().lower().replace("-", "_").replace(" ", "_")


def plain(text: str) -> str:
    """Returns words in small letters with single blanks, without commas, hyphens and =."""
    return re.sub(r"[\s,;=_-]+", " ", narrow(text).lower()).strip()


def rule_set_of(text: str) -> str:
    name = word_of(text).replace("_", "-")
    return name if name in json_answers.RULE_SETS else text.strip()


def seat_of(text: str) -> str:
    return _SEAT_WORDS.get(text.strip().lower(), text)


def winner_of(text: str) -> str:
    """Returns a seat, or NOBODY."""
    return NOBODY if word_of(text) in (NOBODY, "none", "draw", "-") else seat_of(text)


def way_of(text: str) -> str:
    return _WAYS.get(word_of(text), text)


def opening_of(text: str) -> str:
    return word_of(text).replace("_", "-")


def number(text: str, place: str = "") -> Any:
    """Returns a number. Other words stay. Raises MinggError."""
    if not text.isdecimal():
        return text
    if len(text) > MOST_DIGITS:
        raise MinggError(too_long(len(text)), place)
    return int(text)


def _whole(text: str, place: str) -> int:
    whole = number(narrow(text), place)
    if not isinstance(whole, int):
        raise MinggError(f"{text} is not a whole number. Use digits.", place)
    return whole


# ---- tiles ----

TILES = "Tiles are 1m-9m, 1p-9p, 1s-9s, winds E S W N, dragons R G Wh (or 1z-7z), flowers 1f-8f"
_SUITS = {"m": "m", "p": "p", "s": "s", "z": "z", "f": "f", "c": "m", "d": "p", "b": "s"}
_HONOURS = {"e": "1", "s": "2", "w": "3", "n": "4", "wh": "5", "g": "6", "r": "7"}
_NAMED = {"east": "1z", "south": "2z", "west": "3z", "north": "4z", "white": "5z", "green": "6z", "red": "7z"}
_PARTS = re.compile(r"\b(?P<suit>[BCDMPSbcdmps])(?P<rank>[0-9])\b|(?P<digits>[0-9][0-9+]*)?(?P<letters>[A-Za-z]+)")
_HONOUR = re.compile("wh|[eswnrg]")
_DECLARED = re.compile(r"\([^)]*\)?|\[[^\]]*\]?")
_TILES = re.compile("([0-9]+)([mpszf])|([\U0001f000-\U0001f021])")


def tiles(text: str) -> str:
    """Returns a hand's tiles in the JSON format. Raises ValueError for an ambiguous or unknown sign. The caller checks
    what the format forbids."""
    return _PARTS.sub(_tiles, narrow(text).replace(",", " "))


def tile(text: str) -> str:
    """Returns the name of one tile. Raises ValueError if it is not exactly one."""
    hand = parse(tiles(text))
    if sum(hand.counts) != 1 or hand.flowers or hand.melds:
        raise ValueError(f"this must be one tile. {TILES}")
    return hand.text()


def last(text: str) -> str | None:
    """Returns the last tile in the hand of a text from `tiles`, or None."""
    held = [match for match in _TILES.finditer(_DECLARED.sub(" ", text)) if match[2] != "f"]
    if not held:
        return None
    digits, suit, sign = held[-1].groups()
    return tile(sign or digits[-1] + suit)


def _tiles(match: re.Match[str]) -> str:
    if match["suit"] in ("S", "s"):
        raise ValueError(f"{match[0]} may be bamboo or South. Write {match['rank']}s for bamboo.")
    if match["suit"]:
        return match["rank"] + _SUITS[match["suit"].lower()]
    digits, letters = match["digits"], match["letters"]
    if digits is None:
        return _honours(letters)
    suit, rest = letters[0].lower(), letters[1:]
    if letters.lower() in _NAMED or suit not in _SUITS:
        raise ValueError(f"{match[0]} has no suit. {TILES}")
    if rest[:1].lower() == "s":
        raise ValueError(f"{match[0]} may be bamboo or South. Put a blank between a suit and a wind, or write 2z.")
    return digits + _SUITS[suit] + (_honours(rest) if rest else "")


def _honours(letters: str) -> str:
    word = letters.lower()
    if word in _NAMED:
        return _NAMED[word]
    if set(letters) == {"s"}:
        raise ValueError(f"{letters} may be bamboo without digits, or South. Write S or 2z for South.")
    if word in _SUITS:
        return letters  # the caller reports missing digits
    words = _HONOUR.findall(word)
    if "".join(words) != word:
        raise ValueError(f"no such tile: {letters}. {TILES}")
    return "".join(_HONOURS[honour] for honour in words) + "z"


# ---- hands without tiles ----

HAND = "Write tiles, or words such as (pung simple), kong dragon, pair seat, half, only place. Leave out chows."
_SET = f"(?:pung|kong|pair)s? (?:{'|'.join(CLASSES)})s?(?: claimed)?"
# How a key and its value are written, in plain words. NAME: of the key. WORDS: its words.
_OF_KIND = {
    keys.SETS: rf"\( ?{_SET} ?\)|{_SET}",
    keys.FLOWERS: "flowers?(?: [0-9]+f?)+|[0-9]+ ?f",
    keys.FLAG: "NAME",
    keys.SCORE: "NAME [0-9]+",
    keys.WORD: "NAME (?:WORDS)",
    keys.WORDS: "(?:NAME )?(?:WORDS)",
}
_OF_KEY = {"suit": "(?:NAME )?(?:WORDS|honors|honou?r)", "fishing": "(?:NAME|wait(?:s|ing) for) (?:WORDS)"}
_WORD = r"\([^)]*\)?|[^ ]+"
_EXAMPLES = [f"{kind} {of}" for kind in ("pung", "kong", "pair") for of in CLASSES]


def words_of(text: str, rules: Rules) -> Json | None:
    """Returns the keys of a hand in words, or None for other text. Their values are not checked. Raises ValueError for
    a word that is written twice, and for an unknown one beside others or near one."""
    words = _words(rules)
    hand, other = _found(text, words)
    if other:
        of_all = _words_of_all(words)
        hand, other = _found(text, of_all)  # the reader refuses those of other rules
    if other:
        near, said = _near(other, _phrases(words)), re.findall(_WORD, other)[0]
        known = {"chow", *_KEYS, *" ".join(_phrases(of_all)).split()} - {*_NAMED}
        if near or hand or known & set(re.findall("[a-z]{4,}", other)):
            if text.count("(") != text.count(")"):
                raise ValueError("a bracket has no partner. Write (pung simple), or pung simple")
            if said.isdecimal():
                raise ValueError(f"{said} is not a word of a hand. Write a set as often as the hand has it. {HAND}")
            raise ValueError(f"{said} is not a word of a hand{near}. {HAND}")
        return None
    return hand if list(hand) == ["score"] else {"sets": [], **hand}


def _found(text: str, words: dict[str, dict[str, str]]) -> tuple[Json, str]:
    """Returns the keys of a hand in words, and the text from the first other word on, or "". Raises ValueError."""
    hand: Json = {}
    other = ""
    for match in re.finditer(f"(?:{'|'.join(_patterns(words))}|{_WORD})(?= |$)", plain(text)):
        key = match.lastgroup
        if not key:
            other = other or match.string[match.start() :]
            continue
        value = _value(key, match[0], words[key])
        if key in hand and not isinstance(value, list):
            raise ValueError(f"{plain(key)} is written twice. Leave one out.")
        hand[key] = [*hand.get(key, ()), *value] if isinstance(value, list) else value
    return hand, other


def _patterns(words: dict[str, dict[str, str]]) -> Iterator[str]:
    for row in sorted(keys.HAND, key=lambda row: row.key != "special"):  # a house hand may be called "Half moon"
        pattern = _OF_KEY.get(row.key) or _OF_KIND.get(row.kind)
        if pattern and (words[row.key] or "WORDS" not in pattern):
            any_word = "|".join(sorted(map(re.escape, words[row.key]), key=len, reverse=True))
            yield f"(?P<{row.key}>{pattern.replace('NAME', plain(row.key)).replace('WORDS', any_word)})"


def _phrases(words: dict[str, dict[str, str]]) -> list[str]:
    """Returns what a hand in words can say."""
    known = [*_EXAMPLES, "score 60", "flowers 1 5", *(plain(row.key) for row in keys.HAND if row.kind == keys.FLAG)]
    for key, of_key in words.items():
        before = {"suit": "", "special": "", "fishing": "waits for "}.get(key, f"{plain(key)} ")
        known += [before + word for word in of_key]
    return known


def _near(other: str, known: Sequence[str]) -> str:
    """Returns what was probably meant by the first words of a text."""
    first = re.findall(_WORD, other)[: 3 if other.startswith("wait") else 2]
    first[0] = first[0].strip("( )")
    tries = (" ".join(first), first[0])
    remarks = (meant(tried, [phrase for phrase in known if (" " in phrase) == (" " in tried)]) for tried in tries)
    parts = (f" (do you mean {phrase}?)" for phrase in known if first[0] != "chow" and first[0] in phrase.split())
    return next(filter(None, (*remarks, *parts)), "")


def _words(rules: Rules) -> dict[str, dict[str, str]]:
    """Returns by key the words of the rules in force, each by its plain words."""
    return {row.key: {plain(word): word for word in keys.words_of(row, rules)} for row in keys.HAND}


def _words_of_all(words: dict[str, dict[str, str]]) -> dict[str, dict[str, str]]:
    """Adds the words of all rule sets."""
    each = [_words(load(name)) for name in json_answers.RULE_SETS]
    return {key: {word: item for other in (*each, words) for word, item in other[key].items()} for key in words}


def _value(key: str, text: str, words: dict[str, str]) -> Any:
    if key == "sets":
        item = " ".join(word.removesuffix("s") for word in re.findall("[a-z]+", text))
        return [f"({item})" if text[0] == "(" else item]
    numbers = re.findall("[0-9]+", text)
    if key == "flowers":
        return [number(nth) for nth in (numbers if text[0] == "f" else numbers[0])]
    named = [word for word in words if text.endswith(word)]
    if words:
        word = words[max(named, key=len)] if named else "honours"
        return [word] if key == "special" else word
    return number(numbers[0]) if numbers else True


# ---- the table ----


def table_of(typed: Typed) -> Json:
    """Returns the keys of a deal about the rules. Raises MinggError."""
    try:
        table = rules_of(typed.get("rules", ""), typed.get("options", ()))
    except Refused as error:
        raise MinggError("; ".join(error.message.splitlines()), "/rules") from None
    if "players" in typed:
        table["players"] = _whole(typed["players"], "/players")
    if "round" in typed:
        table["round"] = seat_of(typed["round"])
    return table


def rules_of(text: str, options: Sequence[str], also: Iterable[str] = ()) -> Json:
    """Returns the keys of a deal for a rule set or a file of house rules, with options such as NAME=VALUE. also: other
    words that may be meant. Raises MinggError, and BadFile for mistakes in the file."""
    name, sets = rule_set_of(text), json_answers.RULE_SETS
    table: Json = {"rules": name}
    if name not in sets and (name.endswith(".toml") or os.path.isfile(name)):
        # Imported here: it takes as long as all the rest, and few deals name a file.
        from mingg_host.scoring import house

        table = house.read(name).keys()
    elif name not in sets:
        problem = f"no such rule set: {name}{meant(name, (*sets, *also))}" if name else "the rule set is missing"
        raise MinggError(f"{problem}. Choose one of {', '.join(sets)}, or a file of house rules, *.toml", "/rules")
    agreed = dict(_option(option, table["rules"]) for option in options)
    if len(agreed) < len(options):
        raise MinggError("an option is given twice. Leave one out.", "/options")
    agreed = {**table.get("options", {}), **agreed}
    return {**table, "options": agreed} if agreed else table


def _option(words: str, rule_set: str) -> tuple[str, Any]:
    """Splits NAME=VALUE. NAME alone means true. The option decides the type of a value: "off" is a word for one option,
    and false for another."""
    from mingg_scoring import figures

    name, equals, text = words.partition("=")
    name, text = word_of(name), text.strip().strip('"').lower()
    known = figures.options_of(rule_set)
    if name not in known and meant(name, known):
        raise MinggError(f"{rule_set} has no such option{meant(name, known)}. Leave it out.", f"/options/{name}")
    if not equals:
        return name, True
    return name, text if text in known.get(name, ()) else _SWITCH.get(text, number(text, f"/options/{name}"))


# ---- the deal ----


def play(typed: Typed) -> Played:
    """Reads and scores a typed deal. Raises MinggError."""
    deal, notes = read(typed)
    played = json_answers.play(deal)
    silent = "".join(seat for seat in SEATS[played.rules.players] if seat not in deal["hands"])
    if silent and deal["winner"] is not None:
        notes.append(("silent", silent))
    played.notes = tuple(notes)
    return played


def read(typed: Typed) -> tuple[Json, list[tuple[str, str]]]:
    """Returns the deal in JSON, and the assumptions about parts that were not typed. Raises MinggError for wrong rules,
    and for an ambiguous word."""
    notes: list[tuple[str, str]] = []
    winner = winner_of(typed.get("winner", NOBODY))
    texts = _written(typed.get("hands", ()), winner)
    deal = table_of(typed)
    rules = json_answers.in_force(deal)  # what is wrong here comes before what is wrong in the hands
    deal["winner"] = None if winner == NOBODY else winner
    deal["hands"] = _hands(typed, texts, deal, rules, notes)
    if deal["winner"] is not None:
        deal["win"] = _win(typed, deal, notes)
    elif part := next((part for part in _OF_A_WIN if typed.get(part)), None):
        raise MinggError("nobody has won. Leave this out, or name the winner.", f"/win/{part}")
    for part in ("kongs", "streak"):
        if typed.get(part):
            deal[part] = _whole(typed[part], f"/{part}")
    if typed.get("liable"):
        deal["liable"] = [_liable(words) for words in typed["liable"]]
    if "ending" in typed:
        deal.update(_ending(typed["ending"]))
    return deal, notes


def looks_typed(words: Iterable[str]) -> bool:
    """True if the words are hands, not file names."""
    try:
        return all(seat or _size(text) > 0 for seat, text in _written(words, NOBODY).items())
    except ValueError:
        return True


_KEYS = ("flower", "set", "for", *(row.key for row in keys.HAND))  # a hand may have = behind them
_SEAT = re.compile(rf"(?:^|(?<=[\s,]))(?!(?i:{'|'.join(_KEYS)})\b)([A-Za-z]+)\s*[=:]")
_DEAD = re.compile(r"\s*(dead|short|long)\b[\s,]*", re.IGNORECASE)


def _written(words: Iterable[str], winner: str) -> dict[str, str]:
    """Returns the text of each hand by seat. "": the hand without a seat."""
    texts: dict[str, str] = {}
    seat = ""
    for word in words:
        text, *more = _SEAT.split(narrow(word))
        if _is_whole(text) and texts.get(seat) and (_DEAD.match(text) or not _DEAD.fullmatch(texts[seat])):
            raise _seatless(text, winner, texts)
        texts[seat] = f"{texts.get(seat, '')} {text}".strip()
        for name, text in zip(more[::2], more[1::2], strict=True):
            seat = seat_of(name)
            if seat not in SEATS[4]:
                near = meant(name.lower(), (*_SEAT_WORDS, *_KEYS))
                raise MinggError(f"no such seat: {name}{near}. Write E=, S=, W= or N= before a hand.", "/hands")
            if seat in texts:
                raise MinggError("this hand is written twice. Leave one out.", f"/hands/{seat}")
            texts[seat] = text.strip(" ,")
    return texts if texts.get("") else {seat: text for seat, text in texts.items() if seat}


def _is_whole(text: str) -> bool:
    """Whether the text is a hand, not a part of one."""
    return bool(_DEAD.match(text)) or text.strip().lower() == NOTHING or _size(text) >= _WINNING_SIZE - 1


def _seatless(text: str, winner: str, others: dict[str, str]) -> MinggError:
    taken = {*others, winner} if _DEAD.match(text) or others.get("") else set(others)
    example = next((seat for seat in (winner, *SEATS[4]) if seat in SEATS[4] and seat not in taken), "E")
    message = f"the seat of the hand {text} is missing. Write for example {example}={shlex.quote(text)}"
    return MinggError(message, "/hands")


def _hands(typed: Typed, texts: dict[str, str], deal: Json, rules: Rules, notes: list[tuple[str, str]]) -> Json:
    """Reads the hands. If no winner was named, it is the only hand with enough tiles, or the only hand."""
    winner = deal["winner"]
    asks = "winner" not in typed and "ending" not in typed
    unnamed = texts.pop("", None)
    if unnamed is not None and not asks:
        if winner is None:
            raise _seatless(unnamed, NOBODY, texts)
        if winner in texts:
            raise MinggError(f"written twice: as {winner}=, and without a seat. Leave one out.", f"/hands/{winner}")
        texts[winner] = unnamed
    if winner in SEATS[4] and winner not in texts:
        raise MinggError(f"the winner's hand is missing. Write it first, or after {winner}=", f"/hands/{winner}")
    hands = {seat: _hand(texts[seat], f"/hands/{seat}", rules) for seat in sorted(texts, key="ESWN".find)}
    if asks:
        deal["winner"] = _only_winner(typed, hands if unnamed is None else {})
        notes.append(("winner", deal["winner"]))
    return hands


def _hand(text: str, place: str, rules: Rules) -> Json:
    hand: Json = {}
    if dead := _DEAD.match(text):
        hand["dead"] = dead[1].lower() == "dead" or dead[1].lower()
        text = text[dead.end() :]
    if not text and not dead:
        raise MinggError(f"the hand has no tiles. Write them, or {NOTHING} if nothing in it counts.", place)
    try:
        if text.lower() == NOTHING:
            hand["sets"] = []
        elif text:
            hand["tiles"] = tiles(text)
    except ValueError as no_tile:
        try:
            words = words_of(text, rules)
        except ValueError as error:
            raise MinggError(str(error), place) from None
        if words is None:
            raise MinggError(str(no_tile), place) from None
        hand.update(words)
    return hand


def _only_winner(typed: Typed, hands: Json) -> str:
    alive = [seat for seat, hand in hands.items() if "dead" not in hand]
    winners = [seat for seat in alive if len(alive) == 1 or _size(hands[seat].get("tiles", "")) == _WINNING_SIZE]
    if len(winners) != 1 or "by" not in typed:
        raise MinggError(f"who won is missing. Add E, S, W, N, or {NOBODY}", "/winner")
    return winners[0]


def _size(text: str) -> int:
    """Returns how many tiles a text has; 0 for other text."""
    try:
        return parse(tiles(text)).size()
    except ValueError:
        return 0


# ---- the win, and rare parts of a deal ----


def _win(typed: Typed, deal: Json, notes: list[tuple[str, str]]) -> Json:
    opening = opening_of(typed["opening"]) if "opening" in typed else None
    by = way_of(typed.get("by") or _BY.get(opening or "", ""))
    win: Json = {"by": by} if by else {}
    if "from" in typed:
        win["from"] = seat_of(typed["from"])
    elif deal.get("players") == 2 and by in ("discard", "rob"):
        win["from"] = next(seat for seat in SEATS[2] if seat != deal["winner"])
    if opening is not None:
        win["opening"] = opening
    win.update((flag, True) for flag in FLAGS if typed.get(flag))
    try:
        won_with = (
            tile(typed["tile"]) if "tile" in typed else last(deal["hands"].get(deal["winner"], {}).get("tiles", ""))
        )
    except ValueError as error:
        raise MinggError(str(error), "/win/tile" if "tile" in typed else f"/hands/{deal['winner']}") from None
    if won_with is not None:
        win["tile"] = won_with
        if "tile" not in typed and opening != "original":
            notes.append(("tile", won_with))
    return win


def _ending(text: str) -> Json:
    """Reads how a deal without a winner ended: false_win=S, or false_win=S,50, or washing=S,11."""
    name, _, rest = text.partition("=")
    ending = word_of(name)
    if ending not in ENDINGS:
        raise MinggError(f"no such ending. Use {', '.join(ENDINGS)}, as in false_win=S or washing=S,11", "/ending")
    seat, *numbers = [part.strip() for part in rest.split(",")]
    counted = ending in ("washing", "mummies")
    if len(numbers) > (counted or ending == "false_win") or (counted and not numbers):
        what = f"a seat and a number of different 1 9 honours: {ending}=S,11" if counted else f"a seat: {ending}=S"
        raise MinggError(f"use {what}", f"/{ending}")
    if counted:
        return {ending: {"seat": seat_of(seat), "majors": _whole(numbers[0], f"/{ending}/majors")}}
    prices = [word_of(price) if price.isalpha() else _whole(price, "/price") for price in numbers]
    return {ending: seat_of(seat), **({"price": prices[0]} if prices else {})}


def _liable(words: str) -> Json:
    """Reads a liable player: S, S=half, or S=full,feeding."""
    seat, _, rest = words.partition("=")
    share, _, why = (part.strip().lower() for part in rest.partition(","))
    return {"seat": seat_of(seat), "share": share or "full", **({"why": why} if why else {})}


# ---- back into words ----


def option_of(key: str) -> str:
    """Returns the option of a key of the win."""
    return "--" + key.replace("_", "-")


def where(place: str) -> str:
    """Returns a place in the deal in words of the command line."""
    part, *inner = place.split("/")[1:] or [""]
    if part == "hands" and inner:
        seat, *rest = (step.replace("_", " ") for step in inner if step != "tiles")
        nth = f", number {int(rest[1]) + 1}" if rest[1:] and rest[1].isdecimal() else ""
        return f"{WIND_NAMES.get(seat, seat)}'s hand{f': {rest[0]}{nth}' if rest else ''}"
    if part == "hands":
        return ""  # of no option
    if part == "win":
        return option_of(inner[0] if inner and inner[0] else "by")
    if part in ENDINGS:
        return f"--ending {part}"
    if part == "price":
        return "--ending, the price"
    option = {"options": "option", "house": "rules"}.get(part, part)
    return f"--{' '.join([option, *inner[:1]]) if part == 'options' else option}" if part else ""


def said(message: str) -> str:
    """Returns a message about JSON in words of the command line."""
    for in_json, in_words in (*_SAID.items(), *((row.key, plain(row.key)) for row in keys.HAND)):
        message = message.replace(in_json, in_words)
    return message
