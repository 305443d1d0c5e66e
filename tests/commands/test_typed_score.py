"""`mingg score` with a typed deal: many spellings are allowed, and nothing is guessed."""

from __future__ import annotations

import json
import os
import pty
import re
import shlex
import subprocess
import sys
from io import StringIO
from pathlib import Path
from typing import Any

import click
import pytest
from help.commands import run
from help.fuzzing import Fuzz, typed
from help.seeds import SEED
from hypothesis import given
from hypothesis import strategies as st
from mingg.core.hand.hand import parse
from mingg.core.interchange import keys
from mingg.core.rules import RULE_SETS, load
from mingg_host.cli import main
from mingg_host.commands.score import score
from mingg_host.scoring.typed import last, option_of, read, tiles, words_of

TESTS = Path(__file__).parents[1]
MINGG = [sys.executable, "-c", "from mingg_host.entry import main; main()"]
EXAMPLE = '--rules babcock --winner N --by draw "(222p) (345m) 678s 999s 55z"'


def mingg(words: str | list[str], **options: Any) -> tuple[int, str, str]:
    """Returns (status, output, errors) of `mingg score` with these words."""
    return run("score", *(shlex.split(words) if isinstance(words, str) else words), **options)


def scored(words: str | list[str]) -> Any:
    status, out, err = mingg([*(shlex.split(words) if isinstance(words, str) else words), "--json"])
    assert (status, err) == (0, "")
    return json.loads(out)


def refused(words: str | list[str]) -> str:
    status, out, err = mingg(words)
    assert (status, out) == (2, "")
    assert err.startswith("Error: ")
    assert err.count("\n") == 1
    return err[7:-1]


def test_the_example_is_scored_and_the_assumptions_are_listed() -> None:
    status, out, err = mingg(EXAMPLE)
    assert (status, err) == (0, "")
    lines = [" ".join(line.split()) for line in out.splitlines()]
    for line in ("Babcock, limit 300: North won by drawing", "only place 2", "score 36", "East pays North 72"):
        assert line in lines, out
    assert " ".join(lines[-2:]) == (
        "Note: Won with white dragon, the last tile of the hand. --tile names another. "
        "Note: No hand was given for East, South, West: no points are counted there."
    )


def test_as_json_it_is_the_answer_to_the_same_deal_and_its_notes() -> None:
    deal = {
        "rules": "babcock",
        "winner": "N",
        "win": {"by": "draw", "tile": "5z"},
        "hands": {"N": {"tiles": "(222p) (345m) 678s 999s 55z"}},
    }
    result = scored(EXAMPLE)
    assert len(result.pop("notes")) == 2
    assert result == json.loads(mingg("--json", stdin=json.dumps(deal))[1])
    hands = {**{key: {"sets": []} for key in "ESW"}, **deal["hands"]}  # type: ignore[dict-item]
    answer = scored(EXAMPLE + " --tile 5z E=nothing S=nothing W=nothing")
    assert answer == json.loads(mingg("--json", stdin=json.dumps({**deal, "hands": hands}))[1])
    assert "notes" not in answer


@pytest.mark.parametrize(
    "words",
    [
        '--rules BABCOCK --winner north --by drew --tile 5Z "( 222P ) ( 345M ), 678S 999S 55Z"',
        '--rules babcock --winner n --by drawn --tile Wh "N=(222d) (345c) 678b 999b WhWh"',
        "--rules babcock --winner N --by wall --tile white '(222p)' '(345m)' 678s 999s White White",
        '--rules babcock --by draw --tile 🀆 N="(🀚🀚🀚) (🀉🀊🀋) 🀕🀖🀗 🀘🀘🀘 🀆🀆"',
        '--rules babcock --winner N --by draw --tile 5z "（２２２ｐ）（３４５ｍ）６７８ｓ９９９ｓ５５ｚ"',
        '--rules babcock --winner N --by draw "(222p) (345m) 678999sWhWh"',
        '--rules babcock --winner N --by draw "678s 999s 55z (222p) (345m)"',
    ],
)
def test_the_same_hand_may_be_typed_in_many_ways(words: str) -> None:
    answer, expected = scored(words), scored(EXAMPLE)
    assert (answer["hands"]["N"], answer["net"]) == (expected["hands"]["N"], expected["net"])


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("EEE SSS", "111z 222z"),
        ("eee NNN www", "111z 444z 333z"),
        ("RRGGWhWh", "776655z"),
        ("East east SOUTH", "1z 1z 2z"),
        ("(RRR+R) [GGGG]", "(777z+7z) [6666z]"),
        ("99sEE", "99s11z"),
        ("1F 5f", "1f 5f"),
        ("123M,456B,7D", "123m 456s 7p"),
        ("B2 b2 (C3 D4 M5) P6", "2s 2s (3m 4p 5m) 6p"),
    ],
)
def test_letters_are_tiles_where_they_can_be_but_one(text: str, meant: str) -> None:
    assert tiles(text) == meant


