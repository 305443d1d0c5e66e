"""The solids: the parts as blocks, the two shells and the caps. data.py has every length."""

from __future__ import annotations

from math import cos, pi, sin
from typing import NamedTuple

from build123d import (
    Align,
    Axis,
    Box,
    Cone,
    Cylinder,
    Part,
    Polygon,
    Pos,
    Rectangle,
    RectangleRounded,
    Rotation,
    chamfer,
    extrude,
)

from case import data as d

CORNERS = (Align.MIN, Align.MIN, Align.MIN)
UPWARD = (Align.CENTER, Align.CENTER, Align.MIN)
WIDTH, HEIGHT = d.SIZE
MIDDLE = (WIDTH / 2, HEIGHT / 2)
CORNER_SCREWS = d.SCREWS[:2]


class Variant(NamedTuple):
    """A case: the size of the display in inches, and "usb" or "cells"."""

    display: str
    power: str

    @property
    def name(self) -> str:
        return f"{self.display} inch, {self.power}"


VARIANTS = tuple(Variant(display, power) for display in d.DISPLAYS for power in d.DEPTH)


def block(x: tuple[float, float], y: tuple[float, float], z: tuple[float, float]) -> Part:
    """Returns a box between two values in each direction."""
    return Pos(x[0], y[0], z[0]) * Box(x[1] - x[0], y[1] - y[0], z[1] - z[0], align=CORNERS)


def around(at: d.Point, size: tuple[float, float], z: tuple[float, float]) -> Part:
    """Returns a box around a point."""
    return block(
        (at[0] - size[0] / 2, at[0] + size[0] / 2), (at[1] - size[1] / 2, at[1] + size[1] / 2), z
    )  # fmt: skip


def rod(at: d.Point, diameter: float, z: tuple[float, float]) -> Part:
    """Returns a cylinder along z."""
    return Pos(at[0], at[1], z[0]) * Cylinder(diameter / 2, z[1] - z[0], align=UPWARD)


def plate(inset: float, z: tuple[float, float]) -> Part:
    """Returns the outline of the case, smaller by `inset` on each side."""
    outline = RectangleRounded(WIDTH - 2 * inset, HEIGHT - 2 * inset, max(d.CORNER - inset, 0.5))
    return Pos(MIDDLE[0], MIDDLE[1], z[0]) * extrude(outline, z[1] - z[0])


# ---- where the parts are ----


def module(display: d.Display) -> tuple[float, float]:
    """Returns y of the lower and the upper edge of the display's module."""
    top = glass_top(display) + display.glass_from_top
    return top - display.module[1], top


def glass_top(display: d.Display) -> float:
    return d.DISPLAY_AT[1] + display.active[1] / 2 + display.active_from_top


def module_z(display: d.Display) -> tuple[float, float]:
    front = d.FRAME + display.glass[2] + d.TAPE
    return front, front + display.module[2]


def clamps(display: d.Display) -> list[d.Point]:
    """Returns where the four screws stand whose washers hold the display: beside it, for its own holes differ."""
    low, high = module(display)
    x = display.module[0] / 2 + 2.0
    return [(d.DISPLAY_AT[0] + side * x, y) for side in (-1, 1) for y in (low + 5, high - 5)]


def pico_top() -> float:
    return d.PICO_AT[1] + d.PICO[1] / 2


def pico_holes() -> list[d.Point]:
    across, along = d.PICO_HOLES
    return [(d.PICO_AT[0] + x * across / 2, d.PICO_AT[1] + y * along / 2) for x in (-1, 1) for y in (-1, 1)]


def bootsel() -> d.Point:
    """Returns where BOOTSEL is. The parts of the Pico look to the back, so their left is on the right here."""
    return d.PICO_AT[0] + d.BOOTSEL[1], pico_top() - d.BOOTSEL[0]


def sound_holes() -> list[d.Point]:
    ring = [(3.5 * cos(i * pi / 3), 3.5 * sin(i * pi / 3)) for i in range(6)]
    return [(d.BUZZER_AT[0] + x, d.BUZZER_AT[1] + y) for x, y in [(0.0, 0.0), *ring]]


