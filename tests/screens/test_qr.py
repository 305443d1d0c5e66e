"""The QR code as bits. tests/screens/test_code.py reads drawn codes with a decoder."""

from mingg.ui.kit import qr


def _times(a, b):
    product = 0
    while b:
        if b & 1:
            product ^= a
        a <<= 1
        if a & 0x100:
            a ^= 0x11D
        b >>= 1
    return product


def test_the_correction_of_known_data():
    # ISO/IEC 18004, annex I, has this data for version 1-M, whose code also has ten bytes of correction.
    data = bytes([0x10, 0x20, 0x0C, 0x56, 0x61, 0x80, 0xEC, 0x11, 0xEC, 0x11, 0xEC, 0x11, 0xEC, 0x11, 0xEC, 0x11])
    assert bytes(qr._correction(data)) == bytes([0xA5, 0x24, 0xD4, 0xC1, 0xED, 0x36, 0xC7, 0x87, 0x2C, 0x55])


def test_the_generator_has_the_ten_roots():
    for power in range(10):
        root = 1
        for _ in range(power):
            root = _times(root, 2)
        value = 1
        for coefficient in qr._GENERATOR:
            value = _times(value, root) ^ coefficient
        assert value == 0, power


def test_the_formats_are_those_of_level_l():
    for mask in range(qr.MASKS):
        data = 1 << 3 | mask
        rest = data << 10
        for bit in range(14, 9, -1):
            if rest >> bit & 1:
                rest ^= 0x537 << bit - 10
        assert qr._FORMATS[mask] == (data << 10 | rest) ^ 0x5412


def test_data_is_packed_as_in_the_standard():
    # ISO/IEC 18004, 7.4.4: AC-42 in alphanumeric mode is 00111001110 11100111001 000010; version 2 counts in 9 bits.
    bits = "0010" + "000000101" + "00111001110" + "11100111001" + "000010" + "0000"
    bits += "0" * (-len(bits) % 8)
    words = qr._codewords("AC-42")
    assert [bits[i : i + 8] for i in range(0, len(bits), 8)] == [("0000000" + bin(word)[2:])[-8:] for word in words[:6]]
    assert bytes(words[6:10]) == b"\xec\x11\xec\x11"
    assert len(words) == 44


def test_every_length_fits_up_to_the_room():
    for length in range(qr.ROOM + 1):
        words = qr._codewords("X" * length)
        assert len(words) == 44, length


def test_a_text_that_does_not_fit_is_refused():
    for text in ("A" * (qr.ROOM + 1), "a", "é"):
        try:
            qr.symbol(text)
        except ValueError:
            continue
        raise AssertionError(text)


def test_all_masks_differ_and_the_one_with_the_fewest_blocks_is_chosen():
    codes = [qr.symbol("E*2204+512 S1700-128", mask) for mask in range(qr.MASKS)]
    assert len({tuple(rows) for rows in codes}) == qr.MASKS
    assert qr.symbol("E*2204+512 S1700-128") == min(codes, key=qr._blocks)


def test_a_square_of_equal_modules_is_a_block():
    board = [0x0AAAAAA if y & 1 else 0x1555555 for y in range(qr.SIZE)]
    assert qr._blocks(board) == 0
    assert qr._blocks([0] * qr.SIZE) == qr._blocks([(1 << qr.SIZE) - 1] * qr.SIZE) == 24 * 24


def test_rows_fit_a_small_integer():
    assert all(0 <= row < 1 << qr.SIZE for row in qr.symbol("X" * qr.ROOM))
