"""The device as a web page: page/ holds its files, the modules here serve it, and write it for a static host."""
