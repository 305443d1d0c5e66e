"""A connected board: its serial port, MicroPython's raw REPL, its files and how they are changed."""
