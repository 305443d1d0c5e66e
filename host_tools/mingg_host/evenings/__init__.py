"""Evenings on the PC: where they are kept, their ledgers read and written, and what is exported of them."""