# ---- the parts ----


def display_part(display: d.Display) -> Part:
    x, (low, high), (front, back) = d.DISPLAY_AT[0], module(display), module_z(display)
    top = glass_top(display)
    part = block((x - display.module[0] / 2, x + display.module[0] / 2), (low, high), (front, back))
    glass = block((x - display.glass[0] / 2, x + display.glass[0] / 2), (top - display.glass[1], top), (d.FRAME, front))
    return part + glass


def active_area(display: d.Display, margin: float, z: tuple[float, float]) -> Part:
    """Returns what must be free in front of the pixels."""
    return around(d.DISPLAY_AT, (display.active[0] + 2 * margin, display.active[1] + 2 * margin), z)


def pico() -> Part:
    front, back = d.PICO_FRONT, d.PICO_FRONT + d.PICO[2]
    part = around(d.PICO_AT, d.PICO[:2], (front, back))
    for hole in pico_holes():
        part -= rod(hole, d.PICO_HOLE, (front, back))
    part += around(d.PICO_AT, d.CHIP[:2], (back, back + d.CHIP[2]))
    part += around(bootsel(), d.BOOTSEL_SIZE[:2], (back, back + d.BOOTSEL_SIZE[2]))
    socket_end = pico_top() + d.USB_OVERHANG
    x = (d.PICO_AT[0] - d.USB_SOCKET[0] / 2, d.PICO_AT[0] + d.USB_SOCKET[0] / 2)
    part += block(x, (socket_end - d.USB_SOCKET[1], socket_end), (back, back + d.USB_SOCKET[2]))
    return part - _plug_metal()


def _usb_z() -> float:
    return d.PICO_FRONT + d.PICO[2] + d.USB_SOCKET[2] / 2


def _plug_metal() -> Part:
    width, length, high = d.USB_PLUG_METAL
    end, z = pico_top() + d.USB_OVERHANG, _usb_z()
    inside = min(length, d.USB_SOCKET[1] - 0.5)
    x = (d.PICO_AT[0] - width / 2, d.PICO_AT[0] + width / 2)
    return block(x, (end - inside, end), (z - high / 2, z + high / 2))


def plug() -> Part:
    """Returns the plug of a cable, all the way in."""
    width, length, high = d.USB_PLUG
    end, z = pico_top() + d.USB_OVERHANG, _usb_z()
    x = (d.PICO_AT[0] - width / 2, d.PICO_AT[0] + width / 2)
    return _plug_metal() + block(x, (end, end + length), (z - high / 2, z + high / 2))


def key(at: d.Point) -> Part:
    """Returns a key at rest without its plunger."""
    legs = [around(leg, d.KEY_LEG, (d.KEY_SEAT, d.KEY_SEAT + d.KEY_LEGS[2])) for leg in _legs(at)]
    return around(at, d.KEY[:2], (d.KEY_FRONT, d.KEY_SEAT)) + legs


def plunger(at: d.Point) -> Part:
    return around(at, (d.KEY_PLUNGER, d.KEY_PLUNGER), (d.KEY_SEAT - d.KEY_HEIGHT, d.KEY_FRONT))


def buzzer() -> Part:
    part = rod(d.BUZZER_AT, d.BUZZER[0], (d.FRONT, d.FRONT + d.BUZZER[1]))
    for x in (-1, 1):
        pin = (d.BUZZER_AT[0] + x * d.BUZZER_PINS / 2, d.BUZZER_AT[1])
        part += rod(pin, 0.8, (d.FRONT + d.BUZZER[1], d.FRONT + d.BUZZER[1] + 3.5))
    return part


def holder() -> Part:
    back = d.DEPTH["cells"] - d.FLOOR
    return around(d.HOLDER_AT, d.HOLDER[:2], (back - d.HOLDER[2], back))


def diode() -> Part:
    radius, z = d.DIODE[0] / 2, d.DEPTH["cells"] - d.FLOOR - d.DIODE[0] / 2
    return Pos(d.DIODE_AT[0], d.DIODE_AT[1], z) * (Rotation(90, 0, 0) * Cylinder(radius, d.DIODE[1]))


