"""Text out of JSON: half of a character is refused where it stands; a ledger that has one still opens."""

import json

from mingg.core.interchange.tables import read_session
from mingg.evening.beside import pay
from mingg.evening.open import open_evening
from mingg.records.line import seal
from mingg_scoring.interchange.text_check import half_in
from stores import MemoryStore

HEAD = '{"mingg": 1, "rules": "babcock", "names": ["Ann", %s, "Cy", "Di"], "counters": "none"}'
HALVES = ('"\\ud800"', '"\\udfff"', '"a\\udc00b"', '"\\ud83d\\ud83d\\ude00"', '"\\ude00\\ud83d"', '"\\uDBFF!"')
WHOLE = ('"\\ud83d\\ude00"', '"\\uD83D\\uDE00"', '"\U0001f600"', '"\\ud7ff\\ue000"', '"\\u0000\\u202e"', '"\\\\ud800"')


def test_half_of_a_character_in_a_name_is_refused_at_the_name():
    for half in HALVES:
        assert half_in(json.loads(HEAD % half)) == "/names/1", half


def test_whole_characters_are_names_however_json_writes_them():
    for name in WHOLE:
        assert read_session(json.loads(HEAD % name)).names[1] == json.loads(name), name


def test_half_of_a_character_is_found_in_every_text():
    for text, place in (
        ('"\\ud800"', ""),
        ('{"house": {"name": "\\ud800"}}', "/house/name"),
        ('{"correct": 1, "deal": {"liable": [{"seat": "S"}, {"why": "x\\ud800"}]}}', "/deal/liable/1/why"),
        ('{"counters": {"marks": ["a", "\\ud800"]}}', "/counters/marks/1"),
        ('{"sitting_out": "\\ud800"}', "/sitting_out"),
        ('{"count": {"\\ud800": [1]}}', "/count"),
        ('{"a/b": ["\\ud800"]}', "/a~1b/0"),
    ):
        assert half_in(json.loads(text)) == place, text
    assert half_in([1, None, True, 2.5, {"a": ["b"]}]) is None


def test_an_evening_is_not_lost_for_a_name():
    """A version that took such a name wrote it into the ledger."""
    store = MemoryStore()
    store.files["0001-00.txt"] = seal(0, HEAD % '"\\ud800"') * 2
    evening = open_evening(store)
    assert (evening.notices, evening.session.names[1]) == ([], "\ud800")
    pay(evening, [(0, 2, 20)])
    assert open_evening(store).session.balances == [1980, 2000, 2020, 2000]
