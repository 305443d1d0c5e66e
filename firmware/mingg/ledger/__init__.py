"""The ledger: lines with checksums, in segment files."""
