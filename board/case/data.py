"""What the parts measure, where each stands, and what the printer can do. All lengths are in millimetres.

x runs to the right and y away from the player, z from the front face of the case (0) into it. Each dimension of a part
names the sheet that it comes from. "Sellers" means a typical part, as the drawings of its sellers show it: there is no
data sheet, and the case leaves more room.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import NamedTuple

import tomllib

Point = tuple[float, float]

# ---- the parts ----

PICO_SHEET = "Raspberry Pi Pico data sheet, figure of the mechanical dimensions; the Pico 2 data sheet has the same"
_OUTLINE = tomllib.loads((Path(__file__).parents[1] / "pico/board.toml").read_text("utf-8"))["outline"]
PICO = (*_OUTLINE["size"], 1.0)  # PICO_SHEET
PICO_HOLES = (11.4, 47.0)  # from hole to hole. PICO_SHEET
PICO_HOLE = 2.1  # PICO_SHEET
USB_OVERHANG = 1.3  # how far the socket stands out over the edge. PICO_SHEET
USB_SOCKET = (7.5, 5.6, 2.7)  # sellers: Micro-USB B socket, on the surface
CHIP = (7.0, 7.0, 0.9)  # RP2040 data sheet: QFN-56
# From the USB edge, and to the left of the middle, seen on the parts with the socket on top. The data sheet shows the
# button without a dimension; these are from the models of others, and the opening is larger than the button.
BOOTSEL: Point = tuple(_OUTLINE["bootsel"])
BOOTSEL_SIZE = (3.4, 4.4, 2.5)  # sellers

USB_PLUG = (11.2, 22.0, 7.4)  # sellers: the grip of a Micro-USB cable; many are smaller
USB_PLUG_METAL = (6.9, 6.4, 1.9)  # USB Micro-B plug, Universal Serial Bus Micro-USB specification 1.01

OLED_SHEET = "Univision UG-2864HSWEG01, panel of most 0.96 inch modules"
OLED_13_SHEET = "data sheet of the 1.3 inch panel with SH1106: 34.5 x 23.0 x 1.4 mm, active area 29.42 x 14.7 mm"


class Display(NamedTuple):
    """A display module. glass, active: width and height. active_from_top: from the upper edge of the glass to the first
    row of pixels. glass_from_top: from the upper edge of the module to that of the glass."""

    name: str
    module: tuple[float, float, float]
    glass: tuple[float, float, float]
    active: tuple[float, float]
    active_from_top: float
    glass_from_top: float


SMALL = Display(
    "0.96",
    (27.3, 27.8, 1.2),  # sellers: 27.0 to 27.8 both ways
    (26.7, 19.26, 1.45),  # OLED_SHEET: panel size
    (21.744, 10.864),  # OLED_SHEET: active area
    2.1,  # OLED_SHEET: outline drawing
    4.3,  # sellers
)
LARGE = Display(
    "1.3",
    (35.4, 33.5, 1.2),  # sellers
    (34.5, 23.0, 1.45),  # OLED_13_SHEET: 1.4, with tolerance
    (29.42, 14.7),  # OLED_13_SHEET
    2.1,  # sellers
    5.0,  # sellers
)
DISPLAYS = {display.name: display for display in (SMALL, LARGE)}
TAPE = 0.4  # sellers: between glass and module
PADS = (10.2, 2.6)  # sellers: four pins, 2.54 apart
PADS_WIDE = 17.8  # sellers: the seven pins of SPI. The pocket has room for both
PADS_FROM_TOP = 1.6  # sellers: from the upper edge of the module to the middle of the pins
BLOB = 1.2  # what solder and wire need in front of the module, and behind it

KEY_SHEET = "Omron B3F-4055 (B3F data sheet, 12 x 12 mm models with a projected plunger)"
KEY = (12.0, 12.0, 3.5)  # KEY_SHEET: the body
KEY_HEIGHT = 7.3  # KEY_SHEET: from the seat to the end of the plunger
KEY_PLUNGER = 3.8  # KEY_SHEET: square
KEY_PRETRAVEL_MAX = 0.5  # KEY_SHEET: 0.3 mm, at most 0.2 more, until the contact closes
KEY_LEGS = (12.5, 5.0, 3.5)  # KEY_SHEET: distances, and length below the seat
KEY_LEG = (0.5, 1.0)  # sellers

BUZZER_SHEET = "Murata PKM13EPYH4000-A0: 12.6 mm, 6.9 mm high, pins 5 mm apart"
BUZZER = (12.6, 6.9)  # diameter and height. BUZZER_SHEET
BUZZER_PINS = 5.0  # BUZZER_SHEET

HOLDER = (58.5, 48.0, 16.0)  # sellers: flat holder for three AA cells side by side, with wires
DIODE_SHEET = "1N5817, package DO-41: body at most 2.7 x 5.2 mm"
DIODE = (2.7, 5.2)  # DIODE_SHEET
SWITCH = (8.6, 3.7, 3.6)  # sellers: slide switch SS12D00, body
SWITCH_KNOB = (1.5, 1.5, 4.0)  # sellers: width, thickness, length
SWITCH_TRAVEL = 2.0  # sellers

M3 = (3.0, 12.0, 6.0)  # ISO 10642 / DIN 7991, countersunk at 90 degrees: diameter, length, head (DIN 7991: 6.0)
M2 = (2.0, 4.0, 3.8)  # ISO 7045, pan head: diameter, length, head
M2_HEAD = 1.6  # ISO 7045: height of the head
WASHER = (2.7, 6.0, 0.5)  # ISO 7089, size 2.5: the head of M2 holds it, and it reaches over the edge of a module

# ---- where they stand ----

SIZE = (97.0, 100.0)
CROSS = (26.0, 26.0)
# The page, the quick card and the Wokwi projects have the keys in the same places.
_PLACES = json.loads((Path(__file__).parents[2] / "host_tools/mingg_host/board/keys.json").read_text("utf-8"))
KEYS: dict[str, Point] = {name: (CROSS[0] + at[0], CROSS[1] - at[1]) for name, at in _PLACES.items() if name != "about"}
DISPLAY_AT = (33.0, 74.0)  # the middle of the active area
PICO_AT = (83.1, 71.55)
BUZZER_AT = (44.5, 42.5)
HOLDER_AT = (32.9, 73.0)
DIODE_AT = (67.3, 70.0)
SWITCH_AT_Y = 60.0
SCREWS: tuple[Point, ...] = ((7.0, 7.0), (90.0, 7.0), (7.0, 43.0), (90.0, 41.0), (67.2, 93.0))

# ---- what the printer can do: figures that makers of printers give for a nozzle of 0.4 mm ----

THINNEST = 0.8  # two lines
NARROWEST_GAP = 0.3  # between parts, and between two walls of one part
STEEPEST = 45.0  # degrees that a face may lean out without support
LONGEST_BRIDGE = 10.0
BED = (180.0, 180.0)  # the smallest common printer

# ---- the case ----

WALL = 2.4
FRONT = 3.0
FLOOR = 2.4
CORNER = 5.0  # radius
SPLIT = 14.0  # where the two shells meet
DEPTH = {"usb": 18.4, "cells": 31.0}  # of the case: without cells, and with three
LIP = 0.9  # the tongue: its height is LIP_HIGH
LIP_HIGH = 1.6
LIP_GAP = 0.3

FRAME = 1.3  # in front of the glass
WINDOW = 0.7  # the window is so much larger than the active area, on each side
GLASS_GAP = 0.3

CAP = 9.6  # diameter of a cap where it goes through the front
CAP_HOLE = 10.2
FLANGE = 11.0
FLANGE_HIGH = 1.2
CHAMBER = 11.6
CAP_OUT = 1.6  # how far a cap stands out
CAP_SLACK = 0.2  # from the flange to the front, so that a cap never presses its key
TRAVEL = 0.6  # of a cap from rest until its flange meets the key: more than the longest pretravel
SOCKET = 6.2  # hole for the plunger, round: it takes square and round ones
KEY_GAP = 0.2  # on each side of a key
KEY_FRONT = FRONT + CAP_SLACK + FLANGE_HIGH + TRAVEL  # of its body
KEY_SEAT = KEY_FRONT + KEY[2]
KEY_FRAME = 1.3
POST = 5.0  # diameter
POST_GAP = 0.2  # to the key

PICO_FRONT = 7.0  # the back of the Pico, which looks to the front: below it is room for solder
PILOT_M2, PILOT_M3 = 1.7, 2.5  # holes that a screw cuts its thread into
THROUGH_M3 = 3.4
HEAD_M3 = 6.6
COLUMN_FRONT, COLUMN_BACK = 8.0, 9.6
STANDOFF, BOSS = 4.4, 4.6
CLAMPED = 4.4  # what the head of a screw presses on: from SPLIT to the top of its head
USB_OPENING = (12.6, 9.0)
BOOTSEL_HOLE = (5.0, 6.0)
SOUND_HOLE = 1.6
HOLE_SWITCH = (4.4, 2.2)
SWITCH_Z = 23.0
