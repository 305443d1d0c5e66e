"""Runs the firmware on a PC, without a board: by key scripts, in a terminal or on a wired display."""
