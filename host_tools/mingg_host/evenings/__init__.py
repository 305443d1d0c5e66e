"""Evenings on the PC: the archive, reading and writing of ledgers, backups, exports."""
