"""An independent, slow solver, with integer programs for HiGHS: the least amount that must stay open, and the fewest
counters that settle a deal."""

from __future__ import annotations

import highspy
import numpy as np


class _Program:
    """An integer program whose costs are to be the least."""

    def __init__(self) -> None:
        self.highs = highspy.Highs()
        for option, setting in (("output_flag", False), ("threads", 1), ("mip_rel_gap", 0.0), ("mip_abs_gap", 0.5)):
            self.highs.setOptionValue(option, setting)
        self.columns = 0

    def variable(self, lowest: int, highest: int, cost: float = 0.0) -> int:
        self.highs.addVar(lowest, highest)
        self.highs.changeColCost(self.columns, cost)
        self.highs.changeColIntegrality(self.columns, highspy.HighsVarType.kInteger)
        self.columns += 1
        return self.columns - 1

    def must_be(self, points: int, wanted: dict[int, int]) -> None:
        places = np.array(list(wanted), dtype=np.int32)
        self.highs.addRow(points, points, len(wanted), places, np.array(list(wanted.values()), dtype=np.double))

    def least(self) -> int | None:
        """Returns the least cost, or None if nothing fits."""
        self.highs.run()
        status = self.highs.getModelStatus()
        if status == highspy.HighsModelStatus.kInfeasible:
            return None
        if status != highspy.HighsModelStatus.kOptimal:
            raise RuntimeError(str(status))
        return round(self.highs.getInfo().objective_function_value)


def least_open(values: list[int], trays: list[list[int]], net: list[int], box: list[int]) -> int:
    """Returns how many points must stay open over all players, if no player may keep more than was due. The box lends
    at most what a player lacks."""
    program = _Program()
    variable = program.variable
    counts = [sum(column) for column in zip(box, *trays, strict=True)]
    ends = [[variable(0, count) for count in counts] for _ in [*trays, box]]
    over, under = ([variable(0, abs(gain), 1.0) for gain in net] for _ in range(2))
    for index, count in enumerate(counts):
        program.must_be(count, {end[index]: 1 for end in ends})
    for player, tray in enumerate(trays):
        have = sum(value * count for value, count in zip(values, tray, strict=True))
        lent = variable(0, max(0, -net[player] - have))
        worth = dict(zip(ends[player], values, strict=True))
        program.must_be(have + net[player], {**worth, lent: -1, over[player]: -1, under[player]: 1})
    program.must_be(0, {**dict.fromkeys(over, 1), **dict.fromkeys(under, -1)})
    least = program.least()
    if least is None:  # at the worst, all can be left open
        raise RuntimeError("infeasible")
    return least


def fewest(values: list[int], trays: list[list[int]], gains: list[int]) -> int | None:
    """Returns the fewest counters that these people, of whom one may be the box, can put in the middle so that each
    gains this; None if they cannot."""
    program = _Program()
    counts = [sum(column) for column in zip(*trays, strict=True)]
    puts = [[program.variable(0, count, 1.0) for count in tray] for tray in trays]
    takes = [[program.variable(0, count) for count in counts] for _ in trays]
    for put, take, gain in zip(puts, takes, gains, strict=True):
        worth = dict(zip(take, values, strict=True)) | dict(zip(put, [-value for value in values], strict=True))
        program.must_be(gain, worth)
    for index in range(len(values)):
        program.must_be(0, {put[index]: 1 for put in puts} | {take[index]: -1 for take in takes})
    return program.least()
