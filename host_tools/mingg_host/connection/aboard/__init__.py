"""Programs that the PC sends to a board: files.py reads its files, update.py changes them.

MicroPython runs both, so they use only its part of the language.
"""
