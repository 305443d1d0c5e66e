"""The screens: what the six keys do and what the panel shows. Knows the rules only through the core, and no pin."""
