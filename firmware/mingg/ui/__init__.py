"""The user interface: what the six keys do and what the panel shows. It knows the rules only through the core, and no
pins."""
