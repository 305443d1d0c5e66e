"""English: how else a deal ends than by a win."""

TEXT = {
    "draw, a kong": "draw, a kong declared",
    "fourth kong": "draw, the fourth kong",
    "false_win": "false mah-jong",
    "dead_pays": "dead hand pays",
    "washing": "washing",
    "mummies": "nine mummies",
    "not_touching": "not touching",
    "who?": "who?",
    "majors": "%d different majors",
    "each pays": "each pays",
    "short false_win": "false|win",
    "short dead_pays": "dead|hand",
    "short washing": "washing",
    "short mummies": "nine|mummies",
    "short not_touching": "not|touching",
    "saves": "saves",
    "A saves": "A saves, B back",
}
