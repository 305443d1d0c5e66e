"""The evening: its state, and all operations on it."""
