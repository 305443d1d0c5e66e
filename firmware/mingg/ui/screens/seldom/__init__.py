"""Screens that few deals need."""
