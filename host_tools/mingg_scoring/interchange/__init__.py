"""The part of the interchange format that only a PC needs: writes answers and exchanges, and replays sessions.

What a board reads and writes is in mingg.core.interchange. These modules also run on MicroPython, where tests use them.
"""
