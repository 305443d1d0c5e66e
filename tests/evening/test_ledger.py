"""The lines of a ledger: intact lines are read, torn ones are dropped and counted, missing ones are named in place."""

from io import BytesIO

from help.checks import refused
from help.stores import MemoryStore
from mingg.records.ledger import Ledger
from mingg.records.line import LAST, only, parse, seal, segment_name, segment_of, unseal
from mingg.records.parse import LOST, TORN, TWICE, Gap, Reader, records_in

TEXTS = ['{"a": 1}', '{"winner": "N"}', '{"name": "Zo\u00eb"}']


def _lines(*numbers):
    return b"".join(seal(number, TEXTS[number % 3]) for number in numbers)


def _read(data):
    """(head, numbers of the records, gaps as (cause, first, last), torn lines at the end, number of the next record)"""
    reader = Reader()
    items = list(reader.read(BytesIO(data)))
    records = list(records_in(items))
    assert records == [(number, TEXTS[number % 3]) for number, _ in records]
    gaps = [(item.cause, item.first, item.last) for item in items if isinstance(item, Gap)]
    return reader.head, [number for number, _ in records], gaps, reader.torn, reader.next


def test_a_line_is_readable_and_carries_number_and_checksum():
    line = seal(3, '{"winner": null}')
    assert line[:5] == b"0003 "
    assert line[14:] == b'{"winner": null}\n'
    assert unseal(line) == unseal(line[:-1]) == (3, '{"winner": null}')


def test_a_number_has_one_spelling_and_at_most_nine_digits():
    text = '{"a": 1}'
    sound = seal(12345, text)
    for line in (
        b"0" + sound,
        sound[1:],
        sound.replace(b" ", b"", 1),
        sound.replace(b" ", b"  ", 1),
        seal(LAST + 1, text),
        seal(-1, text),
        b"1" * 5000 + b"\n",
        b"1" * 5000 + sound[5:],
        b"\x00\xff\xfe\n",
        b"0000 00000000 {}\n",
        b"-001 12345678 {}\n",
        b"hello",
    ):
        assert _read(line) == (None, [], [], 1, 0), line[:40]


HEAD, SEGMENT, BAD = _lines(0), seal(0, '{"first": 12}'), b"damaged\n"
# What is in a file, the numbers of its records, the gaps, torn lines at the end, the number of the next record.
READ = (
    (b"", [], [], 0, 0),
    (b"\n\n\n", [], [], 0, 0),
    (_lines(0, 1, 2), [1, 2], [], 0, 3),
    (HEAD[:-1], [], [], 0, 1),  # without its newline, but complete
    (_lines(9999, 10000, 10001), [9999, 10000, 10001], [], 0, 10002),
    (_lines(LAST - 1, LAST), [LAST - 1, LAST], [], 0, LAST + 1),
    # A torn line that play went on after is no loss.
    (_lines(0, 1) + seal(2, TEXTS[2])[:20] + b"\n" + _lines(2), [1, 2], [(TORN, 2, 2)], 0, 3),
    (_lines(0, 2), [2], [(LOST, 1, 1)], 0, 3),
    (_lines(0, 1, 1, 2), [1, 2], [(TWICE, 1, 1)], 0, 3),
    (_lines(0, 2, 1), [2], [(LOST, 1, 1), (TWICE, 1, 1)], 1, 3),
    (HEAD + BAD + BAD, [], [], 2, 1),
    (BAD + HEAD, [], [], 0, 1),
    (_lines(0, 1) + BAD + BAD, [1], [], 2, 2),
    # A head names the first record of its segment. Without a head nobody knows where the segment began.
    (SEGMENT + _lines(12, 13), [12, 13], [], 0, 14),
    (SEGMENT, [], [], 0, 12),
    (SEGMENT + BAD + _lines(13), [13], [(LOST, 12, 12)], 0, 14),
    (_lines(12, 13), [12, 13], [], 0, 14),
    # Only the first head of a segment says so. A record of before the segment is in the wrong file.
    (HEAD + SEGMENT + _lines(1), [1], [], 0, 2),
    (SEGMENT + _lines(11, 12), [12], [(TWICE, 11, 11)], 0, 13),
    # A gap that a damaged ledger claims takes no memory.
    (SEGMENT + _lines(12, LAST), [12, LAST], [(LOST, 13, LAST - 1)], 0, LAST + 1),
    # A head that is written twice survives a damaged line, and so does one among the records.
    (HEAD + HEAD + _lines(1), [1], [], 0, 2),
    (HEAD + BAD + HEAD + _lines(1), [1], [(TORN, 1, 1)], 0, 2),
    (BAD + HEAD + _lines(1), [1], [(TORN, 1, 1)], 0, 2),
    (BAD + _lines(1, 0, 2), [1, 2], [(TORN, 1, 1)], 0, 3),
)


def test_a_reader_yields_the_records_and_names_what_is_missing():
    for data, *expected in READ:
        head, *found = _read(data)
        assert found == expected, data
        assert head == ('{"first": 12}' if SEGMENT in data else TEXTS[0] if HEAD[:-1] in data else None), data


