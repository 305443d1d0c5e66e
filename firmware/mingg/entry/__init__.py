"""The deal that is being entered."""