@pytest.mark.parametrize(
    "text", ["55SS", "sss", "11s s", "5E", "3 x", "wx", "Eas", "12 3y", "hh", "1east", "S2", "B22"]
)
def test_ambiguous_and_unknown_tiles_are_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r"\w"):
        parse(tiles(text))


@given(st.text(alphabet="0123456789mpszfcdbESWNRGhewr()[]+ ,🀀🀆", max_size=30))
def test_any_typed_input_is_valid_tiles_or_an_error(text: str) -> None:
    try:
        hand = parse(tiles(text))
    except ValueError:
        return
    assert tiles(hand.text()) == hand.text()  # what the format writes stays as it is
    assert (last(hand.text()) is None) == (not sum(hand.counts))


# ---- whatever the format can say can be typed, and comes to the same ----


SETS = {"sets": ["(pung simple)", "kong dragon", "pair seat"], "suit": "half", "only_place": True}


@pytest.mark.parametrize(
    ("rules", "words", "hand"),
    [
        ("babcock", ["S=(pung simple), kong dragon, pair seat, half, only place"], SETS),
        ("babcock", ["( PUNG Simple ),kong-dragon", "pair", "seat half", "only_place"], SETS),
        (
            "babcock",
            ["S:（ｐｕｎｇｓ　ｓｉｍｐｌｅ）　ｋｏｎｇ　ｄｒａｇｏｎｓ，pairs seat suit=half only-place"],
            SETS,
        ),
        ("dmjl", ["(kong simple claimed), pung wind"], {"sets": ["(kong simple claimed)", "pung wind"]}),
        ("babcock", ["1f 5f, pung simple"], {"sets": ["pung simple"], "flowers": [1, 5]}),
        ("babcock", ["flowers=1,5"], {"sets": [], "flowers": [1, 5]}),
        ("babcock", ["flowers 1f 5f honors"], {"sets": [], "suit": "honours", "flowers": [1, 5]}),
        ("harr-limit", ["last set=pair-simple, fourth"], {"sets": [], "last_set": "pair-simple", "fourth": True}),
        ("chinese", ["pair seat, last-set chow end"], {"sets": ["pair seat"], "last_set": "chow-end"}),
        ("babcock", ["Thirteen-Orphans"], {"sets": [], "special": ["thirteen_orphans"]}),
        ("bmja", ["fishing=purity"], {"sets": [], "fishing": "purity"}),
        ("bmja", ["waits for wriggling snake"], {"sets": [], "fishing": "wriggling_snake"}),
        ("babcock", ["score=60"], {"score": 60}),
        ("babcock", ["nothing"], {"sets": []}),
        ("chinese", ["S=short, pung simple"], {"dead": "short", "sets": ["pung simple"]}),
        ("babcock", ["dead"], {"dead": True}),
    ],
)
def test_sets_and_words_are_a_hand(rules: str, words: list[str], hand: dict[str, Any]) -> None:
    deal, _ = read({"rules": rules, "winner": "S", "by": "discard", "hands": words})
    assert deal["hands"] == {"S": hand}


def test_each_word_of_the_keys_of_a_hand_can_be_typed() -> None:
    for rules in RULE_SETS:
        in_force = load(rules)
        for row in keys.HAND:
            for word in keys.words_of(row, in_force):
                typed_word = word if row.key in ("suit", "special") else f"{row.key} {word}"
                value = [word] if row.kind == keys.WORDS else word
                assert words_of(typed_word, in_force) == {"sets": [], row.key: value}


# ---- what is wrong ----

