"""Scores mah-jongg deals."""
