"""The keys of a screen, as a list."""

MYPY = False
if MYPY:
    from mingg.ui.screen import Screen


def keys(screen: "Screen") -> "list[tuple[int, bool, str]]":
    """The keys that do something now: (key, held, word) each. B held is the menu's wherever there is one."""
    found = []
    for held in (False, True):
        for key in screen.holds if held else range(6):
            act = screen.does(key, held)
            if not isinstance(act, str):
                found.append((key, held, act[0]))
    return found
