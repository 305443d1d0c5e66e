"""Asks for a deal, question by question. It checks each answer at once, and asks again after an impossible one."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import click
from mingg.core.deal.deal import DRAWN, ENDINGS, OPENINGS, ROUNDS, SEATS, WAYS
from mingg.core.interchange.deals import SELDOM_FLAGS, WIN_FLAGS
from mingg.core.interchange.json_in import BadInput
from mingg.core.rules import Rules, load
from mingg.core.rules.books import RULE_SETS
from mingg.core.rules.options import offered
from mingg.lang import option_does
from mingg_scoring.played_deal import Played

from mingg_host.common.output import Stopped
from mingg_host.scoring.tile_words import in_words
from mingg_host.scoring.typed import hands
from mingg_host.scoring.typed.deal import (
    NAMES,
    NOBODY,
    Typed,
    play,
    read,
    rule_set_of,
    seat_of,
    way_of,
    where,
    winner_of,
)
from mingg_host.scoring.typed.hands import word_of, words_in

BACK, HELP, DRAW = "back", "?", "draw"
ABOUT = f"Enter takes the answer in [ ]. {HELP} explains, {BACK} goes back one question, Ctrl-C ends."
HAND_HELP = (
    "Its tiles: (222p) is an exposed pung, [1111z] is a concealed kong, 567s 11z is in the hand, 1f is a flower.\n"
    "m, p, s are characters, dots, bamboo; E S W N are winds, R G Wh dragons.\n"
    "Or what counts, as on a card: pungs=1,0,0,1 (exposed 2-8, concealed 2-8, exposed 1 9 honour,\n"
    "concealed 1 9 honour) kongs=0,0,1,0 dragons=1 seat-wind=1 pairs=dragon suit=half flowers=1,5 only-place.\n"
    "Or score=24, where that alone is known."
)


Fields = dict[str, Any]  # of Typed


def ask() -> tuple[Typed, Played]:
    """Returns what was typed, and the deal. Raises Stopped."""
    click.echo(ABOUT, err=True)
    answers: list[str] = []
    while True:
        talk = _Talk(answers)
        try:
            _ask_all(talk)
            return talk.typed, play(talk.typed)
        except _BackError:
            del answers[-1:]
        except BadInput as error:
            click.echo(_said(error), err=True)
            answers.pop()
        except (click.Abort, KeyboardInterrupt, EOFError):
            click.echo(err=True)
            raise Stopped("Stopped. Nothing was scored.") from None


class _BackError(Exception):
    """The question before is asked again."""


class _Talk:
    """What was typed so far. answers: to the first questions, which are not asked again."""

    def __init__(self, answers: list[str]) -> None:
        self.answers = answers
        self.typed = Typed()
        self._given = iter(list(answers))
        self._places: list[str] = []  # that were asked for, as JSON Pointers

    def rules(self) -> Rules:
        return read(
            replace(
                Typed(), rules=self.typed.rules, options=self.typed.options, players=self.typed.players, winner=NOBODY
            )
        ).rules

    def ask(
        self,
        prompt: str,
        fields: Callable[[str], Fields],
        *places: str,
        default: str | None = "",
        help: str = "There is no more to say of it.",
    ) -> None:
        """Asks a question until its answer is possible.

        fields: returns what an answer changes. places: in the deal. default: the answer for Enter alone; None: an
        answer is necessary.
        """
        self._places += places
        given = next(self._given, None)
        if given is not None:
            self.typed = replace(self.typed, **fields(given))
            return
        while True:
            text: str = click.prompt(prompt, default=default, show_default=bool(default), err=True).strip()
            if text.lower() == BACK:
                raise _BackError
            typed = self.typed if text == HELP else replace(self.typed, **fields(text))
            wrong = help if text == HELP else self._wrong(typed)
            if not wrong:
                self.typed = typed
                self.answers.append(text)
                return
            click.echo(wrong, err=True)

    def _wrong(self, typed: Typed) -> str:
        """Returns what is wrong with the deal so far, or "". Parts that later questions ask for may be missing."""
        try:
            play(typed if typed.winner else replace(typed, winner=NOBODY))
        except BadInput as error:
            if any(f"{error.pointer}/".startswith(f"{place}/") for place in self._places):
                return _said(error)
        return ""


def _said(error: BadInput) -> str:
    return f"{where(error.pointer).removeprefix('--')}: {in_words(error.message)}"


# ---- the questions ----


def _into(field: str, word: Callable[[str], str] = str, usual: str = "") -> Callable[[str], Fields]:
    """Returns a function that puts an answer into this field, or None for the usual answer."""
    return lambda text: {field: None if word(text) == usual else word(text)}


def _also(hands: tuple[str, ...], seat: str) -> Callable[[str], Fields]:
    """Returns a function that adds a loser's hand."""
    return lambda text: {"hands": (*hands, f"{seat}={text}")} if text else {}


def _rare(text: str) -> Fields:
    """Returns the fields of a rare way to win."""
    word = word_of(text)
    flags: Fields = {flag: word == flag for flag in (*WIN_FLAGS, *SELDOM_FLAGS)}
    return {**flags, "opening": None if word in ("no", "none", *flags) else word.replace("_", "-")}


