"""The evening: its state, and every operation on it."""
