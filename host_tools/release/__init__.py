"""Makes the files of a release, and rehearses its workflow: `make release`, `make rehearse`. docs/release.md says how.

It runs in a checkout and does not ship. The same sources and images make the same bytes.
"""
