"""A deal: its cards, what comes of it, the winds."""
