"""A deal: its cards, its outcome, the winds."""
