"""Special hands in files of house rules: found by the tiles, refused by line, printed, typed, kept with an evening."""

from __future__ import annotations

import itertools
import json
from collections import Counter
from pathlib import Path
from random import Random
from typing import Any

import pytest
from help import patterned
from help.brute_force import TILES
from help.commands import invoke as mingg
from help.commands import output_of
from help.houses import problems
from help.seasonal import HANDS, SEASONS
from hypothesis import given
from hypothesis import strategies as st
from mingg.core.hand.hand import name as tile_name
from mingg.core.hand.hand import parse as hand_of
from mingg.core.hand.made import example, made
from mingg.core.hand.special import Pattern, Tiles, is_special, waits
from mingg.core.rules import house_hands, patterns
from mingg.core.rules.patterns import parse
from mingg_host.common.toml_text import BadFile
from mingg_host.scoring import house

SEASONAL = Path(__file__).parents[1] / "oracles" / "seasonal.toml"
HEAD = 'name = "Ours"\nfrom = "bmja"\n'
HAND = '[hands."Winter garden"]\ntiles = "147a 258b 369c 1234z dz"\nscore = "half"\n'
SEEDS = st.integers(0, 2**32)


# ---- how long they take ----

FREE = "na ka ja nb kb jb nc kc jc wz vz dz uz 1z"
FREE_TILES = "123m123p123s 11235z"


@pytest.mark.parametrize(
    ("text", "tiles"),
    [
        (FREE, FREE_TILES),
        ("na kb jc nb kc ja wz vz dz uz wz vz dz uz", "147m 147p 147s 12345z"),
        ("na kb jc n+1a k+1b j+1c n+2a k+2b j+2c wz vz dz uz n+3b", "123456789m 12p 1s 1z 5z"),
        ("nna kka jja nnb kkb jjb wwz", "1122m 3344p 5566s 1z5z"),
    ],
)
def test_a_hand_with_every_letter_is_found_in_few_steps(text: str, tiles: str, monkeypatch: pytest.MonkeyPatch) -> None:
    real, steps = patterns._take, []
    monkeypatch.setattr(patterns, "_take", lambda *words: steps.append(0) or real(*words))
    hand = hand_of(tiles)
    for left_out in [tile for tile in range(34) if hand.counts[tile]]:
        hand.counts[left_out] -= 1
        waits(pattern_with(text, False), Tiles(hand))
        hand.counts[left_out] += 1
    is_special(pattern_with(text, False), Tiles(hand))
    assert len(steps) < 40_000, "there are 217,728 readings for each of 14 hands"


@pytest.mark.parametrize(
    ("text", "tiles"),
    [
        ("na kb jc set set set pair", "123m 123p 123s 11223z"),
        ("na kb jc nb kc ja set set pair", "147m 147p 147s 11225z"),
        ("nna kkb set set set z", "1122m 1122p 1122s 11z"),
    ],
)
def test_words_are_looked_for_once_for_each_rest(text: str, tiles: str, monkeypatch: pytest.MonkeyPatch) -> None:
    real, steps, looks = patterns._take, [], []
    are_words = Pattern._are_words
    monkeypatch.setattr(patterns, "_take", lambda *words: steps.append(0) or real(*words))
    monkeypatch.setattr(Pattern, "_are_words", lambda *words: looks.append(0) or are_words(*words))
    hand = hand_of(tiles)
    pattern = Pattern({"tiles": text.replace(" z", " 5z"), "same": True})
    for left_out in [tile for tile in range(34) if hand.counts[tile]]:
        hand.counts[left_out] -= 1
        waits(pattern, Tiles(hand))
        hand.counts[left_out] += 1
    is_special(pattern, Tiles(hand))
    assert len(looks) < 2_500
    assert len(steps) < 45_000


def test_the_hands_of_a_file_have_together_no_more_readings_than_a_deal_has_time_for(tmp_path: Path) -> None:
    hands = [f'[hands."Hand {i}"]\ntiles = "{FREE[:-2]}{i}z"\nscore = 100\n' for i in range(1, 3)]
    ((line, key, message),) = problems(tmp_path, HEAD + "".join(hands))
    assert (line, key) == (7, "Hand 2.tiles")
    assert "the letters of all hands can mean too much" in message
    worded = '[hands."Ours"]\ntiles = "na kb jc wz dz set set set"\nscore = 100\n'
    assert "can mean too much" in problems(tmp_path, HEAD + worded)[0][2]
    (tmp_path / "right.toml").write_text(HEAD + hands[0], encoding="utf-8")
    assert house.read(tmp_path / "right.toml").name == "Ours"


# ---- compared with brute force ----


def sound(random: Random) -> str:
    """Returns a random pattern that is right."""
    while True:
        text = patterned.pattern(random)
        try:
            parse(text)
        except ValueError:
            continue
        return text


def pattern_with(text: str, concealed: bool) -> Pattern:
    return Pattern({"tiles": text, "score": 100, "concealed": concealed})


