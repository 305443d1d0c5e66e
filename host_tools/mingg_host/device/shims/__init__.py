"""Replaces modules of MicroPython on CPython. mingg_host.device puts this folder on the path."""
