"""Stand-ins on CPython for modules that are part of MicroPython; mingg_host puts this folder on the path."""
