"""A hand of tiles: sets declared on the table, concealed tiles, flowers. Reads and writes its text.

The text has the interchange format: `(222p)` is an exposed set; `(2222p)` a kong claimed onto three concealed tiles;
`(222+2p)` a kong made by adding the fourth tile to an exposed pung; `[1111z]` a concealed kong; `567s 11z` concealed
tiles; `1f 5f` flowers. The tiles of Unicode (U+1F000-U+1F029) are read, too.

In code a tile is a small number, in the order of the suits: 0-8 characters (m) 1-9, 9-17 dots (p), 18-26 bamboo (s),
27-33 honours (z): East South West North White Green Red. Flowers have numbers 1-8 of their own.
"""

from collections import namedtuple

from mingg.core.rules.rows import ON_A_BOARD, keep

KINDS = 34  # of tiles
# Tuples, not strings: MicroPython searches the table of interned strings for each character that it takes out.
SUITS = ("m", "p", "s", "z")
DIGITS = ("1", "2", "3", "4", "5", "6", "7", "8", "9")
HONOURS = 27
WHITE = 31

CHOW, PUNG, KONG = range(3)
# How a set came on the table. EXPOSED: a chow or a pung. CLAIMED: a kong claimed onto three concealed tiles. ADDED: a
# kong made by adding a tile to an exposed pung. CONCEALED: a kong of four drawn tiles.
EXPOSED, CLAIMED, ADDED, CONCEALED = range(4)

# kind, lie: words from above; tile: the lowest one of a chow.
Meld = namedtuple("Meld", ("kind", "tile", "lie"))

# More characters than any hand needs, and so few that no count of a tile can overflow its byte.
_LONGEST = 250
_WINDS = {"E": 27, "S": 28, "W": 29, "N": 30}
_SUITS = {ord("m"): 0, ord("p"): 9, ord("s"): 18, ord("z"): HONOURS}
_BLANKS = (32, 9, 10, 13)
_ZERO = 48
_ONE = 49
_SEVEN = 55
_PLUS = 43
_FLOWER = 102  # f
_CHOWS = ("123", "234", "345", "456", "567", "678", "789")
_CLOSING = {"(": ")", "[": "]"}

# The names of Unicode's tiles and flowers by code point. A variation selector may follow each.
_UNICODE = "1z2z3z4z7z6z5z1m2m3m4m5m6m7m8m9m1s2s3s4s5s6s7s8s9s1p2p3p4p5p6p7p8p9p1f2f3f4f5f6f7f8f"
_FIRST_UNICODE = 0x1F000
_VARIATION_SELECTORS = (0xFE0E, 0xFE0F)


_MOST_MELDS = 1 << 10
_melds: "dict[bytes, Meld]" = {}  # that were read before, by their text


class TileHand:
    """`melds`: the declared sets, a list of Meld in the order written; counts: how many of each tile are concealed (34
    small numbers); flowers: numbers 1-8."""

    def __init__(self) -> None:
        self.melds: "list[Meld]" = []
        self.counts = bytearray(KINDS)
        self.flowers: "list[int]" = []

    def size(self) -> int:
        """The number of tiles, each kong taken as three: 13, or 14 for the winner."""
        return sum(self.counts) + 3 * len(self.melds)

    def held(self) -> bytearray:
        """How many of each tile the hand has, on the table and concealed."""
        counts = bytearray(self.counts)
        for kind, tile, _ in self.melds:
            if kind == CHOW:
                counts[tile] += 1
                counts[tile + 1] += 1
                counts[tile + 2] += 1
            else:
                counts[tile] += 4 if kind == KONG else 3
        return counts

    def suits(self) -> int:
        """The suits that the hand has: the sum of 1 characters, 2 dots, 4 bamboo, 8 honours."""
        counts = self.counts
        suits = any(counts[:9]) | any(counts[9:18]) << 1 | any(counts[18:HONOURS]) << 2 | any(counts[HONOURS:]) << 3
        for _, tile, _ in self.melds:
            suits |= 1 << tile // 9
        return suits

    def without(self, tile: int) -> "TileHand":
        """A copy without one concealed tile."""
        hand = TileHand()
        hand.melds = self.melds
        hand.flowers = self.flowers
        hand.counts = bytearray(self.counts)
        hand.counts[tile] -= 1
        return hand

    def text(self) -> str:
        """The text that parse() reads: declared sets as written, concealed tiles suit by suit, flowers."""
        groups = [meld_text(meld) for meld in self.melds]
        groups += counts_text(self.counts)
        groups += ["%df" % number for number in self.flowers]
        return " ".join(groups)


