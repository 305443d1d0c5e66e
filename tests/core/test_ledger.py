"""The ledger's lines: what is whole is read, what is torn is dropped and said, what is missing is said."""

from mingg.core.ledger import Opened, seal

TEXTS = ['{"a": 1}', '{"winner": "N"}', '{"name": "Zo\u00eb"}']


def _lines(*numbers):
    return b"".join(seal(number, TEXTS[number % 3]) for number in numbers)


def test_a_line_is_readable_and_carries_number_and_checksum():
    line = seal(3, '{"winner": null}')
    assert line[:5] == b"0003 "
    assert line[14:] == b'{"winner": null}\n'


def test_whole_lines_come_back():
    opened = Opened(_lines(0, 1, 2))
    assert opened.records == [(0, TEXTS[0]), (1, TEXTS[1]), (2, TEXTS[2])]
    assert (opened.torn, opened.lost, opened.ends, opened.next_number()) == (False, [], True, 3)


def test_nothing_at_all_is_an_empty_ledger():
    opened = Opened(b"")
    assert (opened.records, opened.torn, opened.ends, opened.next_number()) == ([], False, True, 0)


def test_wherever_the_last_line_tears_the_others_stand():
    whole = _lines(0, 1)
    data = whole + _lines(2)
    for length in range(len(whole), len(data) - 1):
        opened = Opened(data[:length])
        assert len(opened.records) == 2, length
        assert opened.torn == (length > len(whole)), length
        assert opened.ends == (length == len(whole)), length


def test_a_line_without_its_newline_is_torn_unless_all_of_it_is_there():
    opened = Opened(_lines(0)[:-1])
    assert (len(opened.records), opened.torn, opened.ends) == (1, False, False)


def test_every_changed_byte_is_noticed():
    data = _lines(0, 1, 2)
    for at in range(len(data)):
        for change in (1, 32, 128):
            damaged = bytearray(data)
            damaged[at] ^= change
            opened = Opened(bytes(damaged))
            assert opened.records != Opened(data).records or bytes(damaged) == data, (at, change)
            assert opened.torn or opened.lost, (at, change)
            for number, text in opened.records:
                assert text == TEXTS[number]


def test_a_torn_line_that_play_went_on_after_is_no_loss():
    opened = Opened(_lines(0, 1) + seal(2, TEXTS[2])[:20] + b"\n" + _lines(2))
    assert [number for number, _ in opened.records] == [0, 1, 2]
    assert (opened.torn, opened.lost) == (False, [])


def test_a_missing_line_is_named():
    opened = Opened(_lines(0, 2))
    assert [number for number, _ in opened.records] == [0, 2]
    assert opened.lost == [1]


def test_a_line_written_twice_counts_once():
    opened = Opened(_lines(0, 1, 1, 2))
    assert [number for number, _ in opened.records] == [0, 1, 2]


def test_lines_that_changed_places_are_not_played_out_of_order():
    opened = Opened(_lines(0, 2, 1))
    assert [number for number, _ in opened.records] == [0, 2]
    assert opened.lost == [1]
    assert opened.torn


def test_garbage_is_no_record():
    for data in (b"\x00\xff\xfe\n", b"\n\n\n", b"0000 00000000 {}\n", b"-001 12345678 {}\n", b"hello"):
        assert Opened(data).records == []
