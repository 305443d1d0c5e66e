"""Stands for the module `typing` where MicroPython runs the rig, which keeps its types."""

Any = Callable = None
