"""A deal: its hands, its result, the winds."""
