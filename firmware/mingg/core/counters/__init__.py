"""Counters: the sets, the exchanges, and who holds what."""
