"""Screens a deal is entered with."""