# ---- tiles ----


def name(tile: int) -> str:
    """The name of a tile in the interchange format: "5m"."""
    return DIGITS[tile % 9] + SUITS[tile // 9]


def tile_of(text: str) -> int:
    """The tile with this name; ValueError if there is none."""
    first = _SUITS.get(ord(text[1])) if len(text) == 2 else None
    if first is not None:
        rank = ord(text[0]) - _ONE
        if 0 <= rank < 9 and first + rank < KINDS:
            return first + rank
    raise ValueError("no tile: %s. Use 1m-9m, 1p-9p, 1s-9s or 1z-7z." % text)


def is_major(tile: int) -> bool:
    """Whether a tile is a terminal or an honour."""
    return tile >= HONOURS or tile % 9 in (0, 8)


def wind(seat: str) -> int:
    """The tile of a wind: "E" is 27."""
    return _WINDS[seat]


# ---- groups of tiles ----


def set_text(tile: int, copies: int) -> str:
    """A number of equal tiles: 222p."""
    return DIGITS[tile % 9] * copies + SUITS[tile // 9]


def chow_text(low: int) -> str:
    """The chow that begins at a tile: 345m."""
    return _CHOWS[low % 9] + SUITS[low // 9]


def meld_text(meld: Meld) -> str:
    """A declared set: (345m), (222p), (2222p), (222+2p) or [1111z]."""
    if meld.kind == CHOW:
        return "(" + chow_text(meld.tile) + ")"
    if meld.lie == ADDED:
        return "(" + DIGITS[meld.tile % 9] * 3 + "+" + set_text(meld.tile, 1) + ")"
    text = set_text(meld.tile, 4 if meld.kind == KONG else 3)
    return "[" + text + "]" if meld.lie == CONCEALED else "(" + text + ")"


def counts_text(counts: "bytearray") -> "list[str]":
    """Concealed tiles, one string for each suit: ["2345m", "99p"]."""
    groups = []
    for suit in range(4):
        digits = ""
        for tile in range(9 * suit, min(9 * suit + 9, KINDS)):
            if counts[tile]:
                digits += DIGITS[tile % 9] * counts[tile]
        if digits:
            groups.append(digits + SUITS[suit])
    return groups


def parse(text: str) -> TileHand:
    """Reads a hand. ValueError: the message says what is wrong with the text. Refuses five tiles of a kind and equal
    flowers; does not check the number of tiles."""
    if len(text) > _LONGEST:
        raise ValueError("too long for one hand. Write one hand only.")
    signs = text.encode()
    if len(signs) > len(text):
        text = _spelled(text)
        signs = text.encode()
    hand = TileHand()
    if not _read(hand, signs):
        hand = TileHand()
        _read_all(hand, text, signs)
    held = hand.held() if hand.melds else hand.counts
    if max(held) > 4:
        raise ValueError(
            "five %s, but only four exist. Leave one out." % name(next(tile for tile in range(KINDS) if held[tile] > 4))
        )
    return hand


def _read(hand: TileHand, signs: bytes) -> bool:
    """Reads a hand as most are written: each group apart, without flowers. Returns whether it is one."""
    counts = hand.counts
    for group in signs.split():
        first = _SUITS.get(group[-1])
        if first is None:
            meld = _melds.get(group)
            if meld is None:
                return False
            hand.melds.append(meld)
            continue
        digits = group[:-1]
        if not digits.isdigit() or _ZERO in digits or (first == HONOURS and max(digits) > _SEVEN):
            return False
        first -= _ONE
        for digit in digits:
            counts[first + digit] += 1
    return True


def _read_all(hand: TileHand, text: str, signs: bytes) -> None:
    """Reads a hand sign by sign. Raises ValueError."""
    counts = hand.counts
    digits = -1  # index of the first digit that still waits for its suit
    opened = -1  # index of the open bracket
    plus = -1  # number of tiles of the group before its "+"
    group: "list[int]" = []
    for place, sign in enumerate(signs):
        if 48 < sign < 58:  # 1 to 9
            if digits < 0:
                digits = place
            continue
        if sign in _SUITS and digits >= 0:
            offset, named = _SUITS[sign] - _ONE, signs[digits:place]
            if offset + max(named) >= KINDS:
                raise ValueError("no tile: %dz. Honours are 1z-7z." % next(d - 48 for d in named if d > _SEVEN))
            if opened < 0:
                for code in named:
                    counts[offset + code] += 1
            else:
                group += [offset + code for code in named if code != _PLUS]
            digits = -1
        elif sign == _PLUS and opened >= 0 and plus < 0:
            plus = len(group) + (place - digits if digits >= 0 else 0)
        elif sign == _FLOWER and opened < 0 and digits >= 0:
            for digit in text[digits:place]:
                if digit == "9":
                    raise ValueError("no flower: 9f. Flowers are 1f-8f.")
                if int(digit) in hand.flowers:
                    raise ValueError("two %sf. There is one of each flower: leave one out." % digit)
                hand.flowers.append(int(digit))
            digits = -1
        elif digits >= 0:
            _refuse(text, place, digits)
        elif sign in _BLANKS:
            continue
        elif opened < 0 and text[place] in _CLOSING:
            opened = place
        elif opened >= 0 and text[place] == _CLOSING[text[opened]]:
            meld = _meld(group, plus, text[opened : place + 1])
            hand.melds.append(meld)
            if not ON_A_BOARD:
                keep(_melds, _MOST_MELDS, signs[opened : place + 1], meld)
            opened = plus = -1
            group = []
        else:
            _refuse(text, place, place)
    if digits >= 0:
        raise ValueError("digits without a suit: %s. Add m, p, s, z or f." % text[digits:])
    if opened >= 0:
        raise ValueError("%s without %s. Add it." % (text[opened], _CLOSING[text[opened]]))


def _spelled(text: str) -> str:
    """Replaces the tiles of Unicode by their names."""
    names = []
    for sign in text:
        code = ord(sign)
        place = 2 * (code - _FIRST_UNICODE)
        if 0 <= place < len(_UNICODE):
            names.append(_UNICODE[place : place + 2])
        elif code < 128:
            names.append(sign)
        elif code not in _VARIATION_SELECTORS:
            raise ValueError("no tile: %s. Use 1m-9m, 1p-9p, 1s-9s, 1z-7z or 1f-8f." % sign)
    return "".join(names)


def _refuse(text: str, place: int, digits: int) -> None:
    """Raises ValueError for the character at `place`. digits: the index where the digits before it begin."""
    sign = text[place]
    if sign == "+":
        raise ValueError("+ belongs before the fourth tile of a kong. Write for example (222+2p).")
    if sign == "0":
        raise ValueError("no tile: %s. The digits are 1 to 9." % text[place : place + 2])
    if digits < place:
        if sign == "f":
            raise ValueError("a flower in a set: %s. Write flowers outside the brackets." % text[digits : place + 1])
        raise ValueError("digits without a suit: %s. Add m, p, s, z or f." % text[digits : place + 1].rstrip())
    if sign in _CLOSING:
        raise ValueError("%s inside a set. Close that set first." % sign)
    if sign in ")]":
        raise ValueError("%s without %s. Add it." % (sign, "(" if sign == ")" else "["))
    if sign in "mpszf":
        raise ValueError("%s without digits. Write for example 1%s." % (sign, sign))
    raise ValueError("no tile: %s. Use 1m-9m, 1p-9p, 1s-9s, 1z-7z or 1f-8f." % sign)


def _meld(tiles: "list[int]", plus: int, group: str) -> Meld:
    """The set of a group of tiles. group: its text with brackets; plus: how many tiles precede its "+", or -1."""
    concealed = group[0] == "["
    alike = 3 <= len(tiles) <= 4 and tiles.count(tiles[0]) == len(tiles)
    if plus >= 0 and not (alike and plus == 3 and len(tiles) == 4 and not concealed):
        raise ValueError("no kong of three and one more: %s. Write for example (222+2p)." % group)
    if concealed:
        if not alike or len(tiles) < 4:
            raise ValueError("no concealed kong: %s. Write for example [2222p]." % group)
        return Meld(KONG, tiles[0], CONCEALED)
    if alike:
        if len(tiles) == 3:
            return Meld(PUNG, tiles[0], EXPOSED)
        return Meld(KONG, tiles[0], CLAIMED if plus < 0 else ADDED)
    low = min(tiles) if len(tiles) == 3 else -1
    if sorted(tiles) != [low, low + 1, low + 2] or low // 9 != (low + 2) // 9:
        raise ValueError("no chow, pung or kong: %s. Write concealed tiles without brackets." % group)
    if low >= HONOURS:
        raise ValueError("a chow of honours: %s. Chows are of one suit." % group)
    return Meld(CHOW, low, EXPOSED)
