"""The device without a board: the firmware run on a PC, by scripts of keys, in a terminal or on a wired display."""
