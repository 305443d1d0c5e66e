"""The half of the interchange format that only a PC needs: answers and exchanges written, whole sessions replayed.

What a board reads and writes is in mingg.core.interchange. These modules also run on MicroPython, where tests use them.
"""
