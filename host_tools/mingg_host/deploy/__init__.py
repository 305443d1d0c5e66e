"""Builds the firmware from its sources and installs it on a board."""
