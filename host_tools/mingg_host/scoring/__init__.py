"""Deals and rules for a reader: typed and read, explained, printed as sheets; house rules."""
