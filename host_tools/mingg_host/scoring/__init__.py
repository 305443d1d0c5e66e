"""Deals and rules for a reader: typed and read, printed as sheets; house rules."""
