"""Tools for every part of the host: files, streams, tables, TOML, the web server. It imports no other folder."""

import os

import mingg

VERSION = mingg.VERSION
FIRMWARE = os.path.abspath(mingg.__path__[0])  # the folder of its package
