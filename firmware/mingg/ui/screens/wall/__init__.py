"""Screens of the wall."""
