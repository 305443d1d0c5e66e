"""Draws solids as a picture: what is nearer covers what is behind, and every edge has a line."""

from __future__ import annotations

from math import cos, radians, sin
from typing import NamedTuple

import numpy as np
from PIL import Image, ImageDraw, ImageFont

from case import mesh

Colour = tuple[int, int, int]
INK, PAPER = (29, 36, 48), (255, 255, 255)
FINER = 2  # the picture is drawn so many times as large
MARGIN = 24
DARKEST = 0.55


class Thing(NamedTuple):
    """A solid in a picture. along: how far it is pulled out of the case, along z. label: a number beside it, or "".
    lines: whether its edges have lines."""

    shape: mesh.Mesh
    colour: Colour
    along: float = 0.0
    label: str = ""
    lines: bool = True


def _turn(around: float, over: float) -> mesh.Numbers:
    """Returns the matrix from the case to the picture: x right, y up, z towards the eye. Degrees; 0, 0 is the front."""
    a, b = radians(around), radians(over)
    flip = np.diag([1.0, 1.0, -1.0])  # the case has z away from the eye in front of it
    side = np.array([[cos(a), 0, sin(a)], [0, 1, 0], [-sin(a), 0, cos(a)]])
    tilt = np.array([[1, 0, 0], [0, cos(b), -sin(b)], [0, sin(b), cos(b)]])
    matrix: mesh.Numbers = tilt @ side @ flip
    return matrix


def draw(things: list[Thing], around: float, over: float, scale: float) -> Image.Image:
    """Returns a picture with `scale` points for a millimetre, seen from aside by two angles in degrees."""
    matrix = _turn(around, over)
    placed = [(thing.shape.corners + np.array([0, 0, thing.along])) @ matrix.T for thing in things]
    low = np.min([p.min(axis=(0, 1)) for p in placed], axis=0)
    high = np.max([p.max(axis=(0, 1)) for p in placed], axis=0)
    wide, tall = (round((high[axis] - low[axis]) * scale) + 2 * MARGIN for axis in (0, 1))
    size = (wide * FINER, tall * FINER)
    scale *= FINER
    origin = np.array([low[0] * scale - MARGIN * FINER, high[1] * scale + MARGIN * FINER])
    canvas = _Canvas(size)
    for number, (thing, corners) in enumerate(zip(things, placed, strict=True)):
        on_paper = corners * scale
        on_paper[..., 0] -= origin[0]
        on_paper[..., 1] = origin[1] - on_paper[..., 1]
        faces = thing.shape.faces + number * 10_000 if thing.lines else np.zeros_like(thing.shape.faces)
        canvas.add(on_paper, thing.shape.normals @ matrix.T, faces, thing.colour)
    image = canvas.image().resize((wide, tall), Image.Resampling.LANCZOS)
    pen = ImageDraw.Draw(image)
    font = ImageFont.load_default(size=15)
    for thing, corners in zip(things, placed, strict=True):
        if thing.label:
            right = corners.reshape(-1, 3)[corners[..., 0].argmax()] * scale
            x, y = (right[0] - origin[0]) / FINER + 12, (origin[1] - right[1]) / FINER
            pen.ellipse((x - 11, y - 11, x + 11, y + 11), fill=PAPER, outline=INK, width=1)
            pen.text((x, y), thing.label, fill=INK, font=font, anchor="mm")
    return image.quantize(64, method=Image.Quantize.MEDIANCUT, dither=Image.Dither.NONE)


class _Canvas:
    """depth: of the nearest face at each point. face: its number, -1 for paper."""

    def __init__(self, size: tuple[int, int]) -> None:
        shape = (size[1], size[0])
        self.depth = np.full(shape, -np.inf)
        self.face = np.full(shape, -1)
        self.colour = np.full((*shape, 3), 255.0)

    def add(self, corners: mesh.Numbers, normals: mesh.Numbers, faces: mesh.Indices, colour: Colour) -> None:
        for triangle, normal, face in zip(corners, normals, faces, strict=True):
            if normal[2] <= 0:
                continue
            light = DARKEST + (1 - DARKEST) * max(0.0, float(normal @ (-0.35, 0.5, 0.79)))
            self._fill(triangle, int(face), np.array(colour) * light)

    def _fill(self, triangle: mesh.Numbers, face: int, colour: mesh.Numbers) -> None:
        (x0, y0, z0), (x1, y1, z1), (x2, y2, z2) = triangle
        area = (x1 - x0) * (y2 - y0) - (x2 - x0) * (y1 - y0)
        if abs(area) < 1e-9:
            return
        low = np.maximum(np.floor(triangle[:, :2].min(axis=0)).astype(int), 0)
        high = np.ceil(triangle[:, :2].max(axis=0)).astype(int) + 1
        here = (slice(low[1], high[1]), slice(low[0], high[0]))
        y, x = np.mgrid[low[1] : high[1], low[0] : high[0]] + 0.5
        one = ((x1 - x) * (y2 - y) - (x2 - x) * (y1 - y)) / area
        two = ((x2 - x) * (y0 - y) - (x0 - x) * (y2 - y)) / area
        three = 1 - one - two
        depth = one * z0 + two * z1 + three * z2
        nearer = (one >= -1e-6) & (two >= -1e-6) & (three >= -1e-6) & (depth > self.depth[here])
        self.depth[here][nearer] = depth[nearer]
        self.face[here][nearer] = face
        self.colour[here][nearer] = colour

    def image(self) -> Image.Image:
        line = np.zeros(self.face.shape, dtype=bool)
        for axis in (0, 1):
            line |= self.face != np.roll(self.face, 1, axis)
        self.colour[line] = INK
        return Image.fromarray(self.colour.astype(np.uint8), "RGB")
