"""The link of a device to a club night: publishes records, receives requests. Loaded only if club.txt configures it."""
