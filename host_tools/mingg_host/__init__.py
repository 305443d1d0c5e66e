"""Mingg on the PC: the command `mingg`, the simulator, the headless device, and the tools for boards."""

import os

import mingg_scoring  # noqa: F401 - first: installed, it brings the core as `mingg`

# isort: split
import mingg

# Installed, the whole firmware is in this package; in a checkout its folder is on the path.
_onboard = os.path.join(os.path.dirname(os.path.abspath(__file__)), "onboard", "mingg")
if os.path.isdir(_onboard):
    mingg.__path__.insert(0, _onboard)
