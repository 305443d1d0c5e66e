"""Menu, settings, notices, self-test."""