def _switch_x() -> tuple[float, float]:
    inside = WIDTH - d.WALL - 0.1
    return inside - d.SWITCH[2], inside


def switch() -> Part:
    y, z = d.SWITCH_AT_Y, d.SWITCH_Z
    body = (y - d.SWITCH[0] / 2, y + d.SWITCH[0] / 2)
    return block(_switch_x(), body, (z - d.SWITCH[1] / 2, z + d.SWITCH[1] / 2))


def knob(position: int) -> Part:
    """Returns the knob of the switch at one end of its way (-1), or at the other (1)."""
    y, z, inside = d.SWITCH_AT_Y + position * d.SWITCH_TRAVEL / 2, d.SWITCH_Z, _switch_x()[1]
    width, high, length = d.SWITCH_KNOB
    return block((inside, inside + length), (y - width / 2, y + width / 2), (z - high / 2, z + high / 2))


def wires(display: d.Display) -> Part:
    """Returns the room that solder and wires take: at every pad, and the bundles between the parts."""
    x, y = d.PICO_AT
    along, beside = (2.2, d.PICO[1] - 0.4), d.PICO[0] / 2 - 1.1
    board_back = d.PICO_FRONT + d.PICO[2]
    high, (front, back) = module(display)[1], module_z(display)
    pads = (d.DISPLAY_AT[0], high - d.PADS_FROM_TOP)
    found = [around(pads, d.PADS, (front - d.BLOB, front)), around(pads, d.PADS, (back, 12.0))]
    for edge in ((x - beside, y), (x + beside, y)):
        found.append(around(edge, along, (d.PICO_FRONT - 2.0, d.PICO_FRONT)))
        found.append(around(edge, along, (board_back, board_back + 2.0)))
    leg_z = (d.KEY_SEAT + 1.0, d.KEY_SEAT + d.KEY_LEGS[2] + 0.4)
    found += [around(leg, (2.2, 2.2), leg_z) for at in d.KEYS.values() for leg in _legs(at)]
    low = (9.0, 12.0)
    found.append(block((20.0, 71.5), (50.5, 54.0), low))  # from left to right
    found.append(block((51.0, 54.0), (10.0, 50.5), low))  # from the keys
    found.append(around((d.DISPLAY_AT[0], (54.0 + pads[1]) / 2), (6.0, pads[1] - 54.0), low))  # from the display
    return Part() + found - [key(at) for at in d.KEYS.values()]


def _legs(at: d.Point) -> list[d.Point]:
    across, along = d.KEY_LEGS[:2]
    return [(at[0] + x * across / 2, at[1] + y * along / 2) for x in (-1, 1) for y in (-1, 1)]


def screw(at: d.Point) -> Part:
    """Returns a screw of the case with the core of its thread: the thread cuts into the shell."""
    seat = d.SPLIT + d.CLAMPED
    cone = (d.M3[2] - d.M3[0]) / 2
    head = Pos(at[0], at[1], seat - cone) * Cone(d.M3[0] / 2, d.M3[2] / 2, cone, align=UPWARD)
    return head + rod(at, d.M3[0], (d.SPLIT, seat - cone)) + rod(at, d.PILOT_M3 - 0.1, (seat - d.M3[1], d.SPLIT))


def small_screw(at: d.Point, under: float, washer: bool) -> Part:
    """Returns an M2 screw from `under`, the surface that it holds, with or without a washer."""
    seat = under + (d.WASHER[2] if washer else 0)
    part = rod(at, d.PILOT_M2 - 0.1, (seat - d.M2[1], seat)) + rod(at, d.M2[2], (seat, seat + d.M2_HEAD))
    return part + rod(at, d.WASHER[1], (under, seat)) if washer else part


