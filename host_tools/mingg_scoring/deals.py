"""A deal: the rules, how it was won, and each player's hand."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Annotated, Any, Literal

from mingg.core.deal.hand import CLASSES

from mingg_scoring.forms import NOTHING, Bounds, Count, Document, Form, Points
from mingg_scoring.options import Options

Seat = Literal["E", "S", "W", "N"]
RuleSetName = Literal["harr", "harr-limit", "babcock", "chinese", "bmja", "dmjl"]
Way = Literal["discard", "draw", "loose", "rob"]
Suit = Literal["mixed", "half", "full", "honours"]
LastSet = Literal["pair-simple", "pair-major", "pair-seat", "chow-middle", "chow-end", "chow-open"]
Share = Literal["limit", "half", "third"]
Factor = Literal[2, 4, 8]
FourPoints = tuple[Points, Points, Points, Points]
_OF_PUNGS = "exposed 2-8, concealed 2-8, exposed 1 9 honour, concealed 1 9 honour"


# ---- the rules ----

_NOTHING_AGREED = Options()


class Factors(Form):
    """The factors of a set that counts more as a kong."""

    pung: Annotated[Factor, "The factor of a pung."]
    kong: Annotated[Factor, "The factor of a kong."]


class HouseHand(Form):
    """A special hand of house rules."""

    tiles: Annotated[str, "Its tiles, as a pattern."]
    score: Annotated[Share | Points, "Its share of the limit, or points."]
    of: Annotated[str | None, "The tiles that words in the pattern may have."] = None
    suits: Annotated[Literal[1, 2, 3] | None, "How many suits the hand has."] = None
    same: Annotated[bool, "Different letters may stand for the same."] = False
    concealed: Annotated[bool, "Nothing is exposed before the winning tile."] = False
    claim: Annotated[bool, "The winning tile may be claimed."] = True
    flowers: Annotated[int | str | None, "How many flowers it needs beside it, or which."] = None
    waiting: Annotated[Points | None, "Points for a loser who waits for it (`bmja`)."] = None


class House(Document):
    """House rules: what a table counts differently from its rule set."""

    name: Annotated[str, "Their name, at most 14 letters."]
    points: Annotated[
        Mapping[str, Points | Literal[False] | FourPoints | Mapping[str, Points | Literal[False]]],
        f"Points by id. A pung or a kong has four: {_OF_PUNGS}; a pair has words. 0 or false takes them away.",
    ] = NOTHING
    factors: Annotated[
        Mapping[str, Factor | Literal[False] | Factors], "The factor of the score by id; false takes it away."
    ] = NOTHING
    special: Annotated[
        Mapping[str, Share | Literal[False]], "The share of the limit by special hand; false takes it away."
    ] = NOTHING
    added: Annotated[
        Mapping[str, Share | Literal[False]], "The share of the limit that is added to a score, by id."
    ] = NOTHING
    waiting: Annotated[
        Mapping[str, Points | Literal[False]], "Points for a loser who waits for a special hand (`bmja`)."
    ] = NOTHING
    hands: Annotated[Mapping[str, HouseHand], "Special hands of their own by name."] = NOTHING


# ---- hands ----

# A set of a hand: its kind and its class, in parentheses if it is exposed. `claimed`: the fourth tile of the kong was
# claimed onto three concealed ones.
_SET_WORDS = (
    *(form.format(f"{kind} {of}") for kind in ("pung", "kong") for form in ("{}", "({})") for of in CLASSES),
    *(f"(kong {of} claimed)" for of in CLASSES),
    *(f"pair {of}" for of in CLASSES[CLASSES.index("seat") :]),
)
if TYPE_CHECKING:
    SetWord = str
else:
    SetWord = Literal[_SET_WORDS]


class Hand(Form, kw_only=False):
    """A hand: by its tiles, by its sets or by its score. A dead hand may be without them.

    The keys between `sets` and `score` belong to a hand of sets.
    """

    tiles: Annotated[str | None, "Its tiles: `(222p)` exposed, `[1111z]` a concealed kong, `567s` in the hand."] = None
    sets: Annotated[
        tuple[SetWord, ...] | None,
        "Its pungs and kongs, and its pairs that may score. Chows and other pairs are left out: four chows are `[]`.",
    ] = None
    suit: Annotated[
        Suit,
        "Its suits: `half` is one suit and honours, `full` one suit alone. All tiles count.",
    ] = "mixed"
    flowers: Annotated[
        tuple[Annotated[int, Bounds(1, 8)], ...], "The numbers of its flowers, if the rules have flowers."
    ] = ()
    only_place: Annotated[
        bool, "Winner: no other kind of tile would have won (`harr`, `babcock`, `dmjl`). Others ask for `last_set`."
    ] = False
    last_set: Annotated[
        LastSet | None,
        "Winner: what the winning tile completed (`harr-limit`, `chinese`, `dmjl`); `chow-middle`: between two tiles, "
        "`chow-end`: the 3 of 123 or the 7 of 789, `chow-open`: any other.",
    ] = None
    fourth: Annotated[
        bool, "Winner: the winning tile completed a chow and was the fourth of an exposed pung (`harr-limit`)."
    ] = False
    special: Annotated[
        tuple[str, ...],
        "Winner: the special hands of the rules that it is, such as `thirteen_orphans`; those of house rules by name.",
    ] = ()
    fishing: Annotated[
        str | None, "Loser: the special hand of the rules in force that it waits for (`bmja`, house rules)."
    ] = None
    score: Annotated[
        Points | None,
        "Its score, if the players counted it. What the win earns still counts: an opening hand, East's ninth win.",
    ] = None
    dead: Annotated[
        bool | Literal["short", "long"], "A dead hand; with too few or too many tiles, if that matters (`chinese`)."
    ] = False


# ---- the end of a deal ----


class Win(Form):
    """How a deal was won."""

    by: Annotated[Way, "Claimed discard, drawn from the wall, drawn as a loose tile, or a robbed kong."]
    tile: Annotated[str | None, "The winning tile: needed for a hand in tiles, unused for one of sets."] = None
    from_: Annotated[
        Seat | None, "Who discarded it, or whose kong was robbed: needed for `rob`, and with `new_method`."
    ] = None
    last: Annotated[bool, "The last tile that can be drawn; by some rules also the discard after it."] = False
    hidden: Annotated[bool, "Drawn, and mixed into the hand before it was shown (`babcock`, `chinese`)."] = False
    opening: Annotated[
        Literal["original", "first-discard", "thirteen"] | None,
        "East's first fourteen tiles, East's first discard, or a declared Lucky Thirteen.",
    ] = None
    call: Annotated[bool, "With an original call (`bmja`, `dmjl`)."] = False
    twofold: Annotated[bool, "With the second of two loose tiles in a row (`bmja`, `dmjl`)."] = False


class Liable(Form):
    """A player who pays for others, because of a dangerous discard."""

    seat: Annotated[Seat, "The player."]
    share: Annotated[Literal["full", "half"], "What they pay of what others owe. Two players can share: half each."] = (
        "full"
    )
    why: Annotated[str | None, "`insurance`, `feeding`, or other words for the record."] = None


class Majors(Form):
    """A player who shows different ones, nines, winds and dragons."""

    seat: Annotated[Seat, "The player."]
    majors: Annotated[Annotated[int, Bounds(9, 13)], "How many different ones."]


class SessionDeal(Form):
    """A deal of a session. The session has its rules, players and round."""

    winner: Annotated[Seat | None, "Who won; null: nobody."]
    win: Annotated[Win | None, "How they won: needed if there is a winner."] = None
    hands: Annotated[Mapping[Seat, Hand], "The hands by seat. A seat that is left out scores 0."]
    liable: Annotated[tuple[Liable, ...], "Who pays for others: at most two players."] = ()
    false_win: Annotated[Seat | None, "Nobody won: this player wrongly called mah-jong."] = None
    price: Annotated[
        Points | Literal["half", "limit"] | None, "What this false mah-jong costs, if no price was agreed."
    ] = None
    dead_pays: Annotated[Seat | None, "Nobody won: this player has too many tiles and pays."] = None
    washing: Annotated[Majors | None, "Nobody won: this player washes."] = None
    mummies: Annotated[Majors | None, "Nobody won: this player shows nine mummies."] = None
    not_touching: Annotated[Seat | None, "Nobody won: this player shows thirteen tiles not touching."] = None
    kongs: Annotated[Count, "Nobody won: how many kongs were declared."] = 0
    streak: Annotated[Count, "How many deals in a row East has won, this one included, for `nine_easts`."] = 0
    goulash: Annotated[bool, "A deal with wild tiles, after a draw (`bmja`)."] = False
    sitting_out: Annotated[str | None, "Five players: any word for the fifth, for the record."] = None


class Deal(SessionDeal, Document):
    """A deal with its rules."""

    rules: Annotated[RuleSetName, "The rule set."]
    options: Annotated[Options, "What the players agreed on. What is left out is as in the rule set."] = _NOTHING_AGREED
    house: Annotated[House | None, "House rules."] = None
    edition: Annotated[Literal[1] | None, "The edition of the rules. Without it, the present one."] = None
    players: Annotated[Literal[2, 3, 4, 5], "How many play."] = 4
    round: Annotated[Seat, "The round wind."] = "E"

    @staticmethod
    def _check(keys: Any) -> None:
        from mingg_scoring.interchange.answers import read_standalone
        from mingg_scoring.json_answers import table_of

        read_standalone(keys, table_of)
