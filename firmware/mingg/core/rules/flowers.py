"""The three ways of playing with flowers, as effects of the option: Harr's mandarins, Babcock's seasons, Shanghai's."""

from mingg.core.rules import ALL, DOUBLINGS, POINTS

_SERIES = ("flower-series", "flower_series", 3, ALL, "Babcock p.89")

FLOWER_EFFECTS = (
    ("own", DOUBLINGS, ("own-flower", "own_flowers", 1, ALL, "Harr p.29, Use of the Mandarins")),
    ("seasons", POINTS, ("flower", "flowers", 4, ALL, "Babcock p.89")),
    ("seasons", DOUBLINGS, ("own-flower", "own_flowers_outside_series", 1, ALL, "Babcock p.89-90")),
    ("seasons", DOUBLINGS, _SERIES),
    ("shanghai", POINTS, ("flower", "flowers", 4, ALL, "Babcock p.89")),
    ("shanghai", DOUBLINGS, ("own-flower", "both_own_flowers", 1, ALL, "Babcock p.89-90")),
    ("shanghai", DOUBLINGS, _SERIES),
)
