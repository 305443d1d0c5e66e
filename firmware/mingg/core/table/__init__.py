"""Who sits where, who deals next, and the wall."""
