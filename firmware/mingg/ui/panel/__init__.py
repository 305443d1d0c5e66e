"""The picture: canvas, glyphs, and the panel at rest."""
