"""The screens that show saved deals and evenings."""
