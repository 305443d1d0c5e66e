"""English: the counters, who moves which, what everybody holds."""

TEXT = {
    "counters": "counters",
    "box": "box",
    # the exchange; the last word of a title is what is left of it where there is no room
    "moved": "move %d",
    "signs": "- puts in,  + takes out",
    "pairs": "pairs %d",
    "in pairs": "in pairs",
    "lends": "box lends %s %d",
    "repays": "%s repays %d",
    "owes": "%s owes %d",
    "no change to make": "Nobody has change. It|waits for the next deal:",
    # the trays
    "trays": "trays",
    "hint trays": "count: arrow, A the box",
    "hint trays of five": "arrow, A box, hold A: %s",
    "off": "%s %+d",
    "owes box": "%s owes %d",
    "A counted": "A counted",
    "by balance": "balance",
    "too much": "%d too much",
    "too little": "%d too little",
    "loan": "owes box %d",
    "still open": "open %+d",
    "none left": "none is left",
    "counted": "counted: saved",
    "as before": "nothing has changed",
    # a set of their own
    "value": "value",
    "each": "each",
    "spots": "spots",
    "each has": "each has %d",
    "not 2000": "%d each: not 2000",
    "values fall": "largest first",
    "each divides": "%d does not fit %d",
    "no values": "no values yet",
}
