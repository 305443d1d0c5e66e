"""Why a hand scores what it does, and why somebody pays."""
