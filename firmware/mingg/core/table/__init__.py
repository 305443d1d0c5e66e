"""The table: who sits where, who deals next, and the wall."""
