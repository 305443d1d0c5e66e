"""The messages of a language, for tests of the texts."""

# Each of these has a screen of its own with at most five lines. The layout counts the lines of all others.
NOTICES = (
    "no flash",
    "no evening",
    "torn",
    "torn-more",
    "lost",
    "unreadable",
    "draft-lost",
    "draft-waits",
    "uncounted",
    "settings damaged",
    "settings unread",
    "short of room",
    "cannot read",
)


def section(name):
    """Returns the messages of a section by key, in the current language. Raises KeyError for an unknown section."""
    from mingg import lang

    results = {}
    for line in lang.section(name).decode().split("\n"):
        key, equals, text = line.partition(" = ")
        if equals and key[0] != ";":
            results[key] = text.replace("^", lang.SHORTER)
    return results
