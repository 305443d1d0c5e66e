"""The scoring core: pure, integers only, no clock, no file, no display."""
