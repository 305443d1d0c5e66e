"""Checks of the solids. Each returns its faults as texts; an empty list means that the case is right."""

from __future__ import annotations

from itertools import combinations
from math import radians, sin, tan

import numpy as np
from build123d import BoundBox, Compound, Face, GeomType, Part, Plane, Pos, Rectangle, Vector, loft

from case import data as d
from case import mesh, solids

A_HAIR = 0.01  # cubic millimetres, or millimetres: what rounding may add up to
STEP = 0.2  # of a moving cap
SEEN_FROM = 40  # degrees beside the perpendicular from which every pixel is seen
A_POINT = 0.05  # how far beside an edge a roof looks for a wall


def _apart(a: BoundBox, b: BoundBox) -> bool:
    return any(min(p, q) - max(r, s) <= 1e-6 for p, q, r, s in zip(a.max, b.max, a.min, b.min, strict=True))


def _shared(one: Part, other: Part) -> float:
    """Returns the volume that two solids have in common."""
    return _common(one, one.bounding_box(), other, other.bounding_box())


def _common(one: Part, box: BoundBox, other: Part, other_box: BoundBox) -> float:
    if _apart(box, other_box):
        return 0.0
    common = one & other
    return sum(solid.volume for solid in common.solids()) if common else 0.0


def _groups(solids_by_name: dict[str, Part]) -> list[dict[str, Part]]:
    """Returns the solids in groups whose boxes do not meet: a whole group is compared with a shell at once."""
    groups: list[tuple[list[BoundBox], dict[str, Part]]] = []
    for name, solid in solids_by_name.items():
        box = solid.bounding_box()
        for boxes, group in groups:
            if all(_apart(box, other) for other in boxes):
                boxes.append(box)
                group[name] = solid
                break
        else:
            groups.append(([box], {name: solid}))
    return [group for _, group in groups]


def _inside(shell: Part, others: dict[str, Part]) -> dict[str, float]:
    """Returns which of the solids share how much with a shell."""
    found = {}
    for group in _groups(others):
        together = Compound([piece for solid in group.values() for piece in solid.solids()])
        if _shared(shell, together) > A_HAIR:
            volumes = {name: _shared(shell, solid) for name, solid in group.items()}
            found |= {name: volume for name, volume in volumes.items() if volume > A_HAIR}
    return found


def collisions(printed: dict[str, Part], parts: dict[str, Part]) -> list[str]:
    """No part is in another one, or in a shell or a cap."""
    shells = {name: printed[name] for name in ("front", "back")}
    others = {name: solid for name, solid in (printed | parts).items() if name not in shells}
    found = {(name, other): volume for name in shells for other, volume in _inside(shells[name], others).items()}
    found["front", "back"] = _shared(shells["front"], shells["back"])
    boxes = [(name, solid, solid.bounding_box()) for name, solid in others.items()]
    for (name, one, box), (other_name, other, other_box) in combinations(boxes, 2):
        found[name, other_name] = _common(one, box, other, other_box)
    return [f"{one} and {other} share {volume:.2f} mm3" for (one, other), volume in found.items() if volume > A_HAIR]


