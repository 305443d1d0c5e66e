"""What players can agree on. `make manual` makes this file of the options in mingg/core/rules."""

from __future__ import annotations

from typing import Annotated, Literal

from mingg_scoring.forms import UNSET, Bounds, Document, Unset


class Options(Document):
    """What the players agreed on. UNSET: as the rule set has it."""

    limit: Annotated[int, Bounds(2, 1000000, 2)] | Unset | None = UNSET
    """The most that one hand may score."""
    flowers: Literal["off", "seasons", "shanghai", "own"] | Unset = UNSET
    """How the eight flower tiles count, if at all."""
    limit_cancels_losers: bool | Unset = UNSET
    """Limit won: losers do not pay each other."""
    new_method: bool | Unset = UNSET
    """Discarder, not East, pays x2; if drawn, all do."""
    insurance: bool | Unset = UNSET
    """A liable player pays for others, all or half."""
    feeding: bool | Unset = UNSET
    """Four sets fed to the next player: pay for all."""
    discarder_pays: bool | Unset = UNSET
    """Discard to a big hand in sight: pay for all."""
    false_win: Annotated[int, Bounds(2, 1000000, 2)] | Literal["half", "limit"] | bool | Unset = UNSET
    """What a wrong call costs; East pays double."""
    dead_hand_pays_limit: bool | Unset = UNSET
    """Too many tiles: pay each the limit; East double."""
    round_to_ten: bool | Unset = UNSET
    """Payments are rounded to the nearest ten."""
    nine_easts: bool | Unset = UNSET
    """East's ninth win in a row scores the limit."""
    washing: bool | Unset = UNSET
    """Dealt nine different 1 9 honours: all pay you."""
    nine_mummies: Literal["bonus"] | bool | Unset = UNSET
    """Dealt nine 1 9 honours and no pair: new deal."""
    not_touching: bool | Unset = UNSET
    """No pair, no two in a row in 13 of 14: new deal."""
    four_kongs_draw: bool | Unset = UNSET
    """The fourth kong ends the deal; East passes."""
    winner_deals: bool | Unset = UNSET
    """Winner becomes East; in a draw East stays."""
    east_passes: bool | Unset = UNSET
    """East passes after every deal."""
    mahjong: Literal[10, 20, 30, 50, 100] | Unset = UNSET
    """The points that winning alone is worth."""
    four_winds: bool | Unset = UNSET
    """Seat wind, two more, a pair of the fourth: limit."""
    all_majors: bool | Unset = UNSET
    """Nothing but ones, nines, winds, dragons: limit."""
    four_concealed: bool | Unset = UNSET
    """Four concealed pungs or kongs: the limit."""
    four_concealed_drawn: bool | Unset = UNSET
    """Four concealed sets, winning tile drawn: limit."""
    nine_gates: bool | Unset = UNSET
    """1112345678999 in hand, any of the suit: limit."""
    four_kongs: bool | Unset = UNSET
    """Four kongs in one hand score the limit."""
    three_concealed: bool | Unset = UNSET
    """Three concealed pungs or kongs double once."""
    thirteen_orphans: bool | Unset = UNSET
    """One of each 1 9 honour, one of them twice: limit."""
    seven_twins: bool | Unset = UNSET
    """Seven concealed pairs: half the limit."""
    double_no_score: bool | Unset = UNSET
    """No other score: x2 in place of 10 points."""
    double_loose: bool | Unset = UNSET
    """Loose tile after a kong: x2 in place of 10 points."""
    double_no_chows: bool | Unset = UNSET
    """No chows: x2 in place of 10 points."""
    double_rob: bool | Unset = UNSET
    """A robbed kong: x2 in place of 10 points."""
    double_last: bool | Unset = UNSET
    """Last tile of the wall: x2 in place of 10 points."""
    double_drawn_only: bool | Unset = UNSET
    """Only mah-jong and the drawing count: x2."""
    round_wind: bool | Unset = UNSET
    """A set of the round wind doubles any hand once."""
