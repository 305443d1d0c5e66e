"""Boards as data: read, checked, and made into what a builder looks at. `make boards` runs it."""
