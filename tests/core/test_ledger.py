"""The lines of a ledger: intact lines are read, torn ones are dropped and counted, missing ones are listed."""

from mingg.ledger.reader import Opened, segment_of
from mingg.ledger.seal import seal, segment_name

TEXTS = ['{"a": 1}', '{"winner": "N"}', '{"name": "Zo\u00eb"}']


def _lines(*numbers):
    return b"".join(seal(number, TEXTS[number % 3]) for number in numbers)


def test_a_line_is_readable_and_carries_number_and_checksum():
    line = seal(3, '{"winner": null}')
    assert line[:5] == b"0003 "
    assert line[14:] == b'{"winner": null}\n'


def test_a_number_of_more_than_four_digits_is_read_back_unchanged():
    for numbers in ((9999, 10000, 10001), (99999, 100000), (999999998, 999999999)):
        opened = Opened(_lines(*numbers))
        assert opened.records == [(number, TEXTS[number % 3]) for number in numbers]
        assert (opened.torn, opened.lost, opened.next_number()) == (0, [], numbers[-1] + 1)


def test_a_number_has_one_spelling_and_at_most_nine_digits():
    text = '{"a": 1}'
    sound = seal(12345, text)
    for line in (
        b"0" + sound,
        sound[1:],
        sound.replace(b" ", b"", 1),
        sound.replace(b" ", b"  ", 1),
        seal(1000000000, text),
        b"1" * 5000 + b"\n",
        b"1" * 5000 + sound[5:],
    ):
        opened = Opened(line)
        assert (opened.head, opened.records, opened.torn) == (None, [], 1), line[:40]


def test_record_10000_survives_a_last_line_torn_anywhere():
    sound = _lines(9999, 10000)
    data = sound + _lines(10001)
    for length in range(len(sound) + 1, len(data) - 1):
        opened = Opened(data[:length])
        assert ([number for number, _ in opened.records], opened.torn) == ([9999, 10000], 1), length


def test_a_gap_that_a_damaged_ledger_claims_takes_no_memory():
    opened = Opened(seal(0, '{"first": 7}') + _lines(7, 999999999))
    assert [number for number, _ in opened.records] == [7, 999999999]
    assert opened.lost == list(range(999999900, 999999999)), "the last of what is missing"


def test_whole_lines_come_back():
    opened = Opened(_lines(0, 1, 2))
    assert (opened.head, opened.records) == (TEXTS[0], [(1, TEXTS[1]), (2, TEXTS[2])])
    assert (opened.torn, opened.lost, opened.ends, opened.next_number()) == (False, [], True, 3)


def test_an_empty_folder_is_an_empty_ledger():
    opened = Opened(b"")
    assert (opened.records, opened.torn, opened.ends, opened.next_number()) == ([], False, True, 0)


def test_the_other_lines_survive_a_last_line_torn_anywhere():
    sound = _lines(0, 1)
    data = sound + _lines(2)
    for length in range(len(sound), len(data) - 1):
        opened = Opened(data[:length])
        assert len(opened.records) == 1, length
        assert opened.torn == (length > len(sound)), length
        assert opened.ends == (length == len(sound)), length


def test_a_line_without_its_newline_is_torn_unless_all_of_it_is_there():
    opened = Opened(_lines(0)[:-1])
    assert (opened.head, opened.torn, opened.ends) == (TEXTS[0], False, False)


def test_every_changed_byte_is_noticed():
    data = _lines(0, 1, 2)
    for index in range(len(data)):
        for change in (1, 32, 128):
            damaged = bytearray(data)
            damaged[index] ^= change
            opened = Opened(bytes(damaged))
            undamaged = Opened(data)
            assert (opened.head, opened.records) != (undamaged.head, undamaged.records), (index, change)
            assert opened.torn or opened.lost or opened.head is None, (index, change)
            for number, text in opened.records:
                assert text == TEXTS[number]


