"""The evening: a plain state, and a function for each thing that happens. A record is written before the state changes.

evening   the state
open      opens an evening from its ledger
begin     begins a session; changes seats and names
save      saves a deal
beside    payments, counts and loans, beside the deals
counters  moves counters after a record
change    takes the last line back, and corrects a deal
lines     the lines that stand, and the deals in them
draft     the half-entered deal
evenings  all evenings in the store, and the room for more
"""
