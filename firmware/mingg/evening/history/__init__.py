"""Looks back into the ledger of an evening, and changes what was played:

    records     one record, and the standings before and after it
    history     the lines that stand, replayed
    last        the last deal
    lost        what lost lines did to the session
    change      undo
    correction  correct
    recount     all of it counted again, with one deal replaced
    losses      which deals are lost, to show at the start
    evenings    the evenings in the store

A screen loads what it needs, and unloads it afterwards. Of a line only its kind and the numbers of its deal and record
are held; its record is read again when it is played.
"""
