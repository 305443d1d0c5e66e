"""The case: its parts, shells and caps as solids, checks of them, and pictures. `make case` runs it."""
