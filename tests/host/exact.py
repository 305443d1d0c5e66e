"""An independent, slow solver: the least amount that must stay open, as an integer program for HiGHS."""

from __future__ import annotations

import highspy
import numpy as np


def least_open(values: list[int], trays: list[list[int]], net: list[int], box: list[int]) -> int:
    """Returns how many points must stay open over all players, if no player may keep more than was due. The box lends
    at most what a player lacks."""
    program = highspy.Highs()
    for option, setting in (("output_flag", False), ("threads", 1), ("mip_rel_gap", 0.0), ("mip_abs_gap", 0.5)):
        program.setOptionValue(option, setting)
    columns = 0

    def variable(lowest: int, highest: int, cost: float = 0.0) -> int:
        nonlocal columns
        program.addVar(lowest, highest)
        program.changeColCost(columns, cost)
        program.changeColIntegrality(columns, highspy.HighsVarType.kInteger)
        columns += 1
        return columns - 1

    def must_be(points: int, wanted: dict[int, int]) -> None:
        places = np.array(list(wanted), dtype=np.int32)
        program.addRow(points, points, len(wanted), places, np.array(list(wanted.values()), dtype=np.double))

    counts = [sum(column) for column in zip(box, *trays, strict=True)]
    ends = [[variable(0, count) for count in counts] for _ in [*trays, box]]
    over, under = ([variable(0, abs(gain), 1.0) for gain in net] for _ in range(2))
    for index, count in enumerate(counts):
        must_be(count, {end[index]: 1 for end in ends})
    for player, tray in enumerate(trays):
        have = sum(value * count for value, count in zip(values, tray, strict=True))
        lent = variable(0, max(0, -net[player] - have))
        worth = dict(zip(ends[player], values, strict=True))
        must_be(have + net[player], {**worth, lent: -1, over[player]: -1, under[player]: 1})
    must_be(0, {**dict.fromkeys(over, 1), **dict.fromkeys(under, -1)})
    program.run()
    status = program.getModelStatus()
    if status != highspy.HighsModelStatus.kOptimal:  # at the worst, all can be left open
        raise RuntimeError(str(status))
    return round(program.getInfo().objective_function_value)