def test_a_head_that_names_no_first_record_means_the_first():
    for text in ("[]", "1", "null", "{", '{"first": 12', '{"a": "first"}', '{"first": "12"}'):
        assert _read(seal(0, text))[4] == 1, text


def test_the_head_of_the_next_segment_hides_no_record_that_comes_after_it():
    reader = Reader(1)
    assert len(list(reader.read(BytesIO(_lines(0, 1))))) == 2
    reader.begun = False
    items = list(reader.read(BytesIO(SEGMENT + _lines(2, 2))))
    assert [item[0] for item in items] == [LOST, 0, 2, TWICE]


def test_what_is_missing_is_named_with_the_line_before_which_it_is_missing():
    reader = Reader()
    gaps = [item for item in reader.read(BytesIO(HEAD + BAD + b"\n" + BAD + _lines(2, 4))) if isinstance(item, Gap)]
    assert gaps == [Gap(LOST, 1, 1, 5, [2, 4]), Gap(LOST, 3, 3, 6, [])]


def test_a_last_line_torn_anywhere_costs_itself_alone():
    for first in (1, 9999):
        sound = _lines(0, first, first + 1)
        data = sound + _lines(first + 2)
        for length in range(len(sound), len(data) - 1):
            _, numbers, _, torn, following = _read(data[:length])
            assert (numbers, torn, following) == ([first, first + 1], length > len(sound), first + 2), length


def test_every_changed_byte_is_noticed():
    data = _lines(0, 1, 2)
    sound = _read(data)
    for index in range(len(data)):
        for change in (1, 32, 128):
            damaged = bytearray(data)
            damaged[index] ^= change
            head, numbers, gaps, torn, _ = _read(bytes(damaged))
            assert (head, numbers) != sound[:2], (index, change)
            assert torn or gaps or head is None, (index, change)


def test_a_file_of_one_line_is_an_object_with_the_number_0():
    assert only(seal(0, '{"a": 1}')) == {"a": 1}
    for data in (None, b"", seal(1, "{}"), seal(0, "{}") * 2, seal(0, "[]"), seal(0, "{"), b"x" + seal(0, "{}")):
        refused(only, data)


def test_text_that_is_nested_too_deeply_is_damaged():
    refused(parse, "[" * 100000)


def test_the_names_of_segments():
    assert segment_name(7, 12) == "0007-12.txt"
    for ledger, segment in ((1, 0), (7, 12), (9999, 99), (10000, 100), (999999999, 1234)):
        assert segment_of(segment_name(ledger, segment)) == (ledger, segment)
    assert segment_of("999999999999999-99.txt") == (999999999999999, 99), "the largest"
    for name in ["0003.txt", "notes-00.txt", "0001-0.txt", "0001_00.txt", "0001-00.new", "²²²².txt"]:
        assert segment_of(name) is None, name
    for name in ["000", "012", "-1", "1x", "10000", "²²"] + [""]:
        assert segment_of("0001-" + name + ".txt") is None, name
    for name in ("0000-00.txt", "1000000000000000-00.txt", "1" * 5000 + "-00.txt"):
        assert segment_of(name) is None, "ledgers are numbered from 1, with 15 digits at most"


def test_no_ledger_is_written_under_a_name_that_cannot_be_found_again():
    assert segment_name(999999999999999, 99) == "999999999999999-99.txt"
    assert segment_of(segment_name(1, 9999)) == (1, 9999)
    for ledger, segment in ((1000000000000000, 0), (1, 10000)):
        refused(segment_name, ledger, segment, error=OSError)


def test_records_that_are_written_together_are_all_in_the_ledger_or_none():
    texts = ["{}", '{"second": "%s"}' % (60 * "x")]  # half of the bytes are the first one and a part of the second
    for fail, count in (("before", 0), ("torn", 0), ("after", 2)):
        store = MemoryStore()
        ledger = Ledger(store, 1)
        ledger.head = '{"ledger": 1}'
        ledger.append(["{}"])
        store.fail, store.fail_once = fail, True
        try:
            ledger.append(texts)
            committed = True
        except OSError:
            committed = False
        assert committed == (count > 0), fail
        assert ledger.records == 2 + count
        ledger.append(texts[:1])
        name = ledger.name()
        numbers = [number for number, _ in records_in(Reader().read(store.lines(name)))]
        assert numbers == list(range(1, 3 + count)), fail


def test_records_that_another_program_wrote_stay_in_the_ledger():
    store = MemoryStore()
    ledger = Ledger(store, 1)
    ledger.head = '{"ledger": 1}'
    ledger.append(["{}"])
    name = ledger.name()
    store.fail, store.fail_once = "before", True
    store.files[name] += seal(2, '{"other": 1}')
    theirs = store.files[name]
    for _ in range(2):
        refused(ledger.append, ['{"mine": 1}'], error=OSError)
        assert store.files[name] == theirs
