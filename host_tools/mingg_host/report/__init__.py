"""Evenings and seasons as pages."""
