"""Drives the firmware without a board: rig.py on CPython and on MicroPython, driver.py only on MicroPython.

The MicroPython VM runs both files unchanged, so they use only its part of the language.
"""
