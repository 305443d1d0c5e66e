"""Asks for a deal, question by question. It checks each answer at once, and asks again after an impossible one."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import click
from mingg_scoring import figures, json_answers
from mingg_scoring.json_answers import WIND_NAMES, Played
from mingg_scoring.json_text import MinggError

from mingg_host.common.output import Stopped
from mingg_host.scoring import typed
from mingg_host.scoring.score_sheet import in_words
from mingg_host.scoring.typed import ENDINGS, FLAGS, NOBODY, OPENINGS, SEATS, WAYS, Typed

BACK, HELP, DRAW = "back", "?", "draw"
ABOUT = f"Enter takes the answer in [ ]. {HELP} explains, {BACK} goes back one question, Ctrl-C ends."
HAND_HELP = (
    "Its tiles: (222p) is an exposed pung, [1111z] is a concealed kong, 567s 11z is in the hand, 1f is a flower.\n"
    "m, p, s are characters, dots, bamboo; E S W N are winds, R G Wh dragons.\n"
    "Or what counts, as on a card: pungs=1,0,0,1 (exposed 2-8, concealed 2-8, exposed 1 9 honour,\n"
    "concealed 1 9 honour) kongs=0,0,1,0 dragons=1 seat-wind=1 pairs=dragon suit=half flowers=1,5 only-place.\n"
    "Or score=24, where that alone is known."
)


def ask() -> tuple[Typed, Played]:
    """Returns what was typed, and the deal. Raises Stopped."""
    click.echo(ABOUT, err=True)
    answers: list[str] = []
    while True:
        talk = _Talk(answers)
        try:
            _ask_all(talk)
            return talk.typed, typed.play(talk.typed)
        except _BackError:
            del answers[-1:]
        except MinggError as error:
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
        self.typed: Typed = {}
        self._given = iter(list(answers))
        self._places: list[str] = []  # that were asked for, as JSON Pointers

    def ask(
        self,
        prompt: str,
        option: str,
        *places: str,
        word: Callable[[str], Any] = str,
        default: str | None = "",
        always: bool = False,
        help: str = "There is no more to say of it.",
    ) -> None:
        """Asks a question until its answer is possible.

        option: what the answer sets. places: in the deal, besides that of the option. word: reads an answer; a
        dictionary sets several options. default: the answer for Enter alone, which sets nothing, unless `always`; None:
        an answer is necessary.
        """
        self._places += (typed.place_of(option), *places)

        def changed(text: str) -> Typed:
            if text == default and not always:
                return self.typed
            value = word(text)
            return {**self.typed, **(value if isinstance(value, dict) else {option: value})}

        given = next(self._given, None)
        if given is not None:
            self.typed = changed(given)
            return
        while True:
            text: str = click.prompt(prompt, default=default, show_default=bool(default), err=True).strip()
            if text.lower() == BACK:
                raise _BackError
            wrong = help if text == HELP else self._wrong(changed(text))
            if not wrong:
                self.typed = changed(text)
                self.answers.append(text)
                return
            click.echo(wrong, err=True)

    def _wrong(self, answered: Typed) -> str:
        """Returns what is wrong with the deal so far, or "". Parts that later questions ask for may be missing."""
        try:
            typed.play({"winner": NOBODY, **answered})
        except MinggError as error:
            if any(f"{error.place}/".startswith(f"{place}/") for place in self._places):
                return _said(error)
        return ""


def _said(error: MinggError) -> str:
    return f"{typed.where(error.place).removeprefix('--')}: {in_words(typed.said(error.message))}"


# ---- the questions ----


def _rare(text: str) -> Typed:
    """Returns the options for a rare way to win."""
    word = typed.word_of(text)
    return {word: True} if word in FLAGS else {} if word == "no" else {"opening": typed.opening_of(text)}


def _ask_all(talk: _Talk) -> None:
    talk.ask(
        f"Rules ({', '.join(json_answers.RULE_SETS)}, or a file of house rules)",
        "rules",
        word=typed.rule_set_of,
        default="babcock",
        always=True,
        help="\n".join(f"  {line['id']}: {line['book']}" for line in figures.rule_sets()),
    )
    options = figures.rule_set(typed.table_of(talk.typed))["options"]
    talk.ask(
        "Options agreed (Enter: none)",
        "options",
        word=lambda text: tuple(typed.words_in(text.replace(",", " "))),
        help="Blanks between them, and as NAME=VALUE where it is no switch:\n"
        + "\n".join(f"  {option['name']}: {option['does']}" for option in options),
    )
    talk.ask(f"Players ({', '.join(map(str, SEATS))})", "players", default="4")
    rules = json_answers.in_force(typed.table_of(talk.typed))
    seats = ", ".join(SEATS[rules.players])
    talk.ask(f"Round ({seats})", "round", word=typed.seat_of, default="E")
    talk.ask(
        f"Who won ({seats}, {NOBODY})",
        "winner",
        word=typed.winner_of,
        default=None,
        help=f"The winner's seat wind in this deal. East is who dealt. {NOBODY}: a draw, or another end.",
    )
    if talk.typed["winner"] == NOBODY:
        _ask_ending(talk, rules)
    else:
        _ask_win(talk, rules, talk.typed["winner"])


def _ask_ending(talk: _Talk, rules: Any) -> None:
    talk.ask(
        f"How did it end ({DRAW}; or NAME=SEAT of {', '.join(ENDINGS)})",
        "ending",
        *(f"/{ending}" for ending in ENDINGS),
        default=DRAW,
        help="As false_win=S, or washing=S,11: South washes eleven different 1 9 honours.",
    )
    if "ending" not in talk.typed and rules.kong_passes():
        why = "By this book East passes after a draw in which one was declared."
        talk.ask("Kongs declared", "kongs", default="0", help=why)


def _ask_win(talk: _Talk, rules: Any, winner: str) -> None:
    losers = [seat for seat in SEATS[rules.players] if seat != winner]
    talk.ask(
        f"How ({', '.join(WAYS)})",
        "by",
        word=typed.way_of,
        default=WAYS[0],
        always=True,
        help="A discard claimed, drawn from the wall, a loose tile after a kong or a flower, a kong robbed.",
    )
    by = talk.typed["by"]
    drawn = by in ("draw", "loose")
    if not drawn:
        talk.ask(
            f"From whom ({', '.join(losers)})",
            "from",
            word=typed.seat_of,
            help="Whose discard, or whose kong. Enter: nobody knows, where that does not matter.",
        )
    marks = ["last"] * (drawn or (by == "discard" and rules.knows("last-discard")))
    marks += ["hidden"] * (drawn and rules.knows_hidden())
    marks += [key for key in rules.table["win_keys"] if key != "twofold" or by == "loose"]
    talk.ask(
        f"Anything rare ({', '.join((*marks, *OPENINGS, 'none'))})",
        "opening",
        *map(typed.place_of, FLAGS),
        word=_rare,
        default="none",
        help="last: the last tile of the wall; hidden: drawn and not shown; original: East's first\n"
        "fourteen; first-discard: on East's first discard; thirteen: declared before the first draw, by East\n"
        "with the first discard; call: an original call; twofold: the second of two loose tiles in a row.",
    )
    talk.ask(
        f"{WIND_NAMES[winner]}'s hand, with the winning tile (tiles, or what counts)",
        "hands",
        word=lambda text: (text,),
        default=None,
        help=HAND_HELP,
    )
    deal, _ = typed.read(talk.typed)
    if "tile" in deal["win"] and talk.typed.get("opening") != "original":
        why = "The tile that completed the hand, one of those in the hand."
        talk.ask("The winning tile", "tile", default=deal["win"]["tile"], always=True, help=why)
    for seat in losers:
        talk.ask(
            f"{WIND_NAMES[seat]}'s hand (tiles, what counts, or dead; Enter: nothing)",
            "hands",
            word=partial(_with_hand, talk.typed["hands"], seat),
            help=HAND_HELP,
        )
    if any(map(rules.on, ("insurance", "feeding", *(("discarder_pays",) * (not drawn))))):
        talk.ask(
            "Who is liable for the others (Enter: nobody)",
            "liable",
            word=lambda text: tuple(text.split()),
            help="A seat, S; for a half of it S=half, or two such, S=half W=half; S=full,feeding.",
        )
    if winner == "E" and rules.on("nine_easts"):
        talk.ask("Deals running that East has won, with this one", "streak", default="1")


def _with_hand(hands: tuple[str, ...], seat: str, text: str) -> tuple[str, ...]:
    return (*hands, f"{seat}={text}")
