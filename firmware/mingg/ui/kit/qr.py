"""QR codes of version 2 with error correction L, 25 modules a side, from text in alphanumeric mode (ISO/IEC 18004).

The standard chooses a mask by four kinds of penalty. Every reader takes every mask, so this module counts only the
second kind: blocks of four equal modules.
"""

SIZE = 25  # modules a side
ROOM = 47  # characters
LETTERS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ $%*+-./:"
MASKS = 8

_ROW = (1 << SIZE) - 1
_DATA = 34  # bytes of data
# The coefficients of the generator polynomial for ten bytes of error correction, without the first, which is 1.
_GENERATOR = b"\xd8\xc2\x9f\x6f\xc7\x5e\x5f\x71\x9d\xc1"
# Level L and a mask, with their own error correction, by mask.
_FORMATS = 0x77C4, 0x72F3, 0x7DAA, 0x789D, 0x662F, 0x6318, 0x6C41, 0x6976
_FINDER = b"\x7f\x41\x5d\x5d\x5d\x41\x7f\x00"
_ALIGNMENT = b"\x1f\x11\x15\x11\x1f"


def symbol(text: str, mask: int = -1) -> "list[int]":
    """Returns the rows of a QR code, from the top. Bit 1 << x is set where the module in column x is dark.

    mask: 0 to 7, or -1 for the one that leaves the fewest blocks of equal modules. Raises ValueError if `text` is
    longer than ROOM or has a character that is not in LETTERS.
    """
    dark, fixed = _patterns()
    _place(_codewords(text), dark, fixed)
    if mask >= 0:
        return _masked(dark, fixed, mask)
    best, fewest = dark, 1 << 20
    for mask in range(MASKS):
        rows = _masked(dark, fixed, mask)
        blocks = _blocks(rows)
        if blocks < fewest:
            best, fewest = rows, blocks
    return best


def _codewords(text: str) -> bytearray:
    """Returns the bytes of data, then those of error correction."""
    if len(text) > ROOM:
        raise ValueError("text is too long")
    words = bytearray()
    value, bits = _append(words, 0, 0, 2, 4)  # alphanumeric mode
    value, bits = _append(words, value, bits, len(text), 9)
    for i in range(0, len(text) - 1, 2):
        value, bits = _append(words, value, bits, 45 * LETTERS.index(text[i]) + LETTERS.index(text[i + 1]), 11)
    if len(text) & 1:
        value, bits = _append(words, value, bits, LETTERS.index(text[-1]), 6)
    if len(words) < _DATA:
        value, bits = _append(words, value, bits, 0, min(4, 8 * (_DATA - len(words)) - bits))  # the terminator
        if bits:
            words.append(value << 8 - bits)
    pad = 0xEC
    while len(words) < _DATA:
        words.append(pad)
        pad ^= 0xEC ^ 0x11
    words.extend(_correction(words))
    return words


def _append(words: bytearray, value: int, bits: int, more: int, count: int) -> "tuple[int, int]":
    """Appends `count` bits to those that fill no byte yet; adds full bytes to `words`. Returns the bits left over."""
    value = value << count | more
    bits += count
    while bits >= 8:
        bits -= 8
        words.append(value >> bits)
        value &= (1 << bits) - 1
    return value, bits


def _correction(data: "bytes | bytearray") -> bytearray:
    """Returns the remainder of the data divided by the generator polynomial, over GF(256) with 0x11D."""
    rest = bytearray(len(_GENERATOR))
    for byte in data:
        factor = byte ^ rest[0]
        for i, coefficient in enumerate(_GENERATOR):
            product = rest[i + 1] if i + 1 < len(rest) else 0
            bit = factor
            while coefficient:
                if coefficient & 1:
                    product ^= bit
                bit <<= 1
                if bit & 0x100:
                    bit ^= 0x11D
                coefficient >>= 1
            rest[i] = product
    return rest


def _patterns() -> "tuple[list[int], list[int]]":
    """Returns the patterns that every code has, and which modules are not data; both as rows."""
    dark, fixed = [0] * SIZE, [1 << 6] * SIZE
    for y, bits in enumerate(_FINDER):
        dark[y] = bits | bits << SIZE - 7
        dark[-1 - y] = bits
        fixed[-1 - y] = 0x1FF
    for y in range(9):  # beside the finders, the format has the last row and column
        fixed[y] = 0x1FF | 0xFF << SIZE - 8
    for at in range(8, SIZE - 8, 2):  # timing
        dark[6] |= 1 << at
        dark[at] |= 1 << 6
    fixed[6] = _ROW
    for i, bits in enumerate(_ALIGNMENT):
        dark[16 + i] |= bits << 16
        fixed[16 + i] |= 0x1F << 16
    dark[SIZE - 8] |= 1 << 8
    return dark, fixed


def _place(words: bytearray, dark: "list[int]", fixed: "list[int]") -> None:
    """Places the bits in pairs of columns, from the right: up, down, up. Column 6 is no part of a pair."""
    bit, end, up = 0, 8 * len(words), True
    for right in (24, 22, 20, 18, 16, 14, 12, 10, 8, 5, 3, 1):
        for i in range(SIZE):
            y = SIZE - 1 - i if up else i
            for x in (right, right - 1):
                if not fixed[y] >> x & 1:
                    if bit < end and words[bit >> 3] << (bit & 7) & 0x80:
                        dark[y] |= 1 << x
                    bit += 1
        up = not up


def _flips(mask: int, x: int, y: int) -> bool:
    if mask < 2:  # a tuple of all eight would be garbage for each module
        return not (y if mask else x + y) & 1
    if mask < 4:
        return not (x if mask == 2 else x + y) % 3
    if mask == 4:
        return not x // 3 + y // 2 & 1
    thirds = x * y % 3
    if mask == 5:
        return not (x * y & 1) + thirds
    return not (x * y if mask == 6 else x + y) + thirds & 1


def _masked(dark: "list[int]", fixed: "list[int]", mask: int) -> "list[int]":
    """Returns the rows with a mask, and with its format."""
    rows = []
    for y in range(SIZE):
        flips = 0
        for x in range(6):  # every mask repeats after six columns
            if _flips(mask, x, y):
                flips |= 0x1041041 << x
        rows.append(dark[y] ^ (flips & ~fixed[y] & _ROW))
    for i in range(15):
        if _FORMATS[mask] >> i & 1:
            rows[i if i < 6 else i + 1 if i < 8 else 8] |= 1 << (8 if i < 8 else 7 if i == 8 else 14 - i)
            rows[8 if i < 8 else SIZE - 15 + i] |= 1 << (SIZE - 1 - i if i < 8 else 8)
    return rows


def _blocks(rows: "list[int]") -> int:
    """Returns how many squares of four modules are all dark or all light."""
    blocks, before = 0, 0
    for y, row in enumerate(rows):
        if y:
            equal = ~(row ^ row >> 1 | row ^ before | row ^ before >> 1) & _ROW >> 1
            while equal:
                equal &= equal - 1
                blocks += 1
        before = row
    return blocks
