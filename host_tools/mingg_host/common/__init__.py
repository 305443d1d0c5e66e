"""Tools for every part of the host: files, streams, locks, tables, TOML, JSON. It imports no other folder."""
