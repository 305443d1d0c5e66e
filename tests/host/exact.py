"""The fewest counters of an exchange as an integer program, solved by HiGHS: slow, and nothing of Mingg in it."""

from __future__ import annotations

import highspy
import numpy as np


def fewest_counters(values: list[int], trays: list[list[int]], net: list[int]) -> int | None:
    """How many counters have to be put in the middle; None where it cannot be done. A box is one more tray."""
    program = highspy.Highs()
    for option, setting in (("output_flag", False), ("threads", 1), ("mip_rel_gap", 0.0), ("mip_abs_gap", 0.5)):
        program.setOptionValue(option, setting)
    size = len(values)
    # What each takes and puts of each value: take, put, take, put, ...
    for tray in trays:
        for at, count in enumerate(tray):
            program.addVar(0, sum(each[at] for each in trays))
            program.addVar(0, count)
    columns = 2 * size * len(trays)
    program.changeColsIntegrality(
        columns, np.arange(columns, dtype=np.int32), np.array([highspy.HighsVarType.kInteger] * columns)
    )
    for column in range(1, columns, 2):
        program.changeColCost(column, 1.0)

    def must_be(points: int, wanted: dict[int, int]) -> None:
        """One equation: numbers by column."""
        places = np.array(list(wanted), dtype=np.int32)
        program.addRow(points, points, len(wanted), places, np.array(list(wanted.values()), dtype=np.double))

    for player, gain in enumerate(net):
        own = 2 * size * player
        signs = {own + 2 * at + put: -value if put else value for at, value in enumerate(values) for put in (0, 1)}
        must_be(gain, signs)
    for at in range(size):
        must_be(0, {2 * (size * player + at) + put: 1 - 2 * put for player in range(len(trays)) for put in (0, 1)})
    program.run()
    status = program.getModelStatus()
    if status == highspy.HighsModelStatus.kInfeasible:
        return None
    if status != highspy.HighsModelStatus.kOptimal:
        raise RuntimeError(str(status))
    return round(program.getInfo().objective_function_value)
