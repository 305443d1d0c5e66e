"""Reads and checks the data of boards, and makes the pages and drawings for builders. `make boards` runs it."""
