"""The functions that more.js offers to browser/club.py. An exception in one would end the VM."""

def membership() -> str:
    """Returns the table of a club that the page's address asks for, as JSON for club.txt; "leave"; or ""."""

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
