"""Mingg: the wind box of a mah-jongg set, which also counts."""

VERSION = "0.1.0"
