"""Replaces modules of MicroPython on CPython. mingg_host puts this folder on the path."""
