"""Draws tiles with their faces."""

from mingg.core.deal.winds import WINDS
from mingg.core.tiles.tiles import HONOURS, WHITE
from mingg.lang import letters
from mingg.ui.kit.canvas import BOLD, Face
from mingg.ui.kit.glyphs import TILES

MYPY = False
if MYPY:
    from typing import Any

    from mingg.ui.kit.canvas import Canvas

# bytes, since MicroPython looks up each character that it takes out of a string
_SIGNS = b"mps"
_DRAGONS = b"WGR"


class Faces:
    """Draws tiles. It is made with the screen, and released with it."""

    def __init__(self, canvas: "Canvas") -> None:
        self.face = Face(TILES, 1)
        self.canvas = canvas

    def _parts(self, tile: int) -> "list[tuple[int, Any]]":
        """Returns the glyphs of a face, each with the x where it begins."""
        meet = self.face.meet
        if tile >= WHITE:
            return [(0, meet(_DRAGONS[tile - WHITE]))]
        if tile >= HONOURS:
            letter = BOLD.meet(ord(letters(WINDS[tile - HONOURS])))
            return [((12 - letter[1]) // 2, letter)]
        return [(0, meet(49 + tile % 9)), (7, meet(_SIGNS[tile // 9]))]

    def draw(self, tile: int, x: int, y: int) -> None:
        """Draws the face of a tile, 12 by 8."""
        for right, glyph in self._parts(tile):
            self.canvas.fb.blit(glyph, x + right, y, 0)

    def veil(self, x: int, y: int) -> None:
        """Dims a face: every second pixel goes dark."""
        self.canvas.fb.blit(self.face.meet(ord("v")), x, y, 1)
