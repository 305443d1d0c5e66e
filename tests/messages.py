"""The messages of a language, for tests of what is said."""


def section(name):
    """The messages of a section by key, in the language that is spoken now; KeyError where it has no such section."""
    from mingg import lang

    found = {}
    for line in lang.section(name).decode().split("\n"):
        key, equals, text = line.partition(" = ")
        if equals and key[0] != ";":
            found[key] = text
    return found