def _ask_all(talk: _Talk) -> None:
    talk.ask(
        f"Rules ({', '.join(RULE_SETS)}, or a file of house rules)",
        _into("rules", rule_set_of),
        "/rules",
        default="babcock",
        help="\n".join(f"  {rules.id}: {rules.book}" for rules in map(load, RULE_SETS)),
    )
    talk.ask(
        "Options agreed (Enter: none)",
        lambda text: {"options": tuple(words_in(text.replace(",", " ")))},
        "/options",
        help="Blanks between them, and as NAME=VALUE where it is no switch:\n"
        + "\n".join(f"  {name}: {option_does(name)}" for name, _, _, _ in offered(talk.rules())),
    )
    talk.ask(f"Players ({', '.join(map(str, SEATS))})", _into("players", usual="4"), "/players", default="4")
    rules = talk.rules()
    seats = SEATS[rules.players]
    winds = ", ".join(dict.fromkeys(ROUNDS[rules.players]))
    talk.ask(f"Round ({winds})", _into("round", seat_of, "E"), "/round", default="E")
    talk.ask(
        f"Who won ({', '.join(seats)}, {NOBODY})",
        _into("winner", winner_of),
        "/winner",
        default=None,
        help=f"The winner's seat wind in this deal. East is who dealt. {NOBODY}: a draw, or another end.",
    )
    if talk.typed.winner == NOBODY:
        _ask_ending(talk, rules)
    else:
        _ask_win(talk, rules, seats, talk.typed.winner or "")


def _ask_ending(talk: _Talk, rules: Rules) -> None:
    talk.ask(
        f"How did it end ({DRAW}; or NAME=SEAT of {', '.join(ENDINGS)})",
        _into("ending", usual=DRAW),
        "/ending",
        *(f"/{ending}" for ending in ENDINGS),
        default=DRAW,
        help="As false_win=S, or washing=S,11: South washes eleven different 1 9 honours.",
    )
    if talk.typed.ending is None and rules.kong_passes():
        talk.ask(
            "Kongs declared",
            _into("kongs", usual="0"),
            "/kongs",
            default="0",
            help="By this book East passes after a draw in which one was declared.",
        )


def _ask_win(talk: _Talk, rules: Rules, seats: tuple[str, ...], winner: str) -> None:
    losers = [seat for seat in seats if seat != winner]
    talk.ask(
        f"How ({', '.join(WAYS)})",
        _into("by", way_of),
        "/win/by",
        default=WAYS[0],
        help="A discard claimed, drawn from the wall, a loose tile after a kong or a flower, a kong robbed.",
    )
    by = talk.typed.by or ""
    if by not in DRAWN:
        talk.ask(
            f"From whom ({', '.join(losers)})",
            _into("source", seat_of),
            "/win/from",
            help="Whose discard, or whose kong. Enter: nobody knows, where that does not matter.",
        )
    marks = ["last"] * (by in DRAWN or (by == "discard" and rules.knows("last-discard")))
    marks += ["hidden"] * (by in DRAWN and rules.knows_hidden())
    marks += [key for key in rules.table["win_keys"] if key != "twofold" or by == "loose"]
    talk.ask(
        f"Anything rare ({', '.join((*marks, *OPENINGS, 'none'))})",
        _rare,
        *(f"/win/{key}" for key in ("opening", *WIN_FLAGS, *SELDOM_FLAGS)),
        default="none",
        help="last: the last tile of the wall; hidden: drawn and not shown; original: East's first\n"
        "fourteen; first-discard: on East's first discard; thirteen: declared before the first draw, by East\n"
        "with the first discard; call: an original call; twofold: the second of two loose tiles in a row.",
    )
    talk.ask(
        f"{NAMES[winner]}'s hand, with the winning tile (tiles, or what counts)",
        lambda text: {"hands": (text,)},
        "/hands",
        default=None,
        help=HAND_HELP,
    )
    last = hands.last(read(talk.typed).deal.tiles.get(winner, ""))
    if last is not None and talk.typed.opening != "original":
        talk.ask(
            "The winning tile",
            _into("tile"),
            "/win/tile",
            default=last,
            help="The tile that completed the hand, one of those in the hand.",
        )
    for seat in losers:
        talk.ask(
            f"{NAMES[seat]}'s hand (tiles, what counts, or dead; Enter: nothing)",
            _also(talk.typed.hands, seat),
            help=HAND_HELP,
        )
    if any(map(rules.on, ("insurance", "feeding", *(("discarder_pays",) * (by not in DRAWN))))):
        talk.ask(
            "Who is liable for the others (Enter: nobody)",
            lambda text: {"liable": tuple(text.split())},
            "/liable",
            help="A seat, S; for a half of it S=half, or two such, S=half W=half; S=full,feeding.",
        )
    if winner == "E" and rules.on("nine_easts"):
        talk.ask("Deals running that East has won, with this one", _into("streak", usual="1"), "/streak", default="1")
