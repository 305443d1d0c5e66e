"""A club night: many tables, one room."""
