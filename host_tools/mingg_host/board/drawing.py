"""Draws the wiring of a board: its legs, and the parts connected to them."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape

from mingg_host.board.data import ENCODED, Board, Leg

ROW = 22
TOP = 78  # of the first leg
BODY = 220  # width of the board
REACH = 262  # from the edge of the board to the edge of the picture
WIDTH = 2 * REACH + BODY
LEFT, RIGHT = REACH, REACH + BODY  # the board's edges

INK, PAPER, BOARD, PALE = "#1d2430", "#ffffff", "#1f6f54", "#cfe3da"
COLOURS = {"VCC": "#c62f2f", "GND": "#4a4a4a", "keys": "#7a3fa0", "buzzer": "#b3501e"}
COLOURS |= {"SDA": "#1f5fbf", "SCL": "#c98a00", "MOSI": "#1f5fbf", "SCK": "#c98a00"}
COLOURS |= {"RES": "#1b8a8f", "DC": "#4f7d1c", "CS": "#a33a78"}
# The order of pins on most modules.
MODULE = {"i2c": ("GND", "VCC", "SCL", "SDA"), "spi": ("GND", "VCC", "SCK", "MOSI", "RES", "DC", "CS")}
STEPS = ("display", "arrows", "A-and-B", "buzzer", "cells")
DONE = 0.25  # how much of what earlier steps connected is seen
ARROWS = ("left", "right", "up", "down")
MARKS = {"left": "◀", "right": "▶", "up": "▲", "down": "▼"}


def svg(board: Board) -> str:
    """Returns the picture as an SVG file."""
    return _picture(board, "how display, keys and buzzer are wired", ("keys", "display", "buzzer"))


def steps(board: Board) -> dict[str, str]:
    """Returns a picture for each step of the work, by name. The wires of earlier steps are pale."""
    return {
        f"{number}-{step}": _picture(board, f"step {number}: {step.replace('-', ' ')}", (step,), STEPS[: number - 1])
        for number, step in enumerate(STEPS, 1)
    }


def _picture(board: Board, title: str, wired: tuple[str, ...], before: tuple[str, ...] = ()) -> str:
    rows = max(len(board["left"]), len(board["right"]))
    foot = TOP + ROW * rows + 14
    height = foot + 132
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}"',
        ' font-family="sans-serif" font-size="12">',
        f"<title>{escape(board.name)}: {escape(title)}</title>",
        f'<rect width="{WIDTH}" height="{height}" fill="{PAPER}"/>',
        *_body(board, foot),
        *(f'<g opacity="{DONE}">{part}</g>' for step in before for part in _part(board, step, foot)),
        *(part for step in wired for part in _part(board, step, foot)),
        "</svg>",
    ]
    return "\n".join(parts) + "\n"


def _text(x: float, y: float, text: str, anchor: str = "start", fill: str = INK, attributes: str = "") -> str:
    return f'<text x="{x:g}" y="{y:g}" text-anchor="{anchor}" fill="{fill}"{attributes}>{escape(text)}</text>'


def _line(points: list[tuple[float, float]], colour: str, attributes: str = "") -> str:
    pairs = " ".join(f"{x:g},{y:g}" for x, y in points)
    return f'<polyline points="{pairs}" fill="none" stroke="{colour}" stroke-width="2.5"{attributes}/>'


def _y(leg: Leg) -> int:
    return TOP + ROW * leg.row + ROW // 2


def _edge(leg: Leg) -> int:
    return LEFT if leg.side == "left" else RIGHT


def _out(leg: Leg, far: float) -> float:
    """Returns x at this distance outside the leg."""
    return LEFT - far if leg.side == "left" else RIGHT + far


def _body(board: Board, foot: int) -> Iterator[str]:
    middle = WIDTH // 2
    yield _text(middle, 22, board.name, "middle", attributes=' font-size="16" font-weight="bold"')
    yield f'<rect x="{LEFT}" y="44" width="{BODY}" height="{foot - 44}" rx="10" fill="{BOARD}"/>'
    yield f'<rect x="{middle - 30}" y="34" width="60" height="28" rx="3" fill="#b9bec6" stroke="#7f858f"/>'
    yield _text(middle, 53, "USB" if board["numbered"] == "round" else "module", "middle", attributes=' font-size="11"')
    used = {leg.name for leg in _used(board)}
    for leg in board.legs.values():
        y, inward = _y(leg), 1 if leg.side == "left" else -1
        x = _edge(leg) + 10 * inward
        fill = "#f2c14e" if leg.name in used else "#d9dde3"
        yield f'<circle cx="{x}" cy="{y}" r="6" fill="{fill}" stroke="#8a6d1d"/>'
        bold = ' font-weight="bold"' if leg.name in used else ""
        anchor = "start" if leg.side == "left" else "end"
        number = leg.number.rpartition(" ")[2]
        yield _text(x + 11 * inward, y + 4, leg.printed, anchor, PAPER if leg.name in used else PALE, bold)
        yield _text(x + 94 * inward, y + 4, number, "end" if anchor == "start" else "start", PALE, ' font-size="10"')


def _used(board: Board) -> Iterator[Leg]:
    wires = board["wires"]
    for name in (*wires["display"].values(), wires["keys"], wires["buzzer"]["GND"]):
        yield board.legs[name]
    for use in board.uses():
        leg = board.leg(use.pin)
        if leg is not None and use.part in ("keys", "display", "buzzer"):
            yield leg


def _part(board: Board, step: str, foot: int) -> Iterator[str]:
    if step == "display":
        yield from _display(board, foot)
    elif step == "buzzer":
        yield from _buzzer(board)
    elif step == "cells":
        yield from _cells(board)
    else:
        yield from _keys(board, {"arrows": ARROWS, "A-and-B": ("A", "B")}.get(step, board.terminals))


def _cells(board: Board) -> Iterator[str]:
    """Draws the wires of the cells. The diode lets current flow only towards the board."""
    plus, minus = (board.legs[board["wires"]["cells"][name]] for name in ("plus", "minus"))
    yield from _tag(plus, "cells +, through diode", COLOURS["VCC"])
    y, way = _y(plus), 1 if plus.side == "right" else -1
    bar, back = _out(plus, 12), _out(plus, 26)
    yield f'<polygon points="{bar:g},{y} {back:g},{y - 7} {back:g},{y + 7}" fill="{INK}"/>'
    yield _line([(bar - way, y - 7), (bar - way, y + 7)], INK)
    shared = ", beside display GND" if minus.name in board["wires"]["display"].values() else ""
    yield from _tag(minus, "cells -" + shared, COLOURS["GND"])


def _keys(board: Board, drawn: tuple[str, ...]) -> Iterator[str]:
    """Draws a button for each leg, and the rail that connects their other sides."""
    colour, common = COLOURS["keys"], board.legs[board["wires"]["keys"]]
    rail = COLOURS["VCC"] if board["KEYS_WIRED"] == "supply" else COLOURS["GND"]
    keys = [use for use in board.uses() if use.part == "keys" and use.terminal in drawn]
    legs = [(use.terminal, board.leg(use.pin)) for use in keys]
    for side in ("left", "right"):
        legs_here = [(terminal, leg) for terminal, leg in legs if leg is not None and leg.side == side]
        if not legs_here:
            continue
        far = 186
        x = _out(legs_here[0][1], far)
        ends = [_y(leg) for _, leg in legs_here]
        if common.side == side:
            ends.append(_y(common))
            yield _line([(x, _y(common)), (_edge(common), _y(common))], rail)
        yield _line([(x, min(ends)), (x, max(ends))], rail)
        yield _text(x + (-8 if side == "left" else 8), (min(ends) + max(ends)) / 2 + 4, common.printed,
                    "end" if side == "left" else "start", rail)  # fmt: skip
        for terminal, leg in legs_here:
            y, button = _y(leg), _out(leg, 104)
            yield _line([(_edge(leg), y), (button, y)], colour)
            yield _line([(button, y), (x, y)], rail)
            yield f'<circle cx="{button:g}" cy="{y}" r="9.5" fill="{PAPER}" stroke="{colour}" stroke-width="2"/>'
            yield _text(button, y + 4, MARKS.get(terminal, terminal[:1]), "middle", colour, ' font-weight="bold"')
            aside = 14 if leg.side == "right" else -14
            if terminal in MARKS or board["KEYS_WIRED"] == ENCODED:
                yield _text(button + aside, y - 3, terminal, "start" if aside > 0 else "end", INK, ' font-size="10"')


def _tag(leg: Leg, text: str, colour: str) -> Iterator[str]:
    """Draws a wire that ends in a label."""
    y, end = _y(leg), _out(leg, 34)
    width = 10 + 7 * len(text)
    left = end - width if leg.side == "left" else end
    yield _line([(_edge(leg), y), (end, y)], colour)
    yield f'<rect x="{left:g}" y="{y - 9}" width="{width}" height="18" rx="4" fill="{colour}"/>'
    yield _text(left + width / 2, y + 4, text, "middle", PAPER, ' font-size="11"')


def _display(board: Board, foot: int) -> Iterator[str]:
    """Draws the display's wires as labels, and below the board the module. Its pins have the colours of the labels."""
    wires = board["wires"]["display"]
    legs = {terminal: board.legs[name] for terminal, name in wires.items()}
    for use in board.uses():
        leg = board.leg(use.pin)
        if use.part == "display" and leg is not None:
            legs[use.terminal] = leg
    for terminal, leg in legs.items():
        yield from _tag(leg, f"display {terminal}", COLOURS[terminal])
    x, y = LEFT - 5, foot + 18
    yield f'<rect x="{x}" y="{y}" width="230" height="100" rx="6" fill="#23355c"/>'
    yield f'<rect x="{x + 12}" y="{y + 30}" width="206" height="58" fill="#0b0f1a"/>'
    yield _text(x + 115, y + 64, "display, 128 x 64", "middle", "#9fd3ff")
    step = 192 // len(legs)
    for i, terminal in enumerate(MODULE[board.bus]):
        middle = x + 19 + step // 2 + step * i
        yield f'<circle cx="{middle}" cy="{y + 9}" r="6" fill="{COLOURS[terminal]}" stroke="{PAPER}"/>'
        yield _text(middle, y + 25, terminal, "middle", PAPER, ' font-size="9"')
    yield _text(x + 246, y + 40, "Go by the names of the pins:")
    yield _text(x + 246, y + 57, "modules differ in their order.")


def _buzzer(board: Board) -> Iterator[str]:
    wires = board["wires"]["buzzer"]
    use = next(use for use in board.uses() if use.part == "buzzer")
    leg = board.leg(use.pin)
    if leg is not None:
        yield from _tag(leg, "buzzer + (optional)", COLOURS["buzzer"])
    yield from _tag(board.legs[wires["GND"]], "buzzer GND", COLOURS["GND"])
