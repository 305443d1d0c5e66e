"""English: what each option of the rule sets is called, and what it does. A catalogue of its own, loaded when somebody
asks."""

TEXT = {
    "limit": "The most that one hand may score.",
    "mahjong": "The points that winning alone is worth.",
    "flowers": "How the eight flower tiles count, if at all.",
    "round_wind": "A set of the round wind doubles anybody once.",
    # Babcock's optional scores
    "four_winds": "Own wind, two more, a pair of the fourth: limit.",
    "all_majors": "Nothing but ones, nines, winds, dragons: limit.",
    "nine_gates": "1112345678999 of a suit, and any more: limit.",
    "four_kongs": "Four kongs in one hand score the limit.",
    "three_concealed": "Three pungs or kongs in the hand double once.",
    "four_concealed": "Four pungs or kongs in the hand: the limit.",
    "four_concealed_drawn": "Four in the hand, the last tile drawn: limit.",
    "thirteen_orphans": "One of each major, one of them twice: limit.",
    "seven_twins": "Seven pairs, none on the table: half the limit.",
    "double_no_score": "No other score: x2 in place of 10 points.",
    "double_loose": "A loose tile: x2 in place of 10 points.",
    "double_no_chows": "No chows: x2 in place of 10 points.",
    "double_rob": "A robbed kong: x2 in place of 10 points.",
    "double_last": "The last tile: x2 in place of 10 points.",
    "double_drawn_only": "Mah-jong, the drawing, no more: x2.",
    # what may be agreed at any table
    "limit_cancels_losers": "When the limit is won, losers do not settle.",
    "new_method": "No East double; discarder, or all, pay x2.",
    "insurance": "Who is liable pays for others, full or half.",
    "feeding": "Who fed four open sets to his right pays all.",
    "discarder_pays": "Who fed a big hand he could see pays for all.",
    "false_win": "What a wrong call costs; East pays double.",
    "dead_hand_pays_limit": "With too many tiles: pay each the limit.",
    "round_to_ten": "Payments are rounded to the nearest ten.",
    "nine_easts": "East's ninth win running scores the limit.",
    "washing": "Dealt nine different majors or more: be paid.",
    "nine_mummies": "Dealt nine majors, no two alike: new deal.",
    "not_touching": "Dealt no pair, no two in a row: new deal.",
    "four_kongs_draw": "The fourth kong ends the deal; East passes.",
    "winner_deals": "The winner of a deal becomes East.",
}

# What a setting of an option does, where that is more than the option's own line says.
SET = {
    "flowers off": "Played without the eight flower tiles.",
    "flowers seasons": "4 each; own x2, both own x4, a series x8.",
    "flowers shanghai": "4 each; both own x2, a series x8.",
    "flowers own": "No points; each of one's own number x2.",
    "false_win off": "A wrong call of mah-jong costs nothing.",
    "false_win 100": "A wrong call pays each 100; East double.",
    "false_win half": "A wrong call pays each half the limit.",
    "false_win limit": "A wrong call pays each the whole limit.",
    "nine_mummies bonus": "New deal; 50 from each, 50 more for each over 9.",
}

# What the device calls an option.
NAMES = {
    "limit": "limit",
    "mahjong": "mah-jong",
    "flowers": "flowers",
    "round_wind": "round wind x2",
    "four_winds": "four winds",
    "all_majors": "all majors",
    "nine_gates": "nine gates",
    "four_kongs": "four kongs",
    "three_concealed": "3 concealed x2",
    "four_concealed": "4 concealed",
    "four_concealed_drawn": "4 concealed, drawn",
    "thirteen_orphans": "thirteen orphans",
    "seven_twins": "seven twins",
    "double_no_score": "no other score x2",
    "double_loose": "loose tile x2",
    "double_no_chows": "no chows x2",
    "double_rob": "robbed kong x2",
    "double_last": "last tile x2",
    "double_drawn_only": "only drawn x2",
    "limit_cancels_losers": "limit ends it",
    "new_method": "new method",
    "insurance": "insurance",
    "feeding": "feeding",
    "discarder_pays": "discarder pays",
    "false_win": "false mah-jong",
    "dead_hand_pays_limit": "dead hand pays",
    "round_to_ten": "round to ten",
    "nine_easts": "nine Easts",
    "washing": "washing",
    "nine_mummies": "nine mummies",
    "not_touching": "not touching",
    "four_kongs_draw": "four kongs: draw",
    "winner_deals": "winner deals",
}

# What the settings are called that are no numbers.
VALUES = {
    "shanghai": "Shanghai",
}
