"""Programs that the PC sends to a board: files.py reads its files, update.py changes them. package.py
and unpack.py belong to update files, which need no PC.

MicroPython runs both, so they use only its part of the language.
"""
