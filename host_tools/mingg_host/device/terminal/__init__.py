"""Runs the device in a terminal: the keyboard plays the six keys, letters show the panel's pixels."""
