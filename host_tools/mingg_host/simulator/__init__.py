"""Runs the device as a web page: page/ has its files, the modules here serve them or write them for a static host."""
