"""The picture: the canvas, glyphs, and the panel at rest."""
