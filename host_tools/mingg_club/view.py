"""What the pages of a club night show, as typed data, and what its director may do.

The room page gets what `web.feed.for_room()` names of a `NightView`. The director's page gets `Director`: parts with
buttons, which it draws as they are. All texts are plain texts that players may have typed, so a page must escape them.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Protocol

from mingg_host.common.output import Refused

if TYPE_CHECKING:
    from mingg_club.decisions import Ask

Json = dict[str, Any]

HERE, AWAY, NEVER, SHEET = "here", "away", "never", "sheet"  # states of a table's device
WAITING, REFUSED = "waiting", "refused"  # states of a request
DRAFT, PLAYING, MOVING, OVER = "draft", "playing", "moving", "over"  # states of a night, see NightView

# Kinds of messages. Those in GRAVE mean that results are missing or doubtful: a page shows them in red.
GAP, CONFLICT, DEVICES, DAMAGED = "gap", "conflict", "devices", "damaged"
TIE, CALL, NOT_DONE, IS_AWAY, OTHERS = "tie", "call", "refused", "away", "others"
BROKER, FREE, SEATS, LOOKS, LACKS, CHECK = "broker", "free", "seats", "looks", "lacks", "check"
BATTERY = "battery"
GRAVE = (LACKS, GAP, CONFLICT, DEVICES, DAMAGED, OTHERS, BROKER)
UNMARKED = (IS_AWAY, FREE, LOOKS)  # those that can wait

LATE, PRESENT, LEFT = "late", "present", "left"  # states of a player

# Kinds of fields: a text, a number, one of several, some of several, and rows with a number for each of several. Their
# values in an action: str, int, an option, [option], [{option: int}].
TEXT, NUMBER, CHOICE, MANY, ROWS = "text", "number", "choice", "many", "rows"
MAIN, RED, CALM, DONE, GOLD = "main", "wrong", "calm", "done", "throws"  # looks of buttons and parts


class ActionError(Refused):
    """An action is impossible. The message is for the director: what is wrong, and what to do."""


@dataclass(frozen=True)
class Person:
    """A player at a table. seat: "E" "S" "W" "N" now, or "" before the first deal.
    points: won or lost in this sitting."""

    name: str
    seat: str
    points: int


@dataclass(frozen=True)
class Field:
    """What the director enters for an action. key: of the action that it becomes. kind: see above. value: at first.
    options: those to choose from; an option may be (value, words). Of a NUMBER: the least and the greatest. rows: how
    many of ROWS."""

    key: str
    label: str
    kind: str = TEXT
    value: object = ""
    options: Sequence[object] = ()
    rows: int = 0


@dataclass(frozen=True)
class Button:
    """An action that is possible now. text: what its form says. send: what the page sends; fields add their keys. A
    button without fields and text acts at once."""

    words: str
    fields: Sequence[Field] = ()
    text: str = ""
    look: str = ""
    send: Json = field(default_factory=dict)


@dataclass(frozen=True)
class Row:
    """A line of a part."""

    cells: Sequence[object]
    buttons: Sequence[Button] = ()


@dataclass(frozen=True)
class Part:
    """A part of the director's page, which draws it as it is. state: a word beside its title. opens: the name of the
    part that its button `open` shows, see Night.part. picture: the address of one. links: words and address of each; a
    third one is the name of the file in which it is saved."""

    title: str = ""
    text: str = ""
    state: str = ""
    look: str = ""
    head: Sequence[str] = ()
    rows: Sequence[Row] = ()
    buttons: Sequence[Button] = ()
    parts: Sequence[Part] = ()
    opens: str = ""
    picture: str = ""
    links: Sequence[tuple[str, ...]] = ()
    number: int = 0


@dataclass(frozen=True)
class TableView:
    """A table.

    players   first East first, then to the right; of the present sitting
    played    deals of this sitting that count; deals: how many it has; 0 if the director ends it
    done      True if this sitting is over at this table
    state     HERE, AWAY, NEVER (no device has ever reported) or SHEET (it plays on paper)
    behind    records that the device has and the host does not (0: none missing)
    queued    records that the device has not sent yet, as it reported
    asked     requests that wait or were refused, oldest first
    last      the last deal in words, such as "Ann wins 64, drawn"
    look, words  what it does now: how it looks, and a few words
    tied      players who must throw dice, best first; [] if nobody must
    beyond    deals that do not count, since the sitting was over
    paper     the result is from paper, or the director has said that there is none
    subs      who plays for others, in words
    """

    number: int
    players: list[Person] = field(default_factory=list)
    played: int = 0
    deals: int = 0
    done: bool = False
    state: str = NEVER
    behind: int = 0
    queued: int = 0
    asked: list[Ask] = field(default_factory=list)
    last: str = ""
    look: str = ""
    words: str = ""
    tied: list[str] = field(default_factory=list)
    beyond: int = 0
    paper: bool = False
    subs: list[str] = field(default_factory=list)


@dataclass(frozen=True)
class Rank:
    """A line of the standing. rank: equals share it. points: won and lost in play, with penalties. table_points: of
    finished sittings, in hundredths. deals: played. sittings: finished. penalty: points the director took outside of
    play, 0 or less. place: the average place at a table, in hundredths. number: of a member. A guest has rank 0, and so
    has a player who has played nothing yet."""

    rank: int
    name: str
    points: int
    table_points: int
    deals: int
    sittings: int
    penalty: int = 0
    place: int = 0
    number: str = ""
    guest: bool = False

    @property
    def place_word(self) -> str:
        return str(self.rank or ("guest" if self.guest else "\u2013"))


@dataclass(frozen=True)
class Move:
    """Where a player sits in the next sitting. table 0: they sit out. seat: "E" "S" "W" "N". came: their table
    now, 0 if none."""

    name: str
    table: int
    seat: str
    came: int


@dataclass(frozen=True)
class Message:
    """Something that needs the director. key: stays the same while the message lasts, for `dismiss`. kind: see above.
    table: 0 if it concerns none. text: what is wrong; next: what the director can do; buttons: that do it."""

    key: str
    kind: str
    table: int
    text: str
    next: str
    buttons: tuple[Button, ...] = ()

    @property
    def grave(self) -> bool:
        return self.kind in GRAVE


@dataclass(frozen=True)
class Director:
    """The director's page. undo: takes back the last action; None if there is none. needs:
    what waits for the director, gravest first. next: the next step. tables: a card of each. night: what concerns all.
    urgent: how many of the needs cannot wait."""

    undo: Button | None
    needs: list[Part]
    next: Part
    tables: list[Part]
    night: Part
    urgent: int = 0


@dataclass(frozen=True)
class NightView:
    """A whole night.

    title         name of the night for people
    state         DRAFT: no sitting has begun; PLAYING; MOVING: all tables are done, a next sitting may start; OVER
    sitting       from 1, 0 before the first; sittings: of the night
    standing      best first; by: "points" or "table_points", what ranks
    moves         where everyone sits next, if it is proposed; or sits, before the first deal of a sitting; by table
    open          True if the moves are proposed and not yet sent to the tables
    messages      what needs the director, gravest first
    timer         how much time is left, in words; "" without a timer
    said          what is missing, for everyone: a look, and words
    broker        "" if connected; otherwise what is wrong
    """

    title: str
    state: str
    sitting: int
    sittings: int
    tables: list[TableView]
    standing: list[Rank]
    by: str
    moves: list[Move]
    open: bool
    messages: list[Message]
    timer: str = ""
    said: tuple[str, str] = ("", "")
    broker: str = ""
    director: Director | None = None

    @property
    def where(self) -> str:
        """What the night does, in words."""
        sitting = f"Sitting {self.sitting}{f' of {self.sittings}' if self.sittings else ''}"
        follows = "The final standing follows" if self.sitting == self.sittings else "New seats follow"
        return {
            DRAFT: "The first sitting begins soon.",
            PLAYING: sitting,
            MOVING: f"{sitting} is over. {follows}.",
            OVER: "The night is over.",
        }[self.state]

    def director_json(self) -> Json:
        """Returns the director's page as JSON, whose parts are objects."""
        if self.director is None:
            return {}
        where = f"{self.where}: {self.timer}" if self.timer else self.where
        tables = list(map(vars, self.director.tables))
        return {**vars(self.director), "title": self.title, "where": where, "tables": tables}


class Night(Protocol):
    """The running night, as the pages use it. `host.Host` is one."""

    def view(self) -> NightView:
        """Returns the night as it is now."""

    def watch(self) -> AsyncIterator[NightView]:
        """Yields the night now, and after every change. It skips states that a slow reader would not see in time."""

    def part(self, name: str) -> Part | None:
        """Returns a part of the director's page that is shown on demand: see desk.part."""

    def page(self, name: str) -> str | None:
        """Returns a page of its own, to print or to publish, as HTML: see report.PAGES."""

    async def act(self, action: Json) -> str:
        """Carries out an action of the director, see actions.py, and returns what was done, in words. Raises
        ActionError. {"do": "take_over"}: this computer directs, and the one that did obeys."""
