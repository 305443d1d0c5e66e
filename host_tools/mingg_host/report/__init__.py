"""Evenings, club nights and seasons as pages."""
