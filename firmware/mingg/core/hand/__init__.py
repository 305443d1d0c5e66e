"""Hands entered tile by tile: their tiles, their arrangements, and the best sets."""
