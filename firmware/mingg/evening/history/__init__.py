"""Looks back into the ledger of an evening, and changes what was played:

    records     one record, and the standings before and after it
    history     the lines that stand, and the deals in them
    last        the last deal
    change      undo
    correction  correct
    losses      which deals are lost, to show at the start
    evenings    the evenings in the store

A screen loads the modules that it needs, and unloads them afterwards. Only the kind of a line and the numbers of its
deal and record stay in memory; its record is read again when it is needed.
"""