def parts(variant: Variant) -> dict[str, Part]:
    """Returns everything that goes into the case."""
    display = d.DISPLAYS[variant.display]
    found = {"display": display_part(display), "pico": pico(), "plug": plug(), "buzzer": buzzer()}
    for name, at in d.KEYS.items():
        found |= {f"key {name}": key(at), f"plunger {name}": plunger(at)}
    found["wires"] = wires(display)
    if variant.power == "cells":
        found |= {"holder": holder(), "diode": diode(), "switch": switch(), "knob": knob(1)}
    for number, at in enumerate(d.SCREWS, 1):
        found[f"screw {number}"] = screw(at)
    for number, at in enumerate(clamps(display), 1):
        found[f"display screw {number}"] = small_screw(at, module_z(display)[1], washer=True)
    for number, at in enumerate(pico_holes(), 1):
        found[f"pico screw {number}"] = small_screw(at, d.PICO_FRONT + d.PICO[2], washer=False)
    return found


# ---- what is printed ----


def front(display: d.Display) -> Part:
    """Returns the shell with display and keys."""
    shell = _softened(plate(0, (0, d.SPLIT)), low=True)
    high = d.SPLIT - d.LIP_HIGH - d.LIP_GAP
    shell -= [plate(d.WALL, (d.FRONT, d.SPLIT)), plate(d.WALL - d.LIP - d.LIP_GAP, (high, d.SPLIT))]
    ring = d.BUZZER[0] + 0.4
    added = [rod(d.BUZZER_AT, ring + 2 * 1.3, (d.FRONT, d.FRONT + 4)) - rod(d.BUZZER_AT, ring, (d.FRONT, d.FRONT + 4))]
    added += [rod(at, d.STANDOFF, (d.FRONT, d.PICO_FRONT)) for at in pico_holes()]
    added += [rod(at, d.COLUMN_FRONT, (d.FRONT, d.SPLIT)) for at in d.SCREWS]
    added += [_boss(display, at) for at in clamps(display)]
    added += [seat for at in d.KEYS.values() for seat in _key_seat(at)]
    cut = [rod(at, d.SOUND_HOLE, (0, d.FRONT)) for at in sound_holes()]
    cut += [rod(at, d.PILOT_M2, (d.FRONT + 0.5, d.PICO_FRONT)) for at in pico_holes()]
    cut += [rod(at, d.PILOT_M3, (5.5, d.SPLIT)) for at in d.SCREWS]
    cut += [rod(at, d.CHAMBER, (d.FRONT, d.KEY_FRONT)) for at in d.KEYS.values()]
    cut += [rod(at, d.CAP_HOLE, (0, d.FRONT)) for at in d.KEYS.values()]
    cut += [rod(at, d.PILOT_M2, (d.THINNEST, module_z(display)[1])) for at in clamps(display)]
    cut += _display_room(display)
    cut += [_usb_opening((_usb_z() - d.USB_OPENING[1] / 2, d.SPLIT), d.USB_OPENING[0])]
    return shell + added - cut


def _usb_opening(z: tuple[float, float], width: float) -> Part:
    return block((d.PICO_AT[0] - width / 2, d.PICO_AT[0] + width / 2), (HEIGHT - d.WALL, HEIGHT), z)


def _softened(shell: Part, low: bool) -> Part:
    """Returns the shell with a bevel around its outer face."""
    faces = shell.faces().sort_by(Axis.Z)
    return chamfer((faces[0] if low else faces[-1]).edges(), 1.0)


def _display_room(display: d.Display) -> list[Part]:
    """Returns what the display takes from the front: the glass, its pads, and the window."""
    x, top = d.DISPLAY_AT[0], glass_top(display)
    half = display.glass[0] / 2 + d.GLASS_GAP
    high = module(display)[1]
    # Below the glass its cable turns to the back.
    glass = block((x - half, x + half), (top - display.glass[1] - 2.5, top + d.GLASS_GAP), (d.FRAME, d.FRONT))
    pocket = (x - d.PADS_WIDE / 2 - 1, x + d.PADS_WIDE / 2 + 1)
    pads = block(pocket, (top, high + 0.4), (d.FRONT - d.BLOB - 0.2, d.FRONT))
    bevel = d.FRAME - d.THINNEST
    wide, tall = (length + 2 * (d.WINDOW + bevel) for length in display.active)
    opening = extrude(Rectangle(wide, tall), bevel, taper=45)
    return [glass, pads, active_area(display, d.WINDOW, (0, d.FRAME)), Pos(*d.DISPLAY_AT, 0) * opening]


