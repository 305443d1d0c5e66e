"""Mingg on the PC: the command `mingg`, the simulator, the headless device, and the tools for boards."""
