"""Screens that set up a session."""
