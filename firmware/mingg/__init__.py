"""Mingg: the wind box of a mah-jongg set, which also counts."""

VERSION = "1.0.0"
