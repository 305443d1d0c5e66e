"""Makes the files of a release page: `make release IMAGES=FOLDER`. docs/release.md says how to use them.

It runs in a checkout and does not ship. The same sources and images make the same bytes.
"""
