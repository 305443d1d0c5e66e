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

def keys(lines: str, language: str, types: bool, plays: bool) -> None:
    """Shows the captions of the keys. lines: JSON, each [[key, ...], held, word]. language: an HTML language code.
    types: letters of the keyboard type. plays: a deal of this evening is saved."""

def sync(path: str) -> int:
    """Copies a file to the browser's storage, or deletes it there if it was removed. Returns 0, or an errno after which
    the file is as before."""

def random() -> int:
    """Returns a random byte of the browser, which uses the system's randomness."""

def membership() -> str:
    """Returns the table of a club that the page's address asks for, as JSON for club.txt; "leave"; or ""."""

def language() -> str:
    """Returns the language of the browser, such as "de"."""

def joined(club: str, table: int, why: str) -> None:
    """Shows which table of a club this device is; "" for none. why: not "" if a link could not be used."""

def dial(address: str) -> int:
    """Begins to connect a websocket. Returns its number, or 0 if the browser refuses."""

def wired(number: int) -> int:
    """Returns 1 if a websocket is open, 0 while it is being connected, -1 if it is closed."""

def receive(number: int, address: int, room: int) -> int:
    """Writes bytes that have come into the VM's memory. Returns their number, or -1 if the websocket is closed."""

def send(number: int, address: int, count: int) -> int:
    """Sends bytes of the VM's memory. Returns how many the browser took, or -1 if the websocket is closed."""

def hang_up(number: int) -> None:
    """Closes a websocket."""
