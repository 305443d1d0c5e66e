"""Screens of saved deals and evenings."""