def movement(printed: dict[str, Part], parts: dict[str, Part]) -> list[str]:
    """Every cap moves freely by its travel, which closes the contact, and stops there; it cannot fall out."""
    found = []
    if d.TRAVEL <= d.KEY_PRETRAVEL_MAX:
        found.append(f"a cap moves {d.TRAVEL} mm, but the contact may close only at {d.KEY_PRETRAVEL_MAX}")
    caps = {name: printed[f"cap {name}"] for name in d.KEYS}
    keys = {name: parts[f"key {name}"] for name in d.KEYS}

    def at(way: float) -> dict[str, Part]:
        return {name: Pos(0, 0, way) * cap for name, cap in caps.items()}

    stopped: dict[str, float] = {}
    for step in range(round(d.TRAVEL / STEP) + 1):
        moved = at(step * STEP)
        inside = {*_inside(printed["front"], moved), *_inside(printed["back"], moved)}
        inside |= {name for name, cap in moved.items() if _shared(cap, keys[name]) > A_HAIR}
        for name in inside:
            stopped.setdefault(name, step * STEP)
    found += [f"cap {name} is stopped after less than {way:.1f} of {d.TRAVEL} mm" for name, way in stopped.items()]
    pressed, held = at(d.TRAVEL + STEP), _inside(printed["front"], at(-d.CAP_SLACK - STEP))
    for name, cap in caps.items():
        if _shared(pressed[name], keys[name]) <= A_HAIR:
            found.append(f"cap {name} does not stop after {d.TRAVEL} mm")
        if name not in held:
            found.append(f"cap {name} falls out")
        if cap.distance_to(parts[f"plunger {name}"]) > A_HAIR:
            found.append(f"cap {name} does not rest on its key")
        if keys[name].distance_to(printed["back"]) > d.POST_GAP + A_HAIR:
            found.append(f"nothing is behind key {name}")
    return found


def openings(variant: solids.Variant, printed: dict[str, Part], parts: dict[str, Part]) -> list[str]:
    """Every opening is over its part."""
    display, front, back = d.DISPLAYS[variant.display], printed["front"], printed["back"]
    depth = d.DEPTH[variant.power]
    ways: dict[str, Part] = {}
    for name, at in d.KEYS.items():
        ways[f"from the plunger of {name} to the front"] = solids.around(at, (d.KEY_PLUNGER,) * 2, (0, d.KEY_FRONT))
    for number, at in enumerate(d.SCREWS, 1):
        ways[f"to the head of screw {number}"] = solids.rod(at, d.M3[2], (d.SPLIT + d.CLAMPED, depth))
    button = d.PICO_FRONT + d.PICO[2] + d.BOOTSEL_SIZE[2]
    ways["to BOOTSEL"] = solids.around(solids.bootsel(), d.BOOTSEL_SIZE[:2], (button, depth))
    mouth = parts["plug"].bounding_box()
    ways["to the USB socket"] = solids.block(
        (mouth.min.X, mouth.max.X), (solids.pico_top() + d.USB_OVERHANG, solids.HEIGHT), (mouth.min.Z, mouth.max.Z)
    )
    for number, at in enumerate(solids.sound_holes(), 1):
        ways[f"through sound hole {number}"] = solids.rod(at, d.SOUND_HOLE - 0.1, (0, d.FRONT))
        if ((at[0] - d.BUZZER_AT[0]) ** 2 + (at[1] - d.BUZZER_AT[1]) ** 2) ** 0.5 > d.BUZZER[0] / 2 - d.SOUND_HOLE / 2:
            ways[f"from sound hole {number} to the buzzer"] = front
    if variant.power == "cells":
        ways |= {"of the switch, one way": solids.knob(-1), "of the switch, the other way": solids.knob(1)}
        if solids.knob(1).bounding_box().max.X < solids.WIDTH + 1:
            ways["to the knob of the switch"] = back
    in_the_way = {"the front": front, "the back": back, "the holder": parts.get("holder")}
    found = [
        f"{what} is in the way {name}"
        for name, way in ways.items()
        for what, solid in in_the_way.items()
        if solid is not None and _shared(way, solid) > A_HAIR
    ]
    window = solids.active_area(display, d.WINDOW, (d.FRAME, d.FRAME + display.glass[2]))
    if window.volume - _shared(window, parts["display"]) > A_HAIR:
        found.append("the window is wider than the glass")
    return found


def visible(variant: solids.Variant, printed: dict[str, Part]) -> list[str]:
    """Every pixel is seen, also from aside."""
    display = d.DISPLAYS[variant.display]
    wider = 2 * d.FRAME * tan(radians(SEEN_FROM))
    low, high = (
        Plane((*d.DISPLAY_AT, z)) * Rectangle(display.active[0] + more, display.active[1] + more)
        for z, more in ((0.0, wider), (d.FRAME, 0.0))
    )
    hidden = _shared(loft([low, high]), printed["front"])
    return [f"the front hides pixels: {hidden:.2f} mm3"] if hidden > A_HAIR else []


