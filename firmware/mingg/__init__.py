"""Mingg: the wind box of a mah-jongg set, which also counts."""

VERSION = "0.1.0"

try:
    # As it is built for a board: all names come now, and lie together for good (deploy/names.py of the host's tools).
    __import__("mingg.names")
except ImportError:
    pass
else:
    from mingg.modules import let_go

    let_go("mingg.names")
    del let_go
