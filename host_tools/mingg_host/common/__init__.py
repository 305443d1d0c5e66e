"""Tools for every part of the host: files, streams, tables, TOML, the web server. It imports no other folder."""

import os

import mingg

VERSION = mingg.VERSION
FIRMWARE = os.path.dirname(os.path.abspath(mingg.__file__))  # the folder of its package
