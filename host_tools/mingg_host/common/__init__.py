"""What every part of the host uses: files, streams, locks, tables, TOML and JSON. It imports no other folder."""
