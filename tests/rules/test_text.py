"""Text out of JSON: half of a character is refused where it stands; a ledger that has one still opens."""

import json

from help.stores import MemoryStore
from mingg.core.interchange.tables import read_session
from mingg.evening.beside import pay
from mingg.evening.open import open_evening
from mingg.records.line import seal
from mingg_scoring.interchange.text_check import half_in

HEAD = '{"mingg": 1, "rules": "babcock", "names": ["Ann", %s, "Cy", "Di"], "counters": "none"}'
HALVES = ('"\\ud800"', '"\\udfff"', '"a\\udc00b"', '"\\ud83d\\ud83d\\ude00"', '"\\ude00\\ud83d"', '"\\uDBFF!"')
WHOLE = ('"\\ud83d\\ude00"', '"\\uD83D\\uDE00"', '"\U0001f600"', '"\\ud7ff\\ue000"', '"\\u0000\\u202e"', '"\\\\ud800"')


def test_half_of_a_character_is_found_where_its_escape_begins():
    for half in HALVES:
        text = HEAD % half
        assert half_in(text) == text.index("\\"), half
    assert half_in('{"\\ud800": ["\\ud83d\\ude00"]}') == 2
    assert half_in('["\\ud83d\\ude00", "\\ud83d", "\\ude00"]') == 18


def test_whole_characters_are_names_however_json_writes_them():
    for name in WHOLE:
        assert read_session(json.loads(HEAD % name)).names[1] == json.loads(name), name
        assert half_in(HEAD % name) == -1, name


def test_an_evening_is_not_lost_for_a_name():
    """A version that took such a name wrote it into the ledger."""
    store = MemoryStore()
    store.files["0001-00.txt"] = seal(0, (HEAD % '"\\ud800"')[:-1] + ', "edition": 1, "ledger": 1}') * 2
    evening = open_evening(store)
    assert (evening.notices, evening.session.names[1]) == ([], "\ud800")
    pay(evening, [(0, 2, 20)])
    assert open_evening(store).session.balances == [1980, 2000, 2020, 2000]
