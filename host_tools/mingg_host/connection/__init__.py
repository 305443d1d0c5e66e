"""Talks to a connected board: finds its serial port, runs code on its raw REPL, reads and changes its files."""
