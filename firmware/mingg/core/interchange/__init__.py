"""Deals as the interchange format has them: read with every mistake named by its place, and written.

A place is a JSON Pointer (RFC 6901) into what was read. The modules are imported one by one: a board needs but a few.
"""
