"""Screens of counters."""
