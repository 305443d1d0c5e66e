"""What the PC sends to a board to be run there: files.py looks at its files, update.py changes them.

Both are MicroPython's, and hold to its language.
"""
