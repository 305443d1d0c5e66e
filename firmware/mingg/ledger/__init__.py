"""The ledger: sealed lines in segment files."""
