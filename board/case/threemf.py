"""Writes 3MF: what is printed together, each thing with its name and place on the bed, and a picture of it."""

from __future__ import annotations

import io
import zipfile
from xml.sax.saxutils import quoteattr

from build123d import Part, Pos
from PIL import Image

from case import mesh

CORE = "http://schemas.microsoft.com/3dmanufacturing/core/2015/02"
_PARTS = "http://schemas.openxmlformats.org/package/2006"
_HEAD = '<?xml version="1.0" encoding="UTF-8"?>\n'
_TYPES = (
    f'{_HEAD}<Types xmlns="{_PARTS}/content-types">'
    '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>'
    '<Default Extension="model" ContentType="application/vnd.ms-package.3dmanufacturing-3dmodel+xml"/>'
    '<Default Extension="png" ContentType="image/png"/></Types>'
)
_RELATIONS = (
    f'{_HEAD}<Relationships xmlns="{_PARTS}/relationships">'
    '<Relationship Id="model" Target="/3D/3dmodel.model" '
    'Type="http://schemas.microsoft.com/3dmanufacturing/2013/01/3dmodel"/>'
    '<Relationship Id="picture" Target="/Metadata/thumbnail.png" '
    f'Type="{_PARTS}/relationships/metadata/thumbnail"/></Relationships>'
)
APART = 5.0  # millimetres between two things on the bed
DAY = (1980, 1, 1, 0, 0, 0)  # the same file at every run
FINE = (0.02, 0.2)  # as in the STL files


def on_one_bed(things: dict[str, Part], width: float) -> dict[str, Part]:
    """Places things beside each other, in rows of this width. Each lies with a corner at the origin."""
    placed, x, y, deep = {}, 0.0, 0.0, 0.0
    for name, thing in things.items():
        size = thing.bounding_box().size
        if x and x + size.X > width:
            x, y, deep = 0.0, y + deep + APART, 0.0
        placed[name] = Pos(x, y, 0) * thing
        x, deep = x + size.X + APART, max(deep, size.Y)
    return placed


def made_of(things: dict[str, Part], picture: Image.Image) -> bytes:
    """Returns a file with these things, where they are."""
    objects = "".join(_object(number, name, thing) for number, (name, thing) in enumerate(things.items(), 1))
    items = "".join(f'<item objectid="{number}"/>' for number in range(1, len(things) + 1))
    model = (
        f'{_HEAD}<model unit="millimeter" xml:lang="en" xmlns="{CORE}"><metadata name="Title">Mingg</metadata>'
        f"<resources>{objects}</resources><build>{items}</build></model>"
    )
    png = io.BytesIO()
    picture.save(png, "PNG", optimize=True)
    files = {
        "[Content_Types].xml": _TYPES.encode(),
        "_rels/.rels": _RELATIONS.encode(),
        "3D/3dmodel.model": model.encode(),
        "Metadata/thumbnail.png": png.getvalue(),
    }
    result = io.BytesIO()
    with zipfile.ZipFile(result, "w") as archive:
        for path, data in files.items():
            archive.writestr(zipfile.ZipInfo(path, DAY), data, zipfile.ZIP_DEFLATED, 9)
    return result.getvalue()


def _object(number: int, name: str, thing: Part) -> str:
    """Returns one thing. Triangles that meet share their corners: a printer's program sees a closed surface."""
    points: dict[str, int] = {}
    triangles = []
    for corners in mesh.of(thing, FINE).corners.round(4) + 0.0:  # no -0.0 beside 0.0
        named = ['x="{:.4f}" y="{:.4f}" z="{:.4f}"'.format(*corner) for corner in corners]
        triangles.append([points.setdefault(point, len(points)) for point in named])
    vertices = "".join(f"<vertex {point}/>" for point in points)
    faces = "".join(f'<triangle v1="{a}" v2="{b}" v3="{c}"/>' for a, b, c in triangles if len({a, b, c}) == 3)
    return (
        f'<object id="{number}" type="model" name={quoteattr(name)}><mesh><vertices>{vertices}</vertices>'
        f"<triangles>{faces}</triangles></mesh></object>"
    )
