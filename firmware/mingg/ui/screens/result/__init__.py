"""Screens of a deal's result."""