def test_a_torn_line_that_play_went_on_after_is_no_loss():
    opened = Opened(_lines(0, 1) + seal(2, TEXTS[2])[:20] + b"\n" + _lines(2))
    assert [number for number, _ in opened.records] == [1, 2]
    assert (opened.torn, opened.lost) == (False, [])


def test_a_missing_line_is_named():
    opened = Opened(_lines(0, 2))
    assert [number for number, _ in opened.records] == [2]
    assert opened.lost == [1]


def test_a_line_written_twice_counts_once():
    opened = Opened(_lines(0, 1, 1, 2))
    assert [number for number, _ in opened.records] == [1, 2]


def test_lines_that_changed_places_are_not_played_out_of_order():
    opened = Opened(_lines(0, 2, 1))
    assert [number for number, _ in opened.records] == [2]
    assert opened.lost == [1]
    assert opened.torn


def test_garbage_is_no_record():
    for data in (b"\x00\xff\xfe\n", b"\n\n\n", b"0000 00000000 {}\n", b"-001 12345678 {}\n", b"hello"):
        opened = Opened(data)
        assert (opened.head, opened.records) == (None, [])


def test_a_head_names_the_first_record_of_its_segment():
    head = seal(0, '{"first": 12}')
    undamaged = Opened(head + _lines(12, 13))
    assert (undamaged.first, undamaged.lost, undamaged.next_number()) == (12, [], 14)
    assert Opened(head).next_number() == 12
    assert Opened(head + b"damaged\n" + _lines(13)).lost == [12]
    assert Opened(_lines(12, 13)).lost == [], "without a head nobody knows where it began"
    for text in ("[]", "1", "null", "{", '{"first": "12"}'):
        assert Opened(seal(0, text)).first == 1, text


def test_a_head_written_twice_survives_a_damaged_line():
    head = _lines(0)
    for data in (head + head, b"x" + head[1:] + head, head + b"x" + head[1:]):
        opened = Opened(data + _lines(1))
        assert (opened.head, opened.records, opened.torn, opened.lost) == (TEXTS[0], [(1, TEXTS[1])], False, [])


def test_a_head_among_the_records_serves_where_the_first_are_damaged():
    opened = Opened(b"damaged\n" + _lines(1, 0, 2))
    assert (opened.head, opened.records, opened.torn) == (TEXTS[0], [(1, TEXTS[1]), (2, TEXTS[2])], 0)


def test_lines_damaged_at_the_end_are_counted():
    lines = _lines(0, 1, 2).split(b"\n")
    assert Opened(b"\n".join([lines[0], b"x" + lines[1], b"x" + lines[2], b""])).torn == 2


def test_the_names_of_segments():
    assert segment_name(7, 12) == "0007-12.txt"
    for ledger, segment in ((1, 0), (7, 12), (9999, 99), (10000, 100), (999999999, 1234)):
        assert segment_of(segment_name(ledger, segment)) == (ledger, segment)
    assert segment_of("0003.txt") == (3, 0), "of the first format"
    assert segment_of("999999999999999-99.txt") == (999999999999999, 99), "the largest"
    for name in ("draft.txt", "notes-00.txt", "0001-0.txt", "0001_00.txt", "0001-00.new", "\xb2\xb2\xb2\xb2.txt"):
        assert segment_of(name) is None, name
    for name in ("0001-000.txt", "0001-012.txt", "0001-.txt", "0001--1.txt", "0001-1x.txt", "0001-\xb2\xb2.txt"):
        assert segment_of(name) is None, name
    for name in ("0000-00.txt", "0000.txt", "1000000000000000-00.txt", "1" * 5000 + "-00.txt", "1000000000000000.txt"):
        assert segment_of(name) is None, "ledgers are numbered from 1, with 15 digits at most"


def test_no_ledger_is_written_under_a_name_that_cannot_be_found_again():
    assert segment_name(999999999999999, 99) == "999999999999999-99.txt"
    assert segment_of(segment_name(1, 9999)) == (1, 9999)
    for ledger, segment in ((1000000000000000, 0), (1, 10000)):
        try:
            segment_name(ledger, segment)
        except OSError:
            continue
        raise AssertionError("named")
