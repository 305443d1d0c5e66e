"""The interchange format: reads and writes deals, tables and standings. Every error names its place.

A place is a JSON Pointer (RFC 6901) into the input. Import the modules one by one: a board needs only a few.
"""
