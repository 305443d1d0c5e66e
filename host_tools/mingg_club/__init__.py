"""A club night: many tables in one room, one log for each table, and a host that reads them all."""