HAND = '"(222p) (345m) 678s 999s 55z"'
# What is typed after --rules babcock (or other rules), and how the message begins. WON: --winner N --by draw.
REFUSED = """
WON '(222p) (345m) 678s 999s 88z'      | North's hand: no tile: 8z. Honours are 1z-7z.
WON '(pung simpel)'                    | North's hand: (pung simpel) is not a word of a hand (do you mean pung simple?).
WON 'pung drgon, half'                 | North's hand: pung is not a word of a hand (do you mean pung dragon?)
WON 'pung simple, hlf'                 | North's hand: hlf is not a word of a hand (do you mean half?)
WON chow-end                           | North's hand: chow is not a word of a hand (do you mean last set chow end?)
WON 'thirteen orfans'                  | North's hand: thirteen is not a word of a hand (do you mean thirteen orphans?)
WON 'chow, pung simple'                | North's hand: chow is not a word of a hand. Write tiles,
WON score=x                            | North's hand: score is not a word of a hand (do you mean score 60?)
WON '(222p), half'                     | North's hand: (222p) is not a word of a hand. Write tiles,
WON '(pung simple'                     | North's hand: a bracket has no partner. Write (pung simple), or pung simple
WON 'pung simple)'                     | North's hand: a bracket has no partner.
WON '3 pung simple'                    | North's hand: 3 is not a word of a hand. Write a set as often as the hand
WON simple                             | North's hand: simple is not a word of a hand (do you mean pung simple?)
WON 'pung simple, flowers'             | North's hand: flowers is not a word of a hand (do you mean flowers 1 5?)
WON 'east souh'                        | North's hand: no such tile: souh. Tiles are
WON purity                             | North's hand: special, number 1: no such special hand. Choose one of
WON HAND 'E=waits for purity'          | East's hand: fishing: by these rules fishing counts for nothing. Leave it out.
--rules bmja WON dead 'E=waits for purty' | East's hand: waits is not a word of a hand (do you mean waits for
--rules bmja WON dead E=fishing | East's hand: fishing is not a word of a hand. Write tiles,
WON 'half, full'                       | North's hand: suit is written twice. Leave one out.
--rules bab WON HAND                   | --rules: no such rule set: bab (do you mean babcock?). Choose one of harr,
--by draw HAND                         | --winner: who won is missing. Add E, S, W, N, or nobody
--winner X --by draw HAND              | --winner: no such seat. Choose one of E, S, W, N
--winner W --players 3 --by draw HAND  | --winner: no such seat. Choose one of E, S, N
--winner N HAND                        | --by: how it was won is missing
--winner N --by luck HAND              | --by: no such way to win. Choose one of discard, draw
WON --from E HAND                      | --from: a drawn tile comes from nobody
--winner N --by rob HAND               | --from: whose kong was robbed is missing
--winner N --by discard --last HAND    | --last: the winning tile was not drawn
WON --tile 1z HAND                     | --tile: East Wind is not among the tiles
WON --tile 55z HAND                    | --tile: this must be one tile.
WON --round Q HAND                     | --round: no such round. Choose one of E, S, W, N
WON --players x HAND                   | --players: x is not a whole number
WON --option wild HAND                 | --option wild: babcock has no such option
WON --option limit=301 HAND            | --option limit: this must be an even
WON --option limit=2 --option limit=4 HAND | --option: an option is
--winner nobody --by draw E=HAND       | --by: nobody has won
--winner nobody HAND                   | the seat of the hand (222p) (345m) 678s 999s 55z is missing
WON                                    | North's hand: the winner's hand is missing
WON '(222p) 55z'                       | North's hand: 5 tiles, not 14 (a kong counts as three)
WON HAND N=dead                        | North's hand: written twice: as N=, and without
WON HAND E=dead East=dead              | East's hand: this hand is written twice
WON HAND E=                            | East's hand: the hand has no tiles. Write them
WON HAND 'E=22p 1111222233m'           | East's hand:
WON HAND 'E=kong dragon, pair simple'  | East's hand: sets, number 2: this pair scores nothing. Leave it out.
WON HAND 'E=(EEE)'                     | East's hand: 3 tiles, not 13 (a kong counts as three). Recount, or
WON HAND --liable N                    | --liable: only a loser is liable, and only once
--ending nothing=S                     | --ending: no such ending. Use false_win, dead_pays, washing, mummies,
--ending washing=S                     | --ending washing: use a seat and a number of
--ending washing=S,40                  | --ending washing: this must be a number from 9 to 13
--rules bmja WON HAND 'E=kong dragon, only place' | East's hand: only place:
--rules bmja WON HAND                  | North's hand: by these rules an ordinary hand has at most one chow. Correct
--rules bmja WON 'N=(pung simple), pung major' | North's hand: by these rules an ordinary hand has at most one chow.
--rules chinese --winner N --by discard only-place | North's hand: only place: by these rules only place counts for
--rules harr --winner N --by discard 'last set chow-end' | North's hand: last set: by these rules last set counts for
WON HAND X=dead                        | no such seat: X. Write E=, S=, W= or N= before a hand.
WON HAND Noth=dead                     | no such seat: Noth (do you mean north?). Write E=
WON HAND scor=60                       | no such seat: scor (do you mean score?). Write E=
WON E=dead HAND                        | North's hand: the winner's hand is missing. Write it first, or after N=
WON E=1122334455667p HAND              | the seat of the hand (222p) (345m) 678s 999s 55z is missing. Write for example
WON HAND 1122334455667p                | the seat of the hand 1122334455667p is missing. Write for example E=1122
WON HAND dead                          | the seat of the hand dead is missing. Write for example E=dead
WON HAND 'E=11z 22z W=dead S=(222q)'   | South's hand: 222q has no suit
WON HAND 'E=(222p) 345m 678s 11z 66z'  | North's hand: six dots 2 in hands E and N, but only four exist. Leave the othe
WON HAND 'E=(RRR) 123m 456p 44z 11s' 'S=(RRR) 123456789m1p' | South's hand: six red dragon in hands E and S, but only
WON --option flowers=seasons HAND 'E=1f (RRR) 123m 456p 44z 11s' 'S=1f 123456789m1p444p' | South's hand: two flower 1
"""


