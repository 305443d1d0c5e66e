"""A deal: its cards, its result, the winds."""
