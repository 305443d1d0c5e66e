"""`mingg report`: makes one page about an evening or a season, to read, print and keep."""

# Every report has this in its head. Only a page with it may be overwritten.
MARK = '<meta name="generator" content="Mingg report">'
