"""Tools for every part of the host: files, streams, tables, TOML, the web server. It imports no other folder."""

from mingg import VERSION

__all__ = ["VERSION"]