def mistakes() -> dict[str, str]:
    """The message about each of these words."""
    rows = [[part.strip() for part in row.split("|")] for row in REFUSED.strip().splitlines()]
    words = [row[0].replace("WON", "--winner N --by draw").replace("HAND", HAND) for row in rows]
    rules = ["" if each.startswith("--rules") else "--rules babcock " for each in words]
    return {before + each: row[1] for before, each, row in zip(rules, words, rows, strict=True)}


def test_mistakes_are_reported_in_the_words_of_the_command_line() -> None:
    said = {words: refused(words) for words in mistakes()}
    assert [(words, said[words]) for words, message in mistakes().items() if not said[words].startswith(message)] == []
    missing = "--rules: the rule set is missing. Choose one of harr, harr-limit, babcock, chinese"
    for words in (f"--winner N --by draw {HAND}", HAND, "N=dead"):
        assert refused(words).startswith(missing)
    for words in ("--jsonl --rules babcock", "a.json b.json"):
        status, out, err = mingg(words)
        assert (status, out, "Error: " in err) == (2, "", True)


def test_seats_within_a_word_begin_hands_too() -> None:
    answer = scored(
        "--rules babcock --winner N --by draw --tile 5z '(222p) (345m) 678s 999s 55z E=nothing,S:dead W=half'"
    )
    assert list(answer["hands"]) == ["E", "S", "W", "N"]
    assert answer["hands"]["N"] == scored(EXAMPLE)["hands"]["N"]


def test_score_alone_in_a_terminal_says_what_to_write(monkeypatch: pytest.MonkeyPatch) -> None:
    class Terminal(StringIO):
        def isatty(self) -> bool:
            return True

    monkeypatch.setattr("sys.stdin", Terminal())
    with pytest.raises(click.UsageError, match="Name a file, or type a deal"):
        main(["score"], standalone_mode=False)


def test_a_file_is_read_as_a_file_whatever_its_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "55z").write_text(json.dumps({"rules": "harr", "winner": None, "hands": {}}), encoding="utf-8")
    assert "a draw" in mingg("55z")[1]
    status, _, err = mingg("--rules babcock 55z")
    assert status == 2
    assert "55z: the file has the whole deal" in err


# ---- what can be told ----


def test_the_winner_follows_from_the_only_hand_or_the_only_one_of_fourteen() -> None:
    only = scored(f"--rules babcock --by draw N={HAND}")
    assert "North is taken as the winner, with the only complete hand." in only["notes"]
    assert only["net"] == scored(EXAMPLE)["net"]
    assert scored(f"--rules babcock --by draw 'E=1122334m 55p 67s 11z' N={HAND} W=dead")["net"]["N"] > 0


def test_with_two_players_the_other_one_discarded() -> None:
    words = "--rules babcock --players 2 --winner W --by discard 'W=(555z) (666z) 123m 456p 77s' --option new_method"
    assert scored(words)["net"]["W"] > 0


