"""The deal being entered."""
