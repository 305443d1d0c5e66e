"""The three ways to play with flowers, as effects of the option: Harr's (own), Babcock's (seasons), and Shanghai."""

from mingg.core.rules.rows import ALL, DOUBLINGS, POINTS, Row

_SERIES = Row("flower-series", "flower_series", 3, ALL, "Babcock p.89")

FLOWER_EFFECTS = (
    ("own", DOUBLINGS, Row("own-flower", "own_flowers", 1, ALL, "Harr p.29, Use of the Mandarins")),
    ("seasons", POINTS, Row("flower", "flowers", 4, ALL, "Babcock p.89")),
    ("seasons", DOUBLINGS, Row("own-flower", "own_flowers_outside_series", 1, ALL, "Babcock p.89-90")),
    ("seasons", DOUBLINGS, _SERIES),
    ("shanghai", POINTS, Row("flower", "flowers", 4, ALL, "Babcock p.89")),
    ("shanghai", DOUBLINGS, Row("own-flower", "both_own_flowers", 1, ALL, "Babcock p.89-90")),
    ("shanghai", DOUBLINGS, _SERIES),
)
