"""The ledger of an evening: typed records, one reader and one writer.

line     a line with its checksum, and the names of files
kinds    the fields of each kind of record; turns a record into the text of a line
parse    lines in, records out, with what is missing; reads them by the same fields
ledger   writes the lines of a ledger into its files, and finds them again
"""