@given(SEEDS)
def test_a_pattern_is_refused_if_and_only_if_no_reading_is_possible(seed: int) -> None:
    text = patterned.pattern(Random(seed))
    possible = any(
        max(Counter(tile for group in groups for tile in group).values()) < 5 for groups in patterned.readings(text)
    )
    if not possible:
        with pytest.raises(ValueError, match=r"five of a tile|suits, but there are three"):
            parse(text)
        return
    assert patterned.is_hand_of({"tiles": text}, *_laid(example({"tiles": text}))), text


def sound_words(random: Random) -> dict[str, Any]:
    """Returns a random hand, most with words, that is right."""
    while True:
        ours = patterned.worded(random)
        if random.random() < 0.3:
            ours = {"tiles": sound(random), "score": 100, "concealed": random.random() < 0.3}
        if not any(house_hands.wrong(key, ours, True) for key in ours):
            return ours


@given(SEEDS)
def test_tiles_are_a_hand_of_words_if_brute_force_says_so(seed: int) -> None:
    random = Random(seed)
    ours = sound_words(random)
    made_hands = made(ours, lambda items: random.sample(items, len(items)))
    for sets in itertools.islice(made_hands, 2):
        names = [tuple(map(tile_name, tiles)) for tiles in sets]
        tiles, declared = patterned.hand_near(random, names)
        text = patterned.written(tiles, declared)
        try:
            hand = hand_of(text)
        except ValueError:
            continue  # five of a tile
        expected = patterned.is_hand_of(ours, tiles, declared)
        assert is_special(Pattern(ours), Tiles(hand)) == expected, (ours, text)
        if not tiles:
            continue
        tiles.pop(random.randrange(len(tiles)))
        held = hand_of(patterned.written(tiles, declared)).held()
        lacked = {
            tile
            for index, tile in enumerate(TILES)
            if held[index] < 4 and patterned.is_hand_of(ours, [*tiles, tile], declared)
        }
        found = waits(Pattern(ours), Tiles(hand_of(patterned.written(tiles, declared))))
        assert {tile_name(tile) for tile in found} == lacked, (ours, patterned.written(tiles, declared))


def test_words_have_only_the_tiles_of_the_hand_beside_a_way_with_letters() -> None:
    ours = {"tiles": "kong kong chow set pair | 22a 44a 66a 88a 22b 44b 66b", "suits": 1, "of": "2345m 2345p 2345s 67z"}
    for pair, waited in (("99s", []), ("55z", []), ("66z", ["2s"])):
        tiles = Tiles(hand_of(f"(5555s) (7777z) 23344s {pair}"))
        assert [tile_name(tile) for tile in waits(Pattern(ours), tiles)] == waited, pair


@given(SEEDS)
def test_the_example_of_a_hand_of_words_is_such_a_hand(seed: int) -> None:
    ours = sound_words(Random(seed))
    text = example(ours)
    assert not text or patterned.is_hand_of(ours, *_laid(text)), (ours, text)


