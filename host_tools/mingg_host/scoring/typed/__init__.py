"""Reads a deal as a person types it. It accepts many forms, but never guesses a meaning."""
