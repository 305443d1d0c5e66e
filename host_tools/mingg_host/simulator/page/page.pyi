"""The functions that the page offers to the firmware. vm.js registers them. An exception in one would end the VM."""

def show(address: int) -> None:
    """Shows 1024 bytes of the VM's memory on the panel, MONO_VLSB."""

def shine(level: int) -> None:
    """Sets the contrast of the panel, 1 to 255; 0 is dark."""

def tone(hz: int) -> None:
    """Starts a tone with this frequency in Hz; 0 stops it."""

def said(text: str, language: str, spoken: str) -> None:
    """Sends the texts of the screen, in lines as they stand on it, and the lines that a screen reader says. language:
    an HTML language code."""

def keys(lines: str, language: str, types: bool, state: str) -> None:
    """Shows the captions of the keys. lines: JSON, each [[key, ...], held, word]. language: an HTML language code.
    types: letters of the keyboard type. state: JSON, {"plays": a deal of this evening is saved or entered, "rules":
    their id, "seated": the director of a club has seated the players, "last": [deals, moment] of the last deal}."""

def sync(path: str) -> int:
    """Copies a file to the browser's storage, or deletes it there if it was removed. Returns 0, or an errno after which
    the file is as before."""

def random() -> int:
    """Returns a random byte of the browser, which uses the system's randomness."""

def language() -> str:
    """Returns the language of the browser, such as "de"."""

def more() -> str:
    """Returns the module of what others add to the page, "" for none: see more.js. Its begin() gets the application,
    the store and a function that returns so many random bytes."""
