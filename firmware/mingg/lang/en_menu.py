"""English: the menu, a payment by hand, and who is meant."""

TEXT = {
    # the menu
    "menu deals": "deals: correct, undo",
    "menu pay": "pay by hand",
    "menu counters": "counters: who has which",
    "menu wall": "wall to open",
    "menu evenings": "evenings",
    "leave": "leave deal %d as it was",
    # who
    "pays whom?": "pays whom?",
    "who?": "who?",
    "somebody else": "somebody else",
    # pay by hand
    "A pays": "A pays",
    "no points": "no points yet",
    "paid": "%d paid: saved",
}
