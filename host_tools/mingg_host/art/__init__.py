"""The drawings of letters, tiles and the icon, and the programs that make fonts and pictures of them."""