def test_an_opening_hand_is_won_in_one_way() -> None:
    result = scored("--rules babcock --winner E --opening original 123m456p789s11122z")
    assert result["hands"]["E"]["special"] == "heaven"


def test_options_take_the_words_of_their_rule_set() -> None:
    hand = "'(pung dragon), flowers=4f'"
    for limit in ("none", "null", "None"):
        words = f"--rules babcock --winner N --by draw --option limit={limit} --option 'Flowers = Seasons' {hand}"
        assert [item["id"] for item in scored(words)["hands"]["N"]["items"]].count("flower") == 1
    words = f"--rules babcock --winner N --by draw --option flowers=off --option four-winds=yes {hand}"
    assert refused(words).startswith("North's hand: flowers")


def test_house_rules_are_a_rule_set_as_well(tmp_path: Path) -> None:
    file = tmp_path / "tuesday.toml"
    file.write_text(
        'name = "Tuesday"\nfrom = "babcock"\nmahjong = 30\n[options]\nfour_winds = true\n', encoding="utf-8"
    )
    result = scored(f"--rules {file} --option limit=500 --winner N --by draw '(pung dragon)'")
    assert result["hands"]["N"]["items"][0] == {"id": "mahjong", "points": 30}
    file.write_text('name = "Tuesday"\nfrom = "babcok"\n', encoding="utf-8")
    assert refused(f"--rules {file} --winner N --by draw half").startswith(f"--rules: {file}, line 2: from: ")
    assert refused(f"--rules {tmp_path}/no.toml --winner N --by draw half").startswith("--rules: ")


def test_other_endings_can_be_typed() -> None:
    assert scored("--rules harr-limit --ending washing=S,11")["net"]["S"] == 300
    assert "South wrongly declared mah-jong" in mingg("--rules chinese --ending false-win=S")[1]
    assert "1 kong declared" in mingg("--rules chinese --winner nobody --kongs 1")[1]


# ---- on a terminal ----


def on_a_terminal(words: list[str], **environment: str) -> str:
    """Returns the output of the command on a terminal."""
    master, slave = pty.openpty()
    env = {**os.environ, "TERM": "xterm-256color", "COLUMNS": "80", **environment}
    env = {key: value for key, value in env.items() if value}
    with subprocess.Popen([*MINGG, "score", *words], stdin=subprocess.DEVNULL, stdout=slave, env=env) as running:
        os.close(slave)
        output = b""
        while True:
            try:
                part = os.read(master, 4096)
            except OSError:  # on Linux the end of a terminal
                break
            if not part:
                break
            output += part
        assert running.wait() == 0
    os.close(master)
    return output.decode().replace("\r\n", "\n")


def test_colour_is_for_terminals_and_says_nothing_by_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    plain = mingg(EXAMPLE)[1]
    assert "\x1b" not in plain
    coloured = on_a_terminal(shlex.split(EXAMPLE), NO_COLOR="")
    assert "\x1b[32m" in coloured
    assert "\x1b[31m" in coloured
    assert on_a_terminal(shlex.split(EXAMPLE), NO_COLOR="1") == plain
    assert on_a_terminal(shlex.split(EXAMPLE), NO_COLOR="", TERM="dumb") == plain


FLAGS = [option_of(row.key) for row in keys.WIN if row.kind == keys.FLAG]


def test_the_message_about_a_typed_deal_names_what_can_be_typed() -> None:
    """Deals with parts of others, by other rules; and the mistakes above."""
    options = {name for option in score.params if isinstance(option, click.Option) for name in option.opts}
    told = {refused(words) for words in mistakes()}
    for number in range(SEED, SEED + 100):
        fuzz = Fuzz(number)
        deal, other = fuzz.one(fuzz.deal_of_sets, fuzz.sound_deal)(), fuzz.sound_deal()
        deal |= {key: other[key] for key in ("options", "hands", "win", "winner") if key in other and fuzz.chance(3)}
        words = typed({**deal, "rules": fuzz.one(*RULE_SETS)}) + fuzz.one([], [], [fuzz.one(*FLAGS)])
        status, _, error = mingg(words)
        assert status in (0, 2), words
        told |= {error} if status else set()
    assert len(told) > 100
    for error in told:
        assert set(re.findall(r"--[\w-]+", error)) <= options, error
        assert not re.search(r"\b(null|true|false|key|keys|object|list|string|JSON)\b|[{}]", error), error
