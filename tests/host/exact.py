"""An independent, slow solver: the fewest counters of an exchange and the least open amount, as integer programs for
HiGHS."""

from __future__ import annotations

import highspy
import numpy as np


def fewest_counters(values: list[int], trays: list[list[int]], net: list[int]) -> int | None:
    """Returns how many counters must be put in the middle; None if it is impossible. A box counts as one more tray."""
    program = _program()
    size = len(values)
    # What each takes and puts of each value: take, put, take, put, ...
    for tray in trays:
        for index, count in enumerate(tray):
            program.addVar(0, sum(tray_of[index] for tray_of in trays))
            program.addVar(0, count)
    columns = 2 * size * len(trays)
    program.changeColsIntegrality(
        columns, np.arange(columns, dtype=np.int32), np.array([highspy.HighsVarType.kInteger] * columns)
    )
    for column in range(1, columns, 2):
        program.changeColCost(column, 1.0)

    def must_be(points: int, wanted: dict[int, int]) -> None:
        """Adds an equation: the factors by column."""
        places = np.array(list(wanted), dtype=np.int32)
        program.addRow(points, points, len(wanted), places, np.array(list(wanted.values()), dtype=np.double))

    for player, gain in enumerate(net):
        own = 2 * size * player
        signs = {
            own + 2 * index + puts: -value if puts else value for index, value in enumerate(values) for puts in (0, 1)
        }
        must_be(gain, signs)
    for index in range(size):
        must_be(
            0, {2 * (size * player + index) + puts: 1 - 2 * puts for player in range(len(trays)) for puts in (0, 1)}
        )
    return _solved(program)


def least_open(values: list[int], trays: list[list[int]], net: list[int], box: list[int]) -> int:
    """Returns how many points must stay open over all players, if no player may keep more than was due. The box lends
    at most what a player lacks."""
    program = _program()
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
    result = _solved(program)
    if result is None:
        raise RuntimeError("all can be left open")
    return result


def _program() -> highspy.Highs:
    program = highspy.Highs()
    for option, setting in (("output_flag", False), ("threads", 1), ("mip_rel_gap", 0.0), ("mip_abs_gap", 0.5)):
        program.setOptionValue(option, setting)
    return program


def _solved(program: highspy.Highs) -> int | None:
    """Returns the minimum of the costs; None if there is no solution."""
    program.run()
    status = program.getModelStatus()
    if status == highspy.HighsModelStatus.kInfeasible:
        return None
    if status != highspy.HighsModelStatus.kOptimal:
        raise RuntimeError(str(status))
    return round(program.getInfo().objective_function_value)
