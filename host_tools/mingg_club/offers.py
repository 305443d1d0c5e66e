"""What the director may do, as buttons: for each action its words, and what the director enters. `Course` carries it
out."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from mingg_host.evenings.sheets import BY

from mingg_club.decisions import Paper
from mingg_club.night import FIXED
from mingg_club.view import (
    CHOICE,
    EACH,
    LATE,
    LEFT,
    MAIN,
    MANY,
    NUMBER,
    PRESENT,
    RED,
    ROWS,
    TEXT,
    Button,
    DealView,
    Field,
)

Json = dict[str, Any]
Names = Sequence[str]

STATES = ((PRESENT, "present"), (LATE, "late"), (LEFT, "has left"))
GUEST = ((False, "for a rank"), (True, "as a guest, without a rank"))


def button(words: str, do: str, *fields: Field, says: str = "", look: str = "", **keys: Any) -> Button:
    """says: the text of its form. keys: of the action."""
    return Button(words, {"do": do, **keys}, fields, says, look)


def _choice(key: str, label: str, options: Sequence[object], value: object = None) -> Field:
    first = options[0] if value is None and options else value
    return Field(key, label, CHOICE, first[0] if isinstance(first, tuple) else first, options)


# ---- the night ----


def propose(movement: str) -> Button:
    words = "as before" if movement == FIXED else f"by the movement ({movement})"
    return button(words, "propose")


def draw() -> Button:
    return button("draw by lot", "draw")


def start(sitting: int) -> Button:
    return button(f"begin sitting {sitting}", "start", look=MAIN)


def move(names: Names, tables: int) -> Button:
    """names: of all who have a seat, or sit out."""
    to = [*names, *((number, f"table {number}") for number in range(1, tables + 2)), (0, "sits out")]
    fields = _choice("name", "player", names), _choice("to", "changes places with, or goes to", to)
    return button("move a player", "move", *fields)


def timer() -> Button:
    then = _choice("more", "then", [(True, "one deal more"), (False, "stop")])
    fields = (
        Field("minutes", "minutes, 0: none", NUMBER, 60),
        Field("warn", "signal, minutes before the end", NUMBER, 10),
        then,
    )
    return button("timer", "timer", *fields, says="From now on. The room and the tables see it.")


def end_all() -> Button:
    text = "The sitting ends now at all tables. Deals that are not finished do not count."
    return button("end the sitting", "end", says=text, look=RED)


def close() -> Button:
    return button("close the night", "close", says="The night is over, and its standing is final.", look=RED)


def take_over() -> Button:
    text = "This computer directs the night from now on. The other one only shows it."
    return button("take over", "take_over", says=text, look=MAIN)


def dismiss(key: str, words: str = "hide") -> Button:
    return button(words, "dismiss", key=key)


# ---- players ----


def add_player() -> Button:
    fields = Field("name", "name"), _choice("state", "is", STATES[:2]), _choice("guest", "plays", GUEST)
    return button("add a player", "player", *fields)


def is_now(name: str, state: str, guest: bool) -> Button:
    fields = _choice("state", f"{name} is", STATES, state), _choice("guest", "plays", GUEST, guest)
    return button("change", "player", *fields, name=name)


def are_here(names: Names) -> Button:
    if len(names) == 1:
        return button("is here", "player", names=names, state=PRESENT)
    return button("some are here", "player", Field("names", "here", MANY, (), names), state=PRESENT)


def check_in(names: Names) -> Button:
    text = "Nobody counts as here until you say so."
    return button("check players in", "player", says=text, names=names, state=LATE)


def test(t: int) -> Button:
    return button("test", "show", table=t, text=f"Test: this is table {t}.")


def penalty(name: str) -> Button:
    text = f"Points that {name} loses outside of play. They count in the standing."
    return button(
        "penalty", "penalty", Field("points", "points", NUMBER, 50), Field("why", "reason"), says=text, name=name
    )


# ---- a table ----


def dice(t: int, names: Names) -> list[Button]:
    """Those who are equal throw. The higher throw goes first."""
    throws = Field("throws", "throw", EACH, "", names)
    return [
        button(f"dice of table {t}", "throw", throws, says="The sum of the dice of each player.", look=MAIN, table=t),
        button("let the computer throw", "throw", table=t),
    ]


def pay(t: int, names: Names) -> Button:
    fields = _choice("from", "pays", names), _choice("to", "to", names, names[1]), Field("points", "points", NUMBER, 20)
    text = "One player of this table pays another. The device carries it out at Table."
    return button("penalty to another player", "pay", *fields, says=text, table=t)


def message(t: int = 0) -> Button:
    field = Field("text", "message", TEXT)
    return button("message", "show", field, table=t) if t else button("message to all tables", "show", field)


def undo_deal(t: int, record: int) -> Button:
    text = f"Table {t} takes back its last deal or payment."
    return button("take back the last deal", "undo_deal", says=text, table=t, record=record)


def reseat(t: int) -> Button:
    text = (
        f"For a new device: it seats the players of table {t} for the deals that are left. Those played before count."
    )
    return button("seat again", "reseat", says=text, table=t)


def changes(t: int, names: Names, free: Names, deal: int, sizes: Sequence[int]) -> list[Button]:
    """Who plays at a table may change. free: players without a seat. deal: the next one. sizes: those of a table."""
    own = _choice(
        "own",
        "points count for",
        [(False, "the player who is replaced"), (True, "the substitute: the player has left")],
    )
    number = Field("deal", "from deal", NUMBER, deal)
    found = []
    if not free:
        text = "All players of this night have a seat. Add another one, who may then take over a seat here."
        found.append(replace(add_player(), words="add a substitute", text=text))
    else:
        fields = _choice("player", "for", names), _choice("by", "plays", free), number, own
        found.append(button("substitute", "substitute", *fields, table=t))
    step = "The device seats the others again for the deals that are left."
    if len(names) - 1 in sizes:
        found.append(button("a player leaves", "reseat", _choice("left", "leaves", names), says=step, table=t))
    if free and len(names) + 1 in sizes:
        step = "The device seats them again for the deals that are left."
        found.append(button("a player comes", "reseat", _choice("came", "comes", free), says=step, table=t))
    return found


def end(t: int) -> Button:
    return button("end here", "end", says=f"The sitting ends now at table {t}.", look=RED, table=t)


def paper(t: int, sitting: int, names: Names, deals: int, paper: Paper | None = None) -> Button:
    """paper: the result that it replaces."""
    rows = paper.rows if paper else []
    text = "A line for each deal: what each player has won or lost, such as +64 or -64. One line may be the sum of all."
    fields = (
        Field("rows", "deal", ROWS, [[row[name] for name in names] for row in rows], names, max(deals or 8, len(rows))),
        Field(
            "deals",
            "deals played, if a line is a sum",
            NUMBER,
            paper.deals if paper and len(rows) < paper.deals else "",
        ),
    )
    return button("result from paper", "paper", *fields, says=text, table=t, sitting=sitting)


def check(t: int, sitting: int) -> Button:
    return button("checked", "check", look=MAIN, table=t, sitting=sitting)


def no_result(t: int, sitting: int, names: Names, is_progressive: bool) -> Button:
    text = f"Table {t} has none in sitting {sitting}: its players win and lose nothing." + (
        " Two of them move up." if is_progressive else ""
    )
    who = [("", "dice decide"), *names]
    fields = (_choice("first", "the better", who), _choice("second", "the other", who)) if is_progressive else ()
    return button("no result", "paper", *fields, says=text, table=t, sitting=sitting)


def withdraw(t: int, id: str) -> Button:
    text = f"Table {t} is not asked for this any more. What its device has done already stays."
    return button("withdraw", "withdraw", says=text, table=t, id=id)


def device(t: int, devices: Names) -> Button:
    return button("choose the device", "device", _choice("device", "counts", devices), table=t)


# ---- a deal ----


def correct(t: int, deal: DealView, names: Names) -> list[Button]:
    """names: of those who played the deal."""
    if not deal.winner:
        return []
    known: Json = {"table": t, "deal": deal.number, "device": deal.device}
    far = "The device carries it out at Table. What is not here is corrected at the table."
    ways = [(word, text) for word, text in BY.items()]
    fields = (
        _choice("winner", "winner", names, deal.winner),
        _choice("by", "how", ways, deal.by),
        _choice("from", "whose tile", [("", "nobody's, or unknown"), *names], deal.source),
    )
    two = _choice("one", "hand of", names), _choice("other", "was that of", names, names[1])
    return [
        button("another winner", "correct", *fields, says=f"The winning hand moves to the winner. {far}", **known),
        button("swap two hands", "swap", *two, says=f"These hands were exchanged. {far}", **known),
        button("void", "void", says=f"Nobody wins deal {deal.number}, and nobody pays. {far}", look=RED, **known),
    ]
