"""The device in a terminal: its keyboard as the six keys, its letters as the panel's pixels."""
