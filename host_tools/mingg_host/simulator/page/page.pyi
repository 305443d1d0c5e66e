"""What the page offers to the firmware: registered by vm.js. Nothing in it throws; that would end the VM."""

def show(address: int) -> None:
    """Put 1024 bytes from the VM's memory on the panel, MONO_VLSB."""

def shine(level: int) -> None:
    """How bright the panel is from now on, as its contrast, 1 to 255; 0 is dark."""

def tone(hz: int) -> None:
    """Sound at so many Hz from now on; 0 is silence."""

def said(text: str, language: str) -> None:
    """What the screen says, in lines, for a screen reader; language as HTML names it."""

def keys(lines: str, language: str) -> None:
    """What the keys do now, as JSON: [[key, ...], held, word] each; language as HTML names it."""

def sync(path: str) -> int:
    """Copy a file to the browser's storage, or forget it if it is gone. 0 or an errno; then the file is as it was."""

def random() -> int:
    """A byte of the browser's own randomness, which the system's is behind."""
