"""Solids as triangles, and rays through them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from build123d import Part
from numpy.typing import NDArray

Numbers = NDArray[np.float64]
Indices = NDArray[np.int64]
# How far triangles may be from a round face, in mm, and how far they may turn: to measure, and to look at.
FINE, COARSE = (0.05, 0.3), (0.2, 0.6)
A_POINT_EVERY = 3.0  # square millimetres of a face
REACH = 1.5  # how far rays look
CELL = 5.0  # rays that begin in one cube of this size look at the same triangles


class Mesh(NamedTuple):
    """corners: three points for each triangle. normals: outward. faces: the numbers of the solid's faces."""

    corners: Numbers
    normals: Numbers
    faces: Indices


def of(solid: Part, how: tuple[float, float] = FINE) -> Mesh:
    corners, faces = [], []
    for number, face in enumerate(solid.faces()):
        points, triangles = face.tessellate(*how)
        for triangle in triangles:
            corners.append([tuple(points[i]) for i in triangle])
            faces.append(number)
    array = np.array(corners)
    normals = np.cross(array[:, 1] - array[:, 0], array[:, 2] - array[:, 0])
    lengths = np.linalg.norm(normals, axis=1)
    kept = lengths > 1e-9
    return Mesh(array[kept], normals[kept] / lengths[kept, None], np.array(faces)[kept])


def facing_out(rectangles: Sequence[tuple[float, float, float, float]], z: float) -> Mesh:
    """Returns flat rectangles that look out of the case: low x, low y, high x, high y."""
    corners = [
        [(a, b, z) for a, b in triangle]
        for x, y, right, top in rectangles
        for triangle in (((x, y), (x, top), (right, top)), ((x, y), (right, top), (right, y)))
    ]
    return Mesh(np.array(corners), np.tile((0.0, 0.0, -1.0), (len(corners), 1)), np.zeros(len(corners), dtype=np.int64))


def adjacent(solid: Part) -> NDArray[np.bool_]:
    """Returns for each two faces whether they have an edge in common."""
    owners: dict[tuple[float, ...], list[int]] = {}
    faces = solid.faces()
    for number, face in enumerate(faces):
        for edge in face.edges():
            owners.setdefault(tuple(round(value, 3) + 0.0 for value in edge @ 0.5), []).append(number)
    table = np.eye(len(faces), dtype=bool)
    for sharing in owners.values():
        table[np.ix_(sharing, sharing)] = True
    return table


def on_faces(mesh: Mesh) -> tuple[Numbers, Indices]:
    """Returns points that are spread over all faces, with their triangles. Always the same ones."""
    sides = mesh.corners[:, 1:] - mesh.corners[:, :1]
    areas = np.linalg.norm(np.cross(sides[:, 0], sides[:, 1]), axis=1) / 2
    counts = np.ceil(areas / A_POINT_EVERY).astype(int)
    index = np.repeat(np.arange(len(counts)), counts)
    spread = np.random.default_rng(1).random((len(index), 2))
    spread[spread.sum(axis=1) > 1] = 1 - spread[spread.sum(axis=1) > 1]
    spread = 0.02 + 0.96 * spread  # not on an edge
    points = mesh.corners[index, 0] + (spread[:, :, None] * sides[index]).sum(axis=1)
    return points, index


def ahead(mesh: Mesh, points: Numbers, directions: Numbers) -> tuple[Numbers, Indices]:
    """Returns how far the nearest triangle is from each point in its direction, and which one it is. Infinity: none
    within REACH."""
    distances, hits = np.full(len(points), np.inf), np.zeros(len(points), dtype=np.int64)
    low, high = mesh.corners.min(axis=1) - REACH, mesh.corners.max(axis=1) + REACH
    cells = np.floor(points / CELL).astype(int)
    _, cell_of = np.unique(cells, axis=0, return_inverse=True)
    order = np.argsort(cell_of, kind="stable")
    for here in np.split(order, np.flatnonzero(np.diff(cell_of[order])) + 1):
        corner = cells[here[0]] * CELL
        near = np.flatnonzero((low <= corner + CELL).all(axis=1) & (high >= corner).all(axis=1))
        far = _distances(mesh.corners[near], points[here], directions[here])
        nearest = far.argmin(axis=1)
        distances[here] = far[np.arange(len(far)), nearest]
        hits[here] = near[nearest]
    return distances, hits


def _distances(corners: Numbers, points: Numbers, directions: Numbers) -> Numbers:
    """Returns for each point (row) and each triangle (column) how far they are apart, by Moeller and Trumbore."""
    start, one, two = corners[:, 0], corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0]
    way, offset = directions[:, None], points[:, None] - start
    cross = np.cross(way, two)
    determinant = (one * cross).sum(axis=2)
    turned = np.cross(offset, one)
    with np.errstate(divide="ignore", invalid="ignore"):
        u = (offset * cross).sum(axis=2) / determinant
        v = (way * turned).sum(axis=2) / determinant
        far = (two * turned).sum(axis=2) / determinant
        hit = (np.abs(determinant) > 1e-9) & (u >= 0) & (v >= 0) & (u + v <= 1) & (far > 1e-6)
    return np.where(hit, far, np.inf)
