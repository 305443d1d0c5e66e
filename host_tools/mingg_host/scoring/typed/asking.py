"""Asks for a deal, question by question. It checks each answer at once, and asks again after an impossible one."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

import click
from mingg.core.deal.deal import ENDINGS, OPENINGS, WAYS
from mingg.core.deal.winds import ROUNDS, SEATS, WINDS
from mingg.core.interchange.deals import MODERN_FLAGS
from mingg.core.interchange.json_in import BadInput
from mingg.core.rules import Rules, load
from mingg.core.rules.books import RULE_SETS
from mingg.core.rules.modern import MODERN
from mingg.core.rules.options import offered
from mingg.lang import option_does

from mingg_host.common.stopped import Stopped
from mingg_host.scoring.played_deal import Played
from mingg_host.scoring.typed import cards, tiles
from mingg_host.scoring.typed.cards import word_of
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

BACK, HELP, DRAW = "back", "?", "draw"
ABOUT = f"Enter takes the answer in [ ]. {HELP} explains, {BACK} goes back one question, Ctrl-C ends."
HAND_HELP = (
    "Its tiles: (222p) is an exposed pung, [1111z] is a concealed kong, 567s 11z is in the hand, 1f is a flower.\n"
    "m, p, s are characters, dots, bamboo; E S W N are winds, R G Wh dragons.\n"
    "Or what counts, as on a card: pungs=1,0,0,1 (exposed 2-8, concealed 2-8, exposed 1 9 honour,\n"
    "concealed 1 9 honour) kongs=0,0,1,0 dragons=1 seat-wind=1 pairs=dragon suit=half flowers=1,5 only-place.\n"
    "Or score=24, where that alone is known."
)


@dataclass(frozen=True)
class Question:
    """prompt: the question. taken: adds an answer to the typed deal. places: in the deal, as JSON Pointers. default:
    the answer for Enter alone; None: an answer is necessary. wanted: True if the question applies."""

    prompt: Callable[[Typed], str]
    taken: Callable[[Typed, str], Typed]
    places: Callable[[Typed], tuple[str, ...]]
    default: Callable[[Typed], str | None] = lambda _: ""
    wanted: Callable[[Typed], bool] = lambda _: True
    help: Callable[[Typed], str] = lambda _: "There is no more to say of it."


def ask() -> tuple[Typed, Played, list[str]]:
    """Returns what was typed, the deal, and its notes. Raises Stopped."""
    click.echo(ABOUT, err=True)
    typed, questions = [Typed()], list[Question]()
    while (question := _next(typed[-1], questions)) is not None:
        try:
            answered = _answered(question, typed[-1])
        except (click.Abort, KeyboardInterrupt, EOFError):
            click.echo(err=True)
            raise Stopped("Stopped. Nothing was scored.") from None
        if answered is None:
            if questions:
                questions.pop()
                typed.pop()
        elif wrong := _wrong(answered, [*questions, question]):
            click.echo(wrong, err=True)
        else:
            questions.append(question)
            typed.append(answered)
    return typed[-1], *play(typed[-1])


def _next(typed: Typed, questions: list[Question]) -> Question | None:
    index = QUESTIONS.index(questions[-1]) + 1 if questions else 0
    return next((question for question in QUESTIONS[index:] if question.wanted(typed)), None)


def _answered(question: Question, typed: Typed) -> Typed | None:
    """Returns the typed deal with the answer, or None to go back."""
    default = question.default(typed)
    while True:
        text: str = click.prompt(question.prompt(typed), default=default, show_default=bool(default), err=True)
        text = text.strip()
        if text == HELP:
            click.echo(question.help(typed), err=True)
        elif text.lower() == BACK:
            return None
        else:
            return question.taken(typed, text)


def _wrong(typed: Typed, questions: list[Question]) -> str:
    """Returns what is wrong with the deal so far, or "". Parts that later questions ask for may be missing."""
    try:
        play(typed if typed.winner else replace(typed, winner=NOBODY))
    except BadInput as error:
        known = [place for question in questions for place in question.places(typed)]
        if (
            any(error.pointer == prefix or error.pointer.startswith(prefix + "/") for prefix in known)
            or _next(typed, questions) is None
        ):
            return f"{where(error.pointer).removeprefix('--')}: {error.message}"
    return ""


# ---- earlier answers ----


def _rules(typed: Typed) -> Rules:
    return read(Typed(rules=typed.rules, options=typed.options, players=typed.players, winner=NOBODY)).rules


def _seats(typed: Typed) -> tuple[str, ...]:
    return SEATS[_rules(typed).players]


def _won(typed: Typed) -> bool:
    return typed.winner in list(WINDS)


def _drawn(typed: Typed) -> bool:
    return typed.by in ("draw", "loose")


def _last(typed: Typed) -> str | None:
    """Returns the last tile of the winner's hand, or None for a card."""
    tiles_text = read(typed).deal.tiles.get(typed.winner or "")
    return None if tiles_text is None else tiles.last(tiles_text)


