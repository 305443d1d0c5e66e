"""Replaces the parts of a board when the firmware runs in a web page: the panel, the flash, the clock."""