def _boss(display: d.Display, at: d.Point) -> Part:
    """Returns what a screw of the display stands in."""
    x, (low, high), half = d.DISPLAY_AT[0], module(display), display.module[0] / 2 + d.GLASS_GAP
    z = (d.FRONT, module_z(display)[1] - 0.25)
    return rod(at, d.BOSS, z) - block((x - half, x + half), (low - d.GLASS_GAP, high + d.GLASS_GAP), z)


def _key_seat(at: d.Point) -> list[Part]:
    """Returns the block in front of a key, and the four corners around it."""
    pocket = d.KEY[0] + 2 * d.KEY_GAP
    outside = pocket + 2 * d.KEY_FRAME
    z = (d.KEY_FRONT, d.KEY_SEAT - 0.3)
    free = [around(at, size, z) for size in ((pocket, pocket), (8.0, outside), (outside, 8.0))]  # the legs, either way
    return [around(at, (outside, outside), (d.FRONT, d.KEY_FRONT)), around(at, (outside, outside), z) - free]


def back(power: str) -> Part:
    """Returns the shell that closes the case."""
    depth = d.DEPTH[power]
    floor = depth - d.FLOOR
    high, seat = d.SPLIT - d.LIP_HIGH, d.SPLIT + d.CLAMPED
    shell = _softened(plate(0, (d.SPLIT, depth)), low=False) - plate(d.WALL, (d.SPLIT, floor))
    tongue = plate(d.WALL - d.LIP, (high, d.SPLIT)) - plate(d.WALL, (high, d.SPLIT))
    added = [tongue - _usb_opening((high, d.SPLIT), d.USB_OPENING[0] + 1)]
    added += [rod(at, d.POST, (d.KEY_SEAT + d.POST_GAP, floor)) for at in d.KEYS.values()]
    added += [rod(at, d.COLUMN_BACK, (d.SPLIT, floor)) for at in d.SCREWS]
    # Behind a column in a corner would be a slit.
    inside = plate(d.WALL / 2, (d.SPLIT, floor))
    added += [
        block((0, x) if x < MIDDLE[0] else (x, WIDTH), (0, y), (d.SPLIT, floor)) & inside for x, y in CORNER_SCREWS
    ]
    cut = [around(bootsel(), d.BOOTSEL_HOLE, (floor, depth))]
    cone = (d.HEAD_M3 - d.THROUGH_M3) / 2
    for at in d.SCREWS:
        cut.append(rod(at, d.THROUGH_M3, (d.SPLIT, depth)))
        cut.append(Pos(at[0], at[1], seat - cone) * Cone(d.THROUGH_M3 / 2, d.HEAD_M3 / 2, cone, align=UPWARD))
        if depth > seat:
            cut.append(rod(at, d.HEAD_M3, (seat, depth)))
    if power == "cells":
        added += _for_cells(floor)
        slot, z = d.HOLE_SWITCH
        y = (d.SWITCH_AT_Y - slot / 2, d.SWITCH_AT_Y + slot / 2)
        cut.append(block((WIDTH - d.WALL, WIDTH), y, (d.SWITCH_Z - z / 2, d.SWITCH_Z + z / 2)))
    return shell + added - cut


def _for_cells(floor: float) -> list[Part]:
    """Returns what keeps holder, diode and switch in their places."""
    x, y = d.HOLDER_AT
    right, low = x + d.HOLDER[0] / 2 + 0.4, y - d.HOLDER[1] / 2 - 0.4
    added = [block((right, right + 1.2), (low + 4, 86.0), (floor - 5, floor))]
    added.append(block((12.0, right - 6), (low - 1.2, low), (floor - 5, floor)))
    gap = d.DIODE[0] / 2 + 0.2
    for side in (-1, 1):
        added.append(around((d.DIODE_AT[0] + side * (gap + 0.5), d.DIODE_AT[1]), (1.0, 8.0), (floor - 4, floor)))
    inside, wall = _switch_x()[0] - 0.2, WIDTH - d.WALL
    half = d.SWITCH[0] / 2 + 0.2
    seat = d.SWITCH_Z + d.SWITCH[1] / 2 + 0.1
    low_y, high_y = d.SWITCH_AT_Y - half, d.SWITCH_AT_Y + half
    added.append(block((inside - 1.2, wall), (low_y - 1.2, high_y + 1.2), (seat, floor)))
    added.append(block((inside - 1.2, inside), (low_y - 1.2, high_y + 1.2), (seat - 2.5, seat)))
    for y_range in ((low_y - 1.2, low_y), (high_y, high_y + 1.2)):
        added.append(block((inside, wall), y_range, (seat - 2.5, seat)))
    return added


