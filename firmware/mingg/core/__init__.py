"""The scoring core: pure functions and data, integers only. It uses no clock, no file and no display."""