def _options_help(typed: Typed) -> str:
    rows = offered(_rules(typed))
    return "Blanks between them, and as NAME=VALUE where it is no switch:\n" + "\n".join(
        f"  {name}: {option_does(name)}" for name, _, _, _ in rows
    )


# ---- the questions ----


def _into(field: str, word: Callable[[str], str] = str, usual: str = "") -> Callable[[Typed, str], Typed]:
    """Returns a function that puts an answer into this field, or None for the usual answer."""

    def taken(typed: Typed, text: str) -> Typed:
        answer = word(text)
        value: Any = None if answer == usual else answer
        return replace(typed, **{field: value})

    return taken


def _take_rare(typed: Typed, text: str) -> Typed:
    word = word_of(text)
    flags: dict[str, Any] = {flag: word == flag for flag in ("last", "hidden", *MODERN_FLAGS)}
    opening = None if word in ("no", "none", *flags) else word.replace("_", "-")
    return replace(typed, opening=opening, **flags)


def _rare(typed: Typed) -> list[str]:
    """Returns the words for rare ways to win by the rules in force."""
    rules, drawn = _rules(typed), _drawn(typed)
    marks = ["last"] if drawn or (typed.by == "discard" and rules.knows("last-discard")) else []
    more = [key for key in rules.table.get("win_keys", ()) if key != "twofold" or typed.by == "loose"]
    return [*marks, *(["hidden"] if drawn and rules.knows_hidden() else []), *more, *OPENINGS, "none"]


def _take_options(typed: Typed, text: str) -> Typed:
    return replace(typed, options=tuple(cards.words_in(text.replace(",", " "))))


def _hand_of(seat: str) -> Question:
    """Returns the question about a loser's hand."""
    return Question(
        prompt=lambda _: f"{NAMES[seat]}'s hand (tiles, what counts, or dead; Enter: nothing)",
        taken=lambda typed, text: replace(typed, hands=(*typed.hands, f"{seat}={text}")) if text else typed,
        places=lambda _: ("/hands",),
        wanted=lambda typed: _won(typed) and typed.winner != seat and seat in _seats(typed),
        help=lambda _: HAND_HELP,
    )


