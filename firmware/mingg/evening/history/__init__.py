"""Looks back into an evening's ledger. A screen loads what it needs of it, and lets go of it again:

    records     one record, and how things stood before and after it
    lines       the lines that stand
    played      what was played: a deal as it stands now, and the table before it
    lost        what lines did that are lost
    moved       the counters, moved line by line
    recount     all of it again, with one deal changed
    change      undo and correct
    pay         payments outside any deal
    last        the last deal
    losses      which deals are lost, to be told at the start
    evenings    the evenings that are kept

Of each line only its kind and its record's number are held; a segment is read when a deal of it is wanted. What a
damaged record did is known from how things stood before it and after it; a recount keeps that.
"""
