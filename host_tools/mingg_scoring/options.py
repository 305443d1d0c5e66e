"""What players can agree on. `make manual` makes this file of the options in mingg/core/rules."""

from __future__ import annotations

from typing import Annotated, Literal

from mingg_scoring.forms import UNSET, Bounds, Form, Unset


class Options(Form):
    """What the players agreed on.

    UNSET: as the rule set has it. mingg.lang.option_does() has their meanings.
    """

    limit: Annotated[int, Bounds(2, 1000000, 2)] | Unset | None = UNSET
    flowers: Literal["off", "seasons", "shanghai", "own"] | Unset = UNSET
    limit_cancels_losers: bool | Unset = UNSET
    new_method: bool | Unset = UNSET
    insurance: bool | Unset = UNSET
    feeding: bool | Unset = UNSET
    discarder_pays: bool | Unset = UNSET
    false_win: Annotated[int, Bounds(2, 1000000, 2)] | Literal["half", "limit"] | bool | Unset = UNSET
    dead_hand_pays_limit: bool | Unset = UNSET
    round_to_ten: bool | Unset = UNSET
    nine_easts: bool | Unset = UNSET
    washing: bool | Unset = UNSET
    nine_mummies: Literal["bonus"] | bool | Unset = UNSET
    not_touching: bool | Unset = UNSET
    four_kongs_draw: bool | Unset = UNSET
    winner_deals: bool | Unset = UNSET
    east_passes: bool | Unset = UNSET
    mahjong: Literal[10, 20, 30, 50, 100] | Unset = UNSET
    four_winds: bool | Unset = UNSET
    all_majors: bool | Unset = UNSET
    four_concealed: bool | Unset = UNSET
    four_concealed_drawn: bool | Unset = UNSET
    nine_gates: bool | Unset = UNSET
    four_kongs: bool | Unset = UNSET
    three_concealed: bool | Unset = UNSET
    thirteen_orphans: bool | Unset = UNSET
    seven_twins: bool | Unset = UNSET
    double_no_score: bool | Unset = UNSET
    double_loose: bool | Unset = UNSET
    double_no_chows: bool | Unset = UNSET
    double_rob: bool | Unset = UNSET
    double_last: bool | Unset = UNSET
    double_drawn_only: bool | Unset = UNSET
    round_wind: bool | Unset = UNSET
