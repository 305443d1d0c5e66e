"""Sets of counters, what changes hands, and who holds what."""
