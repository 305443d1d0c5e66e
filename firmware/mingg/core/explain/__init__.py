"""Explanations: why a hand scores its points, and why a player pays."""