QUESTIONS = (
    Question(
        prompt=lambda _: f"Rules ({', '.join(RULE_SETS + MODERN)}, or a file of house rules)",
        taken=_into("rules", rule_set_of),
        places=lambda _: ("/rules",),
        default=lambda _: "babcock",
        help=lambda _: "\n".join(f"  {rules.id}: {rules.book}" for rules in map(load, RULE_SETS + MODERN)),
    ),
    Question(
        prompt=lambda _: "Options agreed (Enter: none)",
        taken=_take_options,
        places=lambda _: ("/options",),
        help=_options_help,
    ),
    Question(
        prompt=lambda _: f"Players ({', '.join(map(str, SEATS))})",
        taken=_into("players", usual="4"),
        places=lambda _: ("/players",),
        default=lambda _: "4",
    ),
    Question(
        prompt=lambda typed: f"Round ({', '.join(dict.fromkeys(ROUNDS[_rules(typed).players]))})",
        taken=_into("round", seat_of, usual="E"),
        places=lambda _: ("/round",),
        default=lambda _: "E",
    ),
    Question(
        prompt=lambda typed: f"Who won ({', '.join(_seats(typed))}, {NOBODY})",
        taken=_into("winner", winner_of),
        places=lambda _: ("/winner",),
        default=lambda _: None,
        help=lambda _: f"The winner's seat wind in this deal. East is who dealt. {NOBODY}: a draw, or another end.",
    ),
    # if nobody has won
    Question(
        prompt=lambda _: f"How did it end ({DRAW}; or NAME=SEAT of {', '.join(ENDINGS)})",
        taken=_into("ending", usual=DRAW),
        places=lambda _: ("/ending", *(f"/{ending}" for ending in ENDINGS)),
        default=lambda _: DRAW,
        wanted=lambda typed: typed.winner == NOBODY,
        help=lambda _: "As false_win=S, or washing=S,11: South washes eleven different 1 9 honours.",
    ),
    Question(
        prompt=lambda _: "Kongs declared",
        taken=_into("kongs", usual="0"),
        places=lambda _: ("/kongs",),
        default=lambda _: "0",
        wanted=lambda typed: typed.winner == NOBODY and typed.ending is None and _rules(typed).kong_passes(),
        help=lambda _: "By this book East passes after a draw in which one was declared.",
    ),
    # if a player has won
    Question(
        prompt=lambda _: f"How ({', '.join(WAYS)})",
        taken=_into("by", way_of),
        places=lambda _: ("/win/by",),
        default=lambda _: WAYS[0],
        wanted=_won,
        help=lambda _: "A discard claimed, drawn from the wall, a loose tile after a kong or a flower, a kong robbed.",
    ),
    Question(
        prompt=lambda typed: f"From whom ({', '.join(seat for seat in _seats(typed) if seat != typed.winner)})",
        taken=_into("source", seat_of),
        places=lambda _: ("/win/from",),
        wanted=lambda typed: _won(typed) and not _drawn(typed),
        help=lambda _: "Whose discard, or whose kong. Enter: nobody knows, where that does not matter.",
    ),
    Question(
        prompt=lambda typed: f"Anything rare ({', '.join(_rare(typed))})",
        taken=_take_rare,
        places=lambda _: ("/win/last", "/win/hidden", "/win/opening", *(f"/win/{flag}" for flag in MODERN_FLAGS)),
        default=lambda _: "none",
        wanted=_won,
        help=lambda _: (
            "last: the last tile of the wall; hidden: drawn and not shown; original: East's first\n"
            "fourteen; first-discard: on East's first discard; thirteen: declared before the first draw, by East\n"
            "with the first discard; call: an original call; twofold: the second of two loose tiles in a row."
        ),
    ),
    Question(
        prompt=lambda typed: f"{NAMES[typed.winner or '']}'s hand, with the winning tile (tiles, or what counts)",
        taken=lambda typed, text: replace(typed, hands=(text,)),
        places=lambda typed: ("/hands",),
        default=lambda _: None,
        wanted=_won,
        help=lambda _: HAND_HELP,
    ),
    Question(
        prompt=lambda _: "The winning tile",
        taken=_into("tile"),
        places=lambda _: ("/win/tile",),
        default=_last,
        wanted=lambda typed: _won(typed) and _last(typed) is not None and typed.opening != "original",
        help=lambda _: "The tile that completed the hand, one of those in the hand.",
    ),
    *map(_hand_of, WINDS),
    Question(
        prompt=lambda _: "Who is liable for the others (Enter: nobody)",
        taken=lambda typed, text: replace(typed, liable=tuple(text.split())),
        places=lambda _: ("/liable",),
        wanted=lambda typed: (
            _won(typed)
            and any(
                _rules(typed).on(option)
                for option in ("insurance", "feeding", *(() if _drawn(typed) else ("discarder_pays",)))
            )
        ),
        help=lambda _: "A seat, S; for a half of it S=half, or two such, S=half W=half; S=full,feeding.",
    ),
    Question(
        prompt=lambda _: "Deals running that East has won, with this one",
        taken=_into("streak", usual="1"),
        places=lambda _: ("/streak",),
        default=lambda _: "1",
        wanted=lambda typed: typed.winner == "E" and bool(_rules(typed).on("nine_easts")),
    ),
)
