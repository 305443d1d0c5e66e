"""Draws the pictures of a report as SVG, PNG or PDF. Lines and bars differ not only in colour."""

from __future__ import annotations

import math
import warnings
from collections.abc import Callable, Mapping, Sequence
from io import BytesIO
from typing import Any

import matplotlib as mpl
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import FuncFormatter, MaxNLocator
from mingg.core.table.session import START

from mingg_host.evenings.evening import Evening, Gap, PlayedDeal
from mingg_host.report import shown
from mingg_host.report.figures import Fortune, Season

WIDE, NARROW = (8.6, 4.0), (4.2, 4.2)  # inches: for screens and paper, and for phones
NAME = 14  # letters of a name that fit into a picture
# Line and marker show the player. The colours also differ in brightness.
LINES: Sequence[Any] = ("-", (0, (6, 2)), (0, (1.5, 1.5)), (0, (6, 2, 1.5, 2)), (0, (10, 3)))
MARKERS = "os^Dv*PX"
COLOURS = ("#12355b", "#c1440e", "#2e7d4f", "#7b3f99", "#7d6200", "#5a5a5a", "#a3195b")
LEADERS = 7  # lines with names in a picture of many players
HATCHES = ("", "////")
STYLE: Any = {
    "svg.fonttype": "none",  # text stays text, so that the reader's machine draws every script
    "svg.hashsalt": "mingg",  # so that the same evening makes the same file
    "pdf.fonttype": 42,
    "font.family": "sans-serif",
    "font.size": 10,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.unicode_minus": True,
    "hatch.linewidth": 0.6,
}

Draw = Callable[[tuple[float, float]], Figure]


def short(name: str) -> str:
    """Shortens a name for a picture."""
    name = shown(name)
    return name if len(name) <= NAME else f"{name[: NAME - 1]}…"


def _figure(size: tuple[float, float]) -> tuple[Figure, Axes]:
    figure = Figure(figsize=size, layout="constrained")
    axes = figure.add_subplot()
    axes.grid(axis="y", color="#d5d5d5", linewidth=0.8)
    axes.set_axisbelow(True)
    axes.yaxis.set_major_formatter(FuncFormatter(lambda value, _: f"{value:.0f}".replace("-", "−")))
    return figure, axes