def clearance(printed: dict[str, Part]) -> list[str]:
    """Parts that move or are put together have the gap that a printer needs."""
    found = []
    pairs = {
        f"cap {name} and the front": (Pos(0, 0, d.TRAVEL / 2) * printed[f"cap {name}"], "front") for name in d.KEYS
    }
    pairs["the two shells"] = (Pos(0, 0, 0.5) * printed["back"], "front")  # they touch where they meet
    for name, (solid, other) in pairs.items():
        gap = solid.distance_to(printed[other])
        if gap < d.NARROWEST_GAP - A_HAIR:
            found.append(f"{name} are {gap:.2f} mm apart")
    return found


def printable(name: str, solid: Part) -> list[str]:
    """A printer can make the solid without supports: one piece, thick enough, no narrow slit, no steep overhang."""
    turned = solids.on_the_bed(name, solid)
    found = [] if len(turned.solids()) == 1 and turned.is_valid else ["is not one valid solid"]
    size, (wide, deep) = turned.bounding_box().size, d.BED
    if wide < size.X or deep < size.Y:
        found.append("is larger than the bed of a printer")
    return [f"{name} {fault}" for fault in (*found, *_thin(turned), *_overhangs(turned))]


def _thin(solid: Part) -> list[str]:
    triangles, adjacent = mesh.of(solid), mesh.adjacent(solid)
    points, index = mesh.on_faces(triangles)
    normals = triangles.normals[index]
    found = []
    for way, least, what in ((-1, d.THINNEST, "wall"), (1, d.NARROWEST_GAP, "gap")):
        distances, hits = mesh.ahead(triangles, points + way * 1e-4 * normals, way * normals)
        facing = (normals * triangles.normals[hits]).sum(axis=1) < -0.5
        # Two faces that meet at an edge are as near there as you like. A printer fills such a corner.
        wrong = facing & (distances < least - 0.02) & ~adjacent[triangles.faces[index], triangles.faces[hits]]
        if wrong.any():
            worst = np.where(wrong, distances, np.inf).argmin()
            at = ", ".join(f"{value:.1f}" for value in points[worst])
            found.append(f"has a {what} of only {distances[worst]:.2f} mm at {at}")
    return found


def _overhangs(solid: Part) -> list[str]:
    found = []
    limit = -sin(radians(d.STEEPEST + 0.5))
    for face in solid.faces():
        box = face.bounding_box()
        if box.max.Z < A_HAIR:  # on the bed
            continue
        lowest = min(face.normal_at(u, v).Z for u in (0.1, 0.5, 0.9) for v in (0.1, 0.5, 0.9))
        flat = face.geom_type == GeomType.PLANE and lowest < -0.999
        if lowest < limit and not (flat and _bridged(solid, face)):
            found.append(f"needs support at {box.center().X:.1f}, {box.center().Y:.1f}, {box.center().Z:.1f}")
    return found


def _bridged(solid: Part, roof: Face) -> bool:
    """Whether walls carry a flat roof at both ends of a short span."""
    middle = roof.bounding_box().center()
    ends: dict[int, list[bool]] = {0: [], 1: []}
    for edge in roof.outer_wire().edges():
        for part in (0.1, 0.5, 0.9):
            point, along = edge @ part, edge % part
            out = Vector(along.Y, -along.X, 0)
            if out.dot(point - middle) < 0:
                out = -out
            below = point + out * A_POINT - Vector(0, 0, A_POINT)
            carried = any(piece.is_inside(below) for piece in solid.solids())
            for axis, share in enumerate((abs(out.X), abs(out.Y))):
                if share > 0.5:
                    ends[axis].append(carried)
    spans = (roof.bounding_box().size.X, roof.bounding_box().size.Y)
    return any(spans[axis] <= d.LONGEST_BRIDGE and ends[axis] and all(ends[axis]) for axis in (0, 1))
