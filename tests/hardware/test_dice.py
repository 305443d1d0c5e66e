"""The dice of the device: fair, and only from hardware."""

import os

from mingg.hal import dice


class Source:
    """A source whose last bytes the test gives, in turn; asked: how often it was called."""

    def __init__(self, *values):
        self.values = values
        self.reads = 0

    def __call__(self, count):
        last = self.values[self.reads % len(self.values)]
        self.reads += 1
        return bytes([255 - last] * (count - 1) + [last])


class Without:
    """A module os without urandom."""


class With:
    def __init__(self, urandom):
        self.urandom = urandom


def _with_os(module, call):
    """The result of `call` while the dice see another module os; or its error."""
    real = dice.os
    dice.os = module
    try:
        return call()
    except OSError as error:
        return error
    finally:
        dice.os = real


def test_every_face_has_as_many_bytes_and_the_rest_are_thrown_again():
    faces = [0] * 7
    rerolled = 0
    for value in range(256):
        source = Source(value, 0)
        face = dice.die(source)
        if source.reads == 1:
            faces[face] += 1
        else:
            rerolled += 1
            assert (source.reads, face) == (2, 1)
    assert faces == [0, 42, 42, 42, 42, 42, 42]
    assert rerolled == 4


def test_thousands_of_throws_are_as_even_as_chance():
    # A generator that can be reproduced (Numerical Recipes', upper bits), as a source that works.
    state = 1923

    def source(count):
        nonlocal state
        state = (state * 1664525 + 1013904223) & 0xFFFFFFFF
        return bytes([0] * (count - 1) + [state >> 24])

    throws = 6000
    faces = [0] * 7
    pairs = {}
    before = 1
    for _ in range(throws):
        face = dice.die(source)
        faces[face] += 1
        pairs[before, face] = pairs.get((before, face), 0) + 1
        before = face
    assert faces[0] == 0
    # chi-square times the expected number; it exceeds 25.7 once in 10,000 for 5 degrees of freedom, 74.9 for 35
    expected = throws // 6
    assert sum([(count - expected) ** 2 for count in faces[1:]]) < 257 * expected // 10
    expected = throws // 36
    assert len(pairs) == 36
    assert sum([(count - expected) ** 2 for count in pairs.values()]) < 749 * expected // 10


def _share_of_faces(register, count):
    """How often the most and the least frequent faces come, in thousandths of a sixth, if the die uses byte `count` of
    os.urandom on a Pico (MicroPython 1.26, ports/rp2/main.c) after the byte `register`, and six in ten bits of the
    oscillator are ones."""
    chances = {register: 10**12}
    for _ in range(8 * count):
        after = {}
        for before, chance in chances.items():
            for bit, tenths in ((0, 4), (1, 6)):
                byte = (before << 1 | bit) & 0xFF ^ (0xD5 if before & 0x80 else 0)
                after[byte] = after.get(byte, 0) + chance * tenths // 10
        chances = after
    faces = [0] * 6
    for byte, chance in chances.items():
        if byte < dice.FAIR:
            faces[byte % 6] += chance
    return max(faces) * 6000 // sum(faces), min(faces) * 6000 // sum(faces)


def test_an_uneven_oscillator_throws_even_dice():
    for register in (0, 200):  # just switched on; after a known byte
        most, least = _share_of_faces(register, 1)
        assert most > 1100 > 900 > least
        most, least = _share_of_faces(register, dice.STIRRED)
        assert most == 1000
        assert least >= 999


def test_the_dice_are_what_os_urandom_says():
    source = Source(0, 1, 2, 3, 4, 5, 6, 251, 252, 253, 254, 255, 17)
    faces = _with_os(With(source), lambda: [dice.roll() for _ in range(9)])
    assert faces == [1, 2, 3, 4, 5, 6, 1, 6, 6]
    assert source.reads == 13


def test_the_dice_ask_this_machines_own_os():
    assert dice.os is os
    assert len(os.urandom(3)) == 3
    assert {dice.roll() for _ in range(600)} == {1, 2, 3, 4, 5, 6}


def test_a_machine_without_it_throws_no_die():
    refused = _with_os(Without(), dice.roll)
    assert isinstance(refused, OSError)
    assert refused.args == (19,)


def test_a_source_that_gives_nothing_to_use_throws_no_die_and_does_not_hang():
    source = Source(255)
    refused = _with_os(With(source), dice.roll)
    assert isinstance(refused, OSError)
    assert refused.args == (5,)
    assert source.reads == dice.TRIES
