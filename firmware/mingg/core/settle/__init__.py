"""The payments after a deal."""
