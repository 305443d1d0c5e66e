"""What drives the firmware without a board: rig.py, on CPython and MicroPython alike, and driver.py, MicroPython only.

Both run in the MicroPython VM as they stand, so they hold to its language.
"""