def _lines(
    size: tuple[float, float], names: Sequence[str], rows: Sequence[Sequence[float]], level: int, most: int = 999
) -> tuple[Figure, Axes]:
    """Draws a line for each player, with the name at its end. rows: the values of all players, from the start. most:
    only so many lines have names, the first ones; the others are thin."""
    figure, axes = _figure(size)
    axes.axhline(level, color="#444444", linewidth=1)
    for player in range(most, len(names)):
        axes.plot(range(len(rows)), [row[player] for row in rows], color="#a8a8a8", linewidth=0.7)
    names = names[:most]
    ends = []
    for player, name in enumerate(names):
        colour = COLOURS[player % len(COLOURS)]
        values = [row[player] for row in rows]
        axes.plot(
            range(len(values)),
            values,
            linestyle=LINES[player % len(LINES)],
            marker=MARKERS[player % len(MARKERS)],
            color=colour,
            linewidth=1.8,
            markersize=5,
            markerfacecolor="white" if player % 2 else colour,
            markevery=max(1, len(rows) // 24),
            clip_on=False,
        )
        points = f"{values[-1]}" if level else f"{values[-1]:+g}"  # gains have a sign
        ends.append((values[-1], f"{short(name)} {points.replace('-', '−')}", colour))
    # Moves names up that would overlap, then all names down if the last one is above the top.
    low, high = axes.get_ylim()
    gap = (high - low) * 0.27 / size[1]
    placed: list[float] = []
    for value, _, _ in sorted(ends):
        placed.append(max(float(value), placed[-1] + gap) if placed else float(value))
    for index in range(len(placed) - 1, -1, -1):
        top: float = high if index == len(placed) - 1 else placed[index + 1] - gap
        placed[index] = min(placed[index], top)
    axes.set_ylim(low, high)
    for height, (value, words, colour) in zip(placed, sorted(ends), strict=True):
        axes.annotate(
            words,
            (len(rows) - 1, value),
            (len(rows) - 1 + 0.03 * len(rows) + 0.1, height),
            color=colour,
            va="center",
            fontweight="bold",
            fontsize=9.5,
            annotation_clip=False,
            parse_math=False,
        )
    axes.set_xlim(0, max(1, len(rows) - 1))
    axes.xaxis.set_major_locator(MaxNLocator(integer=True, nbins=10 if size == WIDE else 6))
    return figure, axes


def balances(evening: Evening) -> Draw:
    """Returns a drawing of everyone's balance, from the start and after each deal."""

    def draw(size: tuple[float, float]) -> Figure:
        rows: list[Sequence[float]] = [[START] * len(evening.names)]
        for event in evening.counted:
            balances = list(event.balances.values())
            if isinstance(event, PlayedDeal):
                rows.append(balances)
            elif isinstance(event, Gap) and event.deals:
                # unknown balances leave a gap in the lines
                rows += [[math.nan] * len(evening.names)] * (event.deals - 1) + [balances]
            else:
                rows[-1] = balances  # a payment is between two deals
        figure, axes = _lines(size, evening.names, rows, START)
        axes.set_xlabel("after deal")
        axes.set_ylabel("balance, points")
        return figure

    return draw


def fortunes(results: Mapping[str, Fortune]) -> Draw:
    """Returns a drawing of everyone's gain as East, and in the other seats."""

    def draw(size: tuple[float, float]) -> Figure:
        figure, axes = _figure((size[0], size[1] * 0.75))
        axes.axhline(0, color="#444444", linewidth=1)
        series = (
            ("as East", [fortune.gain for fortune in results.values()]),
            ("in other seats", [fortune.elsewhere for fortune in results.values()]),
        )
        for index, (label, values) in enumerate(series):
            bars = axes.bar(
                [player + 0.38 * index - 0.19 for player in range(len(results))],
                values,
                0.36,
                label=label,
                color=("#12355b", "#ffffff")[index],
                edgecolor="#12355b",
                hatch=HATCHES[index],
            )
            axes.bar_label(
                bars, [f"{value:+d}".replace("-", "−") if value else "0" for value in values], padding=2, fontsize=8.5
            )
        axes.margins(y=0.16)
        axes.set_xticks(range(len(results)), [short(name) for name in results], parse_math=False)
        axes.set_ylabel("points gained")
        figure.legend(loc="outside upper left", ncols=2, frameon=False)
        return figure

    return draw


def season(results: Season) -> Draw:
    """Returns a drawing of everyone's gain, evening after evening."""

    def draw(size: tuple[float, float]) -> Figure:
        rows = [[0] * len(results.names)]
        for evening in range(len(results.gains[0])):
            rows.append([so_far + (gains[evening] or 0) for so_far, gains in zip(rows[-1], results.gains, strict=True)])
        figure, axes = _lines(size, results.names, rows, 0)
        axes.set_xlabel("after evening")
        axes.set_ylabel("points gained in all")
        return figure

    return draw


def leaders(names: Sequence[str], rows: Sequence[Sequence[float]], step: str, label: str) -> Draw:
    """Returns a drawing of the sums of all players of a club; only those of the leaders have names. names, rows: see
    _lines(), the best first. step: of the horizontal axis; label: of the other one."""

    def draw(size: tuple[float, float]) -> Figure:
        figure, axes = _lines(size, names, rows, 0, LEADERS)
        axes.set_xlabel(f"after {step}")
        axes.set_ylabel(label)
        return figure

    return draw


def render(draw: Draw, form: str, size: tuple[float, float] = WIDE) -> bytes:
    """Returns a picture as "svg", "png" or "pdf"."""
    data = BytesIO()
    with mpl.rc_context(STYLE), warnings.catch_warnings():
        # If the font has no letters of a script, SVG uses the reader's fonts. The other formats show boxes.
        warnings.filterwarnings("ignore", "Glyph .* missing from")
        unsigned = {"svg": {"Date": None, "Creator": None}, "pdf": {"CreationDate": None}, "png": {"Software": None}}
        draw(size).savefig(data, format=form, dpi=200, metadata=unsigned[form])
    return data.getvalue()
