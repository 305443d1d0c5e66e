"""Hands entered tile by tile: tiles, arrangements, and the best of them."""