def cap(name: str) -> Part:
    """Returns the cap of a key at rest, with its mark."""
    at = d.KEYS[name]
    flange = d.FRONT + d.CAP_SLACK
    part = rod(at, d.CAP, (-d.CAP_OUT, flange + d.FLANGE_HIGH))
    part = chamfer(part.faces().sort_by(Axis.Z)[0].edges(), 0.5)
    part += rod(at, d.FLANGE, (flange, flange + d.FLANGE_HIGH))
    part -= rod(at, d.SOCKET, (d.KEY_SEAT - d.KEY_HEIGHT, flange + d.FLANGE_HIGH))
    return part - Pos(at[0], at[1], -d.CAP_OUT) * mark(name)


ARROW = ((-1.3, -2.3), (2.4, 0.0), (-1.3, 2.3))
TURNS = {"right": 0, "up": 90, "left": 180, "down": 270}
# strokes of the letters, each from one point to another
LETTERS = {
    "A": [
        *[((-1.8, -2.4), (-1.8, 1.2)), ((-1.8, 1.2), (-0.8, 2.4)), ((-0.8, 2.4), (0.8, 2.4))],
        *[((0.8, 2.4), (1.8, 1.2)), ((1.8, 1.2), (1.8, -2.4)), ((-1.8, -0.4), (1.8, -0.4))],
    ],
    "B": [
        *[((-1.4, -2.4), (-1.4, 2.4)), ((-1.4, 2.4), (0.8, 2.4)), ((-1.4, 0), (0.8, 0)), ((-1.4, -2.4), (0.8, -2.4))],
        *[((0.8, 2.4), (1.6, 1.2)), ((1.6, 1.2), (0.8, 0)), ((0.8, 0), (1.6, -1.2)), ((1.6, -1.2), (0.8, -2.4))],
    ],
}
STROKE = 0.9
MARK_DEEP = 0.6


def mark(name: str) -> Part:
    """Returns the mark of a key as a solid that is cut out of its cap."""
    if name in TURNS:
        return Rotation(0, 0, TURNS[name]) * extrude(Polygon(*ARROW, align=None), MARK_DEEP)
    part = Part()
    for (x0, y0), (x1, y1) in LETTERS[name]:
        for x, y in ((x0, y0), (x1, y1)):
            part += rod((x, y), STROKE, (0, MARK_DEEP))
        length = ((x1 - x0) ** 2 + (y1 - y0) ** 2) ** 0.5
        across = ((y0 - y1) / length * STROKE / 2, (x1 - x0) / length * STROKE / 2)
        corners = [(x0 + across[0], y0 + across[1]), (x0 - across[0], y0 - across[1])]
        corners += [(x1 - across[0], y1 - across[1]), (x1 + across[0], y1 + across[1])]
        part += extrude(Polygon(*corners, align=None), MARK_DEEP)
    return part


def printed(variant: Variant) -> dict[str, Part]:
    """Returns the shells and caps of a case, where they are in it."""
    shells = {"front": front(d.DISPLAYS[variant.display]), "back": back(variant.power)}
    return shells | {f"cap {name}": cap(name) for name in d.KEYS}


def on_the_bed(name: str, solid: Part) -> Part:
    """Returns a solid as it is printed: the front on its face, the back on its floor, caps on their flanges."""
    turned = solid if name == "front" else Rotation(180, 0, 0) * solid
    low = turned.bounding_box().min
    return Pos(-low.X, -low.Y, -low.Z) * turned