def test_a_hand_of_which_no_example_is_found_soon_is_taken_for_one_that_cannot_be(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    ours = {"tiles": "pung pung pung pung pair"}
    for most, text in ((3, ""), (5, "111m 222m 333m 444m 55m")):
        monkeypatch.setattr("mingg.core.hand.made._MOST_TRIED", most)
        assert example(ours) == text


def _laid(text: str) -> tuple[list[str], list[patterned.Declared]]:
    hand = hand_of(text)
    tiles = [tile_name(tile) for tile in range(34) for _ in range(hand.counts[tile])]
    return tiles, [((tile_name(meld.tile),) * 4, True) for meld in hand.melds]


# ---- files ----


def test_the_hands_of_a_file_are_those_of_the_tests() -> None:
    file = house.read(SEASONAL)
    assert file.changes == SEASONS
    assert file.book == "bmja"
    assert len(HANDS) == 14
    assert "bmja, with 0 changes, 0 options and 14 special hands" in output_of("rules", "check", SEASONAL)


@pytest.mark.parametrize(
    ("was", "becomes", "line", "key", "message"),
    [
        ("147a", "147", 4, "Winter garden.tiles", "no suit after 147"),
        ("147a", "14a", 4, "Winter garden.tiles", "13 tiles, not 14"),
        ("tiles", "tile", 4, "Winter garden.tile", "do you mean tiles?"),
        ("tiles", "tile", 3, "Winter garden", "tiles is missing"),
        ('"half"', '"most"', 5, "Winter garden.score", '"limit", "half", "third", or an even number'),
        ('score = "half"', "", 3, "Winter garden", 'score is missing. Add for example score = "half"'),
        ("Winter garden", "Winter gardens.", 3, "Winter gardens.", "at most 14 letters"),
        ("Winter garden", "winter", 3, "winter", "begins with a capital letter"),
        ("Winter garden", "Wriggling Snake", 3, "Wriggling Snake", "at most 14 letters"),
        ("Winter garden", "Jade", 3, "Jade", 'a book has this hand. Put jade = "limit" into [special]'),
        ("Winter garden", "Seven twins", 3, "Seven twins", "a book has this hand. Put seven_twins"),
        ("Winter garden", "冬", 3, "冬", "the device has no letter"),
        ('"half"', '"half"\nconcealed = "yes"', 6, "Winter garden.concealed", "true or false"),
        ('"half"', '"half"\nwaiting = 20', 6, "Winter garden.waiting", "nothing for a loser who waits"),
        ('"half"', '"half"\n[hands.Jasmine]\ntiles = 3', 7, "Jasmine.tiles", "the tiles of a hand"),
        ('"half"', '"half"\n[hands]\nX = 0', 7, "X", "the base has no such hand"),
        ('"half"', '"half"\n[hands]\nX = 3', 7, "X", "this must be a section"),
    ],
)  # fmt: skip
def test_a_mistake_in_a_hand_is_reported_with_its_line(
    was: str, becomes: str, line: int, key: str, message: str, tmp_path: Path
) -> None:
    text = (HEAD + HAND).replace(was, becomes, 1)
    if "loser" in message:
        text = text.replace('"bmja"', '"dmjl"')
    mistakes = problems(tmp_path, text)
    assert any(problem[:2] == (line, key) and message in problem[2] for problem in mistakes), mistakes


def test_a_hand_that_can_never_count_is_reported(tmp_path: Path) -> None:
    knitting = HAND.replace("147a 258b 369c 1234z dz", "1234567a 1234567b")
    again = HAND.replace("Winter garden", "Autumn garden")
    flowery = HAND + "flowers = 1\n"
    for text, line, key, message in (
        (HEAD + knitting, 4, "Winter garden.tiles", "bmja has this hand as knitting"),
        (HEAD + HAND + again, 7, "Autumn garden.tiles", "Winter garden is the same hand"),
        (HEAD.replace("bmja", "babcock") + flowery, 6, "Winter garden.flowers", "these flowers are not played"),
        (HEAD.replace("bmja", "harr") + HAND, 5, "Winter garden.score", "but there is no limit"),
        (HEAD + 'limit = "none"\n' + HAND, 6, "Winter garden.score", "but there is no limit"),
        (HEAD + HAND + HAND.replace("garden", "Garden"), 6, "Winter Garden", "another hand is called Winter garden"),
    ):
        mistakes = problems(tmp_path, text)
        assert any(problem[:2] == (line, key) and message in problem[2] for problem in mistakes), mistakes


def test_what_only_looks_like_a_hand_of_the_book_is_allowed(tmp_path: Path) -> None:
    path = tmp_path / "ours.toml"
    for text in (
        HAND.replace("147a 258b 369c 1234z dz", "1234567a 1234567b").replace('"half"', "600"),  # it counts more
        HAND.replace("147a 258b 369c 1234z dz", "11a 22a 33a 44b 55b 66b 77c"),
        HAND + HAND.replace("Winter garden", "Autumn garden") + "concealed = true\n",
    ):
        path.write_text(HEAD + text, encoding="utf-8")
        house.read(path)


def test_a_file_takes_over_changes_and_removes_hands_of_its_base(tmp_path: Path) -> None:
    (tmp_path / "base.toml").write_text(HEAD + HAND + HAND.replace("Winter", "Spring") + "claim = false\n", "utf-8")
    late = tmp_path / "late.toml"
    late.write_text('name = "Late"\nfrom = "base.toml"\n[hands]\n"Spring garden" = 0\n', "utf-8")
    assert list(house.read(late).changes["hands"]) == ["Winter garden"]
    late.write_text('name = "Late"\nfrom = "base.toml"\n[hands."Winter garden"]\ntiles = "11a"\nscore = 2\n', "utf-8")
    with pytest.raises(BadFile, match=r"line 4: Winter garden\.tiles: 2 tiles"):
        house.read(late)
    late.write_text('name = "Late"\nfrom = "base.toml"\nlimit = "none"\n', "utf-8")
    with pytest.raises(BadFile, match=r"line 3: limit: Winter garden of base\.toml: this is a share"):
        house.read(late)


def test_the_sheet_prints_names_tiles_and_figures(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    sheet = " ".join(output_of("rules", SEASONAL).split())
    assert "Swallows 800 house, new 1234567a 1234567b. A special hand of this table: 800 points." in sheet
    assert "147a 258b 369c 1234z dz, concealed, winning tile drawn." in sheet
    assert "555z 444z 111a 999a 11b, 4f8f. Agreed at this table: the limit." in sheet
    entries = {entry["id"]: entry for entry in json.loads(output_of("rules", SEASONAL, "--json"))["special"]}
    assert entries["Long day"]["tiles"] == "123456789s 1234z 6z"
    assert (entries["Long day"]["points"], entries["Long day"]["flowers"]) == (600, 1)


# ---- deals ----


def test_a_typed_deal_names_the_hand() -> None:
    words = ["--rules", str(SEASONAL), "--winner", "S", "--by", "draw"]
    answer = output_of("score", *words, "--tile", "1m", "1234567m 1234567p")
    assert "Swallows" in answer
    assert "800" in answer
    assert "Swallows" in output_of("score", *words, "special=swallows")
    assert "Wild geese" in output_of("score", *words, "special=wild-geese", "--explain")
    assert mingg("score", *words, "special=geese").exit_code == 2
