"""The library mingg_scoring: what it says is what the JSON says, and it needs nothing but Python."""

from __future__ import annotations

import ast
import doctest
import json
import pickle
import random
import subprocess
import sys
import threading
import tracemalloc
from collections.abc import Callable, Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any, get_args

import mingg_scoring
import pytest
from help.seeds import SEED
from mingg.core.rules import RULE_SETS, load
from mingg.core.rules.rows import MOST_RULES
from mingg.core.score import score as counts
from mingg.core.table.session import PAY
from mingg.core.values import same
from mingg_scoring import (
    UNSET,
    Correct,
    CountedTrays,
    CounterSet,
    Deal,
    Exchange,
    ExchangeRequest,
    Factors,
    Hand,
    House,
    HouseHand,
    MinggError,
    Options,
    Pay,
    ReplayedDeal,
    Session,
    SessionDeal,
    Transfer,
    Undo,
    Win,
    exchange,
    explain,
    figures,
    forms,
    functions,
    json_answers,
    replay,
    rule_set,
    rule_sets,
    schema,
    score,
    settle,
)
from mingg_scoring.forms import decoded
from mingg_scoring.interchange.chain import IndexedChain

ROOT = Path(__file__).parents[2]
LANGUAGES = list((ROOT / "firmware" / "mingg" / "lang").glob("*.txt"))
BOOKS = ROOT / "tests" / "oracles"
EXAMPLES: dict[str, Any] = {
    example["id"]: example
    for name in ("examples.jsonl", "examples-living.jsonl")
    for example in map(json.loads, filter(str.strip, (BOOKS / name).read_text(encoding="utf-8").splitlines()))
}
DEALS = [(example["deal"], example["expect"]) for example in EXAMPLES.values() if "deal" in example]
HAND = Hand("(222p) (345m) 678s 999s 55z")
DEAL = Deal(rules="babcock", winner="N", win=Win(by="draw", tile="5z"), hands={"N": HAND})


# ---- deals ----


def test_the_examples_are_read_scored_and_written_as_their_json() -> None:
    """In each run others, for time: test_json_schema.py reads them all."""
    deals = [deal for deal, expected in DEALS if "error" not in expected][SEED % 9 :: 9]
    assert len(deals) > 40
    for deal in deals:
        typed = Deal.from_json(json.dumps(deal))
        assert decoded(Deal, typed.to_json()) == typed
        played = json_answers.play(deal)
        assert json.dumps(explain(typed).to_json()) == json.dumps(played.to_json(explained=True))
        assert json.dumps(score(typed).to_json()) == json.dumps(played.to_json())


def test_a_usual_deal_is_scored_without_json_and_what_is_wrong_in_it_is_refused_as_in_json() -> None:
    usual: dict[str, Any] = {"rules": "babcock", "winner": "N", "win": DEAL.win, "hands": {"N": HAND}}
    others: list[Any] = [Win(by="draw"), Win(by="rob", tile="5z"), Win(by="draw", tile="5z", from_="E")]
    others += [Win(by="draw", tile=tile) for tile in ("9z", "", 5, ("5z",))]  # type: ignore[arg-type]
    others += [{"N": Hand("1m")}, {"Q": HAND}, {"N": Hand("\ud800")}, {"N": HAND, "E": HAND}, {"N": HAND, "E": Hand(5)}]  # type: ignore[arg-type]
    others += [{"N": HAND, "Q": HAND}, {"N": HAND, "E": "1m"}, {"N": HAND, "E": {"tiles": "1m"}}]
    for key in usual:
        for value in (usual[key], *others, *NO_JSON[4:], "x", None, 1, [], ("E",)):
            told = []
            for answer in (score, json_answers.play):
                try:
                    told.append(answer(Deal(**{**usual, key: value})).to_json())
                except MinggError as error:
                    told.append(error.to_json())
            assert told[0] == told[1], (key, value)


def test_players_settle_what_they_counted_themselves() -> None:
    layouts = [(example["settle"], example["expect"]) for example in EXAMPLES.values() if "settle" in example]
    assert len(layouts) > 5
    for asked, expected in layouts:
        answer = settle(asked["rules"], asked["scores"], asked["winner"], options=Options(**asked.get("options", {})))
        assert answer.net == expected["net"]


@pytest.mark.parametrize(
    ("deal", "place", "message"),
    [
        (Deal(rules="babcock", winner=None, win=Win(by="draw"), hands={}), "/win", "a draw has no win"),
        (
            Deal(rules="harr", winner=None, hands={"E": Hand(tiles="11111p 2345678m 9s")}),
            "/hands/E/tiles",
            "five 1p",
        ),
        (
            Deal(rules="harr", winner="N", win=Win(by="draw"), hands={"N": Hand(sets=("pung simple",) * 5)}),
            "/hands/N/sets/4",
            "at most four sets",
        ),
        (Deal(rules="harr", winner=None, hands={}, options=Options(four_winds=True)), "/options/four_winds", "no such"),
        (Deal(rules="harr", winner=None, hands={}, house=House(name="")), "/house/name", "must be a name"),
        (Deal(rules="nothing", winner=None, hands={}), "/rules", "no such rule set"),  # type: ignore[arg-type]
        (Deal(rules="harr", winner=None, hands={"E": "1m"}), "/hands/E", "an object"),  # type: ignore[dict-item]
    ],
)
def test_what_is_wrong_raises_one_error_with_its_place_and_a_message(deal: Deal, place: str, message: str) -> None:
    with pytest.raises(MinggError, match=message) as caught:
        score(deal)
    assert caught.value.at == place
    assert str(caught.value) == f"{place}: {caught.value.message}"
    assert type(caught.value).__module__ == "mingg_scoring", "a traceback names it as programs do"
    copy = pickle.loads(pickle.dumps(caught.value))
    assert (copy.at, copy.message, copy.line) == (place, caught.value.message, None)


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: score({"rules": "harr"}), "of type dict, not Deal. Deal.from_json"),  # type: ignore[arg-type]
        (lambda: explain(None), "of type NoneType, not Deal"),  # type: ignore[arg-type]
        (lambda: replay([]), "of type list, not Session"),  # type: ignore[arg-type]
        (lambda: exchange("x"), "of type str, not ExchangeRequest"),  # type: ignore[arg-type]
        (lambda: rule_set("harr", {"limt": 3}), "of type dict, not Options. Options.from_json"),  # type: ignore[arg-type]
        (lambda: rule_set("harr", None), "of type NoneType, not Options"),  # type: ignore[arg-type]
        (lambda: settle("harr", [1], "E"), "Write the scores by seat"),  # type: ignore[arg-type]
        (lambda: Session.from_json(5), "of type int"),  # type: ignore[arg-type]
        (lambda: explain(DEAL, "xx"), "no such language. Choose one of en, "),  # type: ignore[arg-type]
        (lambda: schema("deals"), "no such schema. Choose one of Deal, "),  # type: ignore[arg-type]
    ],
)
def test_an_argument_of_a_wrong_type_raises_the_same_error(call: Callable[[], object], message: str) -> None:
    with pytest.raises(MinggError, match=message):
        call()


def test_an_endless_name_is_cut_where_it_is_written_and_whole_in_its_place() -> None:
    name = "x" * 12_000
    for keys, at in (({name: 1}, f"/{name}"), (f'{{"{name}": 1, "{name}": 2}}', "")):
        with pytest.raises(MinggError) as caught:
            Deal.from_json(keys)
        assert (caught.value.at, caught.value.to_json()["error"]["at"]) == (at, at)
        assert name[:60] in str(caught.value)
        assert len(str(caught.value)) < 400


def test_an_option_that_is_unset_is_as_in_the_rule_set_and_none_is_no_limit() -> None:
    assert Options().to_json() == {}
    assert Options(limit=None, four_winds=False).to_json() == {"limit": None, "four_winds": False}
    assert Options().limit is UNSET
    hand = Hand(sets=("pung dragon", "pung dragon", "pung dragon", "pung major"), suit="honours")
    deals = [
        Deal(rules="babcock", winner="N", win=Win(by="draw"), hands={"N": hand}, options=options)
        for options in (Options(), Options(limit=None))
    ]
    assert [score(deal).hands["N"].limit for deal in deals] == [True, False]


def test_rules_are_kept_by_their_keys_and_a_caller_cannot_change_them() -> None:
    options: dict[str, Any] = {"limit": 400, "washing": True}
    deal = {"rules": "harr", "options": options, "winner": None, "hands": {}}
    kept = json_answers.play(deal).rules
    assert json_answers.play(deal).rules is kept
    options["limit"] = 200
    assert (json_answers.play(deal).rules.limit, kept.limit, kept.options["limit"]) == (200, 400, 400)
    with pytest.raises(MinggError):
        json_answers.play({**deal, "options": {"limit": 200, "washing": 1}})


def test_rules_that_are_no_longer_used_are_forgotten() -> None:
    """A server may score by other house rules with each request."""
    for number in range(2 * MOST_RULES):
        score(Deal(**{**vars(DEAL), "house": House(name=f"Table {number}")}))
    assert len(counts._prepared) <= MOST_RULES


def test_house_rules_change_figures_and_add_hands() -> None:
    house = House(
        name="Tuesday club",
        points={"pung": (2, 4, 4, 8), "pair": {"dragon": 4}, "rob": False},
        factors={"half-suit": 4},
        hands={"Winter garden": HouseHand(tiles="nnna nnnb nnnc wwwz 55z", score="half")},
    )
    deal = Deal(rules="babcock", winner="N", win=Win(by="draw", tile="5z"), hands={"N": HAND}, house=house)
    assert Deal.from_json(deal.to_json()) == deal
    assert score(deal).hands["N"].points == score(DEAL).hands["N"].points + 2
    garden = Deal(
        rules="babcock",
        winner="N",
        win=Win(by="draw", tile="5z"),
        hands={"N": Hand("333m 333p 333s 111z 55z")},
        house=house,
    )
    assert (score(garden).hands["N"].special, score(garden).hands["N"].score) == ("Winter garden", 150)


def test_a_value_that_only_equals_the_default_is_kept_and_refused() -> None:
    assert House(name="x", points={}, hands={}).to_json() == {"name": "x"}
    with pytest.raises(MinggError) as caught:
        score(Deal(**{**vars(DEAL), "win": Win(by="draw", tile="5z", last=0)}))  # type: ignore[arg-type]
    assert caught.value.at == "/win/last"


def test_options_and_house_rules_are_read_alone() -> None:
    assert Options.from_json('{"limit": null, "four_winds": true}') == Options(limit=None, four_winds=True)
    assert House.from_json({"name": "x", "points": {"pung": [2, 4, 4, 8]}}).points["pung"] == (2, 4, 4, 8)
    for reader, wrong, message in (
        (Options, {"limit": "x"}, "cannot be here"),
        (House, {"name": 3}, "cannot be here"),
        (Deal, None, "must be an object"),
    ):
        with pytest.raises(MinggError, match=message):
            reader.from_json(wrong)  # type: ignore[arg-type]


def test_data_cannot_be_changed_and_shows_only_what_is_not_the_default() -> None:
    with pytest.raises(AttributeError):
        DEAL.rules = "harr"  # type: ignore[misc]
    assert repr(DEAL.win) == "Win(by='draw', tile='5z')"


def test_a_deal_and_its_answer_do_not_change_as_deep_as_they_go_and_have_a_hash() -> None:
    hands, points = {"N": HAND}, {"pung": [2, 4, 4, 8]}
    house: Any = House(name="Tuesday club", points=points)  # type: ignore[arg-type]
    deal: Any = Deal(rules="babcock", winner="N", win=DEAL.win, hands=hands, house=house)  # type: ignore[arg-type]
    before = hash(deal)
    hands.clear()
    points["pung"].append(5)
    assert (hash(deal), deal.hands["N"], deal.house.points["pung"]) == (before, HAND, (2, 4, 4, 8))
    for change in (lambda: deal.hands.update(E=HAND), lambda: deal.hands.pop("N"), lambda: deal.house.points.clear()):
        with pytest.raises(TypeError, match="does not change"):
            change()
    answer = score(deal)
    for thing in (deal, answer, explain(deal), rule_set("babcock", house=house), SESSION):
        copy = pickle.loads(pickle.dumps(thing))
        assert (copy, hash(copy)) == (thing, hash(thing))
    assert len({deal: 1, Deal.from_json(deal.to_json()): 2}) == 1


def test_an_answer_shows_itself_as_the_score_sheet() -> None:
    answer = score(DEAL)
    lines = str(answer).splitlines()
    assert lines[0] == "Babcock, limit 300: North won by drawing"
    assert " pung of bamboo 9, concealed                      8" in lines
    assert " points                                          36" in lines
    assert "<td>pung of bamboo 9, concealed</td><td>8</td>" in (answer._repr_html_() or "")
    odd = Deal(**{**vars(DEAL), "house": House(name="A <b>", points={"rob": 2})})
    assert "A &lt;b&gt;" in (score(odd)._repr_html_() or "")
    read = type(answer).from_json(answer.to_json())
    assert (str(read), read._repr_html_()) == (repr(answer), None)


@pytest.mark.parametrize(
    ("tiles", "tile", "lines"),
    [
        ("11223344556677z 14f", "7z", ["All Pair Honours 500", "16 added: flowers beside it 516", "score 516"]),
        ("11223344556677z", "7z", ["points 32", "All Pair Honours 500", "score 500"]),
        ("(111p) (222p) (333p) 555p 77z 14f", "7z", ["points 44", "doubled once: own flower 88", "score 352"]),
        ("(111p) (222p) (333p) 555p 99p 14f", "9p", ["16 added: flowers beside it 288", "Purity 288", "score 288"]),
    ],
)
def test_a_sheet_adds_the_flowers_beside_a_special_hand(tiles: str, tile: str, lines: list[str]) -> None:
    sheet = str(score(Deal(rules="bmja", winner="N", win=Win(by="draw", tile=tile), hands={"N": Hand(tiles)})))
    shown = [" ".join(line.split()) for line in sheet.splitlines()]
    assert [line for line in shown if line in lines] == lines
    assert sum("added" in line for line in shown) == sum("added" in line for line in lines)


def test_reasons_are_in_each_language_of_the_device() -> None:
    said = {language: explain(DEAL, language).payments[0].steps[1].why for language in get_args(functions.Language)}
    assert said["en"] == "East pays double, and is paid double."
    assert said["de"] == "Ost zahlt doppelt und bekommt doppelt."
    assert len(set(said.values())) == len(LANGUAGES) == len(said)
    liable = Deal.from_json(
        {
            **DEAL.to_json(),
            "liable": [{"seat": "W", "why": "feeding"}],
            "hands": {"N": {"tiles": "(222p) (345m) (678s) (999s) 55z"}, "S": {"score": 8}},
            "win": {"by": "draw", "tile": "5z"},
            "options": {"feeding": True},
        }
    )
    assert [dropped.why for dropped in explain(liable, "de").dropped] == [
        "Jemand haftet: Die Verlierer zahlen einander nichts."
    ]


def test_many_deals_have_an_answer_each_and_an_error_names_the_deal() -> None:
    assert score([DEAL, DEAL]) == (score(DEAL), score(DEAL))
    with pytest.raises(MinggError) as caught:
        score([DEAL, Deal(rules="harr", winner="N", hands={})])
    assert caught.value.at == "/1/win"


def test_threads_with_different_rule_sets_do_not_disturb_each_other() -> None:
    """What is kept of the last rule set is replaced all the time."""
    hands = {
        "N": Hand("(222p) 678s 999s 666m 55z"),
        "E": Hand("(111z) 1234m 77z 567s 9p"),
        "S": Hand("777888m 777888p 1s"),
    }
    deals = [Deal(**{**vars(DEAL), "rules": rules, "hands": hands}) for rules in RULE_SETS]
    alone = [(score(deal), rule_set(deal.rules)) for deal in deals]
    together: dict[int, bool] = {}

    def again(i: int) -> None:
        pairs = [(score(deals[i]), rule_set(deals[i].rules)) for _ in range(20)]
        together[i] = all(pair == alone[i] for pair in pairs)

    threads = [threading.Thread(target=again, args=(i,)) for i in range(len(deals))]
    interval = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    try:
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    finally:
        sys.setswitchinterval(interval)
    assert together == dict.fromkeys(range(6), True)


ITSELF: list[object] = []
ITSELF.append(ITSELF)
NO_JSON: list[Any] = [
    {1: 2},
    {(): 1},
    ITSELF,
    {"a": ITSELF},
    object(),
    {1},
    1j,
    "\ud800",
    10**400,
    float("nan"),
    b"x",
    ...,
]


def places(value: Any, way: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    yield way
    if isinstance(value, (dict, list)):
        for key, item in value.items() if isinstance(value, dict) else enumerate(value):
            yield from places(item, (*way, key))


def changed(value: Any, way: tuple[Any, ...], item: Any) -> Any:
    if not way:
        return item
    copy = value.copy()
    copy[way[0]] = changed(copy[way[0]], way[1:], item)
    return copy


def test_what_is_no_json_raises_the_same_error_wherever_it_is() -> None:
    chance = random.Random(SEED)
    asked = {"values": [500, 2], "trays": {"E": [2, 9], "S": [2, 9]}, "net": {"E": -88, "S": 88}}
    house = {"name": "T", "points": {"pung": [2, 4, 4, 8]}, "hands": {"A": {"tiles": "nnna nnnb nnnc wwwz 55z"}}}
    readers: list[tuple[Any, Any]] = [(ExchangeRequest, asked), (Session, SESSION.to_json())]
    readers += [(Deal, {**deal, "house": house}) for deal, _ in DEALS[::200]]
    tried = 0
    for reader, value in readers:
        for way in places(value):
            wrong = chance.choice(NO_JSON)
            with pytest.raises(MinggError):
                reader.from_json(changed(value, way, wrong))
            tried += 1
    tracemalloc.start()
    for field in Deal.__dataclass_fields__:
        for wrong in NO_JSON:
            with pytest.raises(MinggError):
                score(Deal(**{**vars(DEAL), field: wrong}))
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert tried > 100
    assert peak < 2_000_000


# ---- sessions and counters ----

WON = SessionDeal(winner="S", win=Win(by="draw"), hands={"S": Hand(sets=())})
SESSION = Session(
    rules="babcock",
    names=("Ann", "Bo", "Cy", "Di"),
    counters="babcock",
    lines=(
        WON,
        Pay(pay=Transfer(from_="Ann", to="Bo", points=20)),
        Correct(correct=1, deal=SessionDeal(winner=None, hands={}, false_win="W", price=100)),
        CountedTrays(count={"Ann": (1, 9, 8, 10)}, box=(0, 0, 0, 0)),
        Undo(),
    ),
)


def test_a_session_is_replayed_as_its_json() -> None:
    lines = SESSION.to_json()
    text = "".join(f"{json.dumps(line)}\n" for line in lines)
    assert Session.from_json(text) == Session.from_json(lines) == SESSION
    stands = replay(SESSION)
    assert json.dumps(stands.to_json()) == json.dumps(json_answers.replay(json_answers.lines_of(text)))
    assert sum(stands.balances.values()) == 8000
    assert (stands.deals[0].east, len(stands.deals[0].corrections)) == ("Ann", 1)


def test_a_replayed_deal_shows_the_score_sheet_with_the_names() -> None:
    lines = [*SESSION.lines[:1], *SESSION.lines[2:3], WON]
    head = {"rules": "babcock", "house": House(name="Ours", points={"rob": 2}), "options": Options(limit=500)}
    first, second = replay(Session(names=SESSION.names, lines=tuple(lines), **head)).deals  # type: ignore[arg-type]
    assert str(first).startswith("Ours, limit 500: Cy wrongly declared mah-jong")
    assert "Bo (South) wins" in str(second)
    won = {"winner": "E", "win": {"by": "draw"}, "hands": {"E": {"sets": []}}}
    for rules in ("babcock", "dmjl"):
        wins = [{"mingg": 1, "rules": rules, "names": list("ABCD")}, won, won]
        assert ["A (East) wins" in str(deal) for deal in replay(Session.from_json(wins)).deals] == [True, True]
    assert "<b>Bo (South) wins</b>" in (second._repr_html_() or "")
    assert str(pickle.loads(pickle.dumps(second))) == str(second)


def test_a_session_that_goes_on_corrects_its_own_deals() -> None:
    head = {
        "mingg": 1,
        "rules": "harr",
        "names": ["Ann", "Bo"],
        "start": {"east": "Bo", "round": 0, "balances": [2000, 2000]},
    }
    head["start"]["deals"] = 3  # type: ignore[index]
    none = {"winner": None, "hands": {}}
    won = {"winner": "E", "win": {"by": "draw"}, "hands": {"E": {"sets": []}}}
    stands = replay(Session.from_json([head, none, none, {"correct": 5, "deal": won}]))
    assert [(deal.number, deal.winner) for deal in stands.deals] == [(4, None), (5, "Bo")]


def test_a_record_may_take_back_several_payments() -> None:
    """In a damaged ledger: those that did it one by one are lost."""
    playing = json_answers.played([(1, {"mingg": 1, "rules": "harr", "names": ["Ann", "Bo"]})])
    chain = IndexedChain(playing.evening.session)
    for number, on in ((1, 0), (2, 1), (3, 2), (4, 3), (5, 1)):
        chain.follow(SimpleNamespace(kind=PAY, number=number, on=on, what=(None, 0)))
    assert ([line.record for line in chain], chain.paid) == ([1, 5], [0, 1])


def test_an_evening_can_be_plotted() -> None:
    lines = (
        WON,
        Pay(pay=Transfer(from_="Ann", to="Bo", points=20)),
        WON,
        Correct(correct=1, deal=SessionDeal(winner="N", win=Win(by="draw"), hands={"N": Hand(sets=())})),
        Pay(pay=Transfer(from_="Bo", to="Cy", points=60)),
        SessionDeal(winner=None, hands={}, sitting_out="Ed"),
    )
    stands = replay(Session(rules="babcock", names=("Ann", "Bo", "Cy", "Di", "Ed"), lines=lines))
    balances = dict.fromkeys(stands.balances, 2000)
    for step in stands.course:
        if isinstance(step, ReplayedDeal):
            for seat, gain in step.net.items():
                balances[step.seats[seat]] += gain
        else:
            balances[step.from_] -= step.points
            balances[step.to] += step.points
        assert step.balances == balances
    assert balances == stands.balances
    assert [(deal.number, deal.winner) for deal in stands.deals] == [(1, "Di"), (2, "Cy"), (3, None)]
    assert [type(step).__name__[8:] for step in stands.course] == ["Deal", "Payment", "Deal", "Payment", "Deal"]
    assert stands.deals[0].seats["out"] == "Ed"


def test_a_session_with_counters_of_its_own_and_its_edition_is_read() -> None:
    counters = {"values": [100, 2], "start": [19, 50], "marks": ["red", "blue"]}
    head = {"mingg": 1, "rules": "harr", "names": ["Ann", "Bo"], "counters": counters, "edition": 1, "rounds": 1}
    lines = [
        head,
        {"winner": None, "hands": {}},
        {"correct": 1, "deal": {"winner": None, "hands": {}}},
    ]
    session = Session.from_json(lines)
    assert session.counters == CounterSet(values=(100, 2), start=(19, 50), marks=("red", "blue"))
    assert session.to_json() == lines


@pytest.mark.parametrize(
    ("text", "line", "place"),
    [
        ("", 1, ""),
        ('{"mingg": 1}', 1, "/names"),
        ('\n{"mingg": 1, "rules": "harr", "names": ["Ann", "Bo"]}\n\n{"undo": 1}', 4, "/undo"),
        ('{"mingg": 1, "rules": "harr", "names": ["Ann", "Bo"]}\nnonsense', 2, ""),
    ],
)
def test_what_is_wrong_in_a_session_names_the_line(text: str, line: int, place: str) -> None:
    with pytest.raises(MinggError) as caught:
        Session.from_json(text)
    assert (caught.value.line, caught.value.at) == (line, place)


def test_a_session_is_refused_at_its_first_wrong_line_however_many_follow() -> None:
    with pytest.raises(MinggError) as caught:
        Session.from_json(range(10**9))  # type: ignore[arg-type]
    assert caught.value.line == 1


def test_capitals_make_no_other_name_and_other_letters_do() -> None:
    letters = [chr(code) for code in range(ord("!"), 0x200) if chr(code) not in "İŸ"]
    known = {(letter.lower() if letter < "\u0180" else letter, same(letter)) for letter in letters}
    assert len(known) == len({small for small, _ in known}) == len({plain for _, plain in known})


def test_a_line_that_is_none_is_refused_with_its_number() -> None:
    with pytest.raises(MinggError) as caught:
        replay(Session(rules="harr", names=("Ann", "Bo"), lines=(Undo, 5)))  # type: ignore[arg-type]
    assert caught.value.line == 2


def test_counters_are_exchanged_as_in_json() -> None:
    share = (2, 9, 8, 10)
    asked = ExchangeRequest(
        values=(500, 100, 10, 2), trays={"E": share, "S": share, "W": share}, net={"E": -88, "S": 44, "W": 44}
    )
    assert ExchangeRequest.from_json(asked.to_json()) == asked
    assert exchange(asked).to_json() == json_answers.exchange(asked.to_json())
    with pytest.raises(MinggError) as caught:
        exchange(ExchangeRequest(values=(3,), trays={"E": (1,), "S": (1,)}, net={}))
    assert caught.value.at == "/values/0"


# ---- rule sets ----


def test_a_place_is_made_only_for_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    """It takes time in proportion to its length."""
    made: list[str] = []
    monkeypatch.setattr(forms, "step", lambda pointer, key: made.append(key) or f"{pointer}/{key}")
    keys = {"put": {"Ann": [1] * 9}, "take": {}, "moved": 9, "loans": {}, "box": [0] * 9}
    assert decoded(Exchange, keys).put["Ann"] == (1,) * 9
    assert made == []
    with pytest.raises(MinggError) as error:
        decoded(Exchange, {**keys, "put": {"Ann": [1, "2"]}})
    assert (error.value.at, made) == ("/put/Ann/1", ["1", "Ann", "put"])


def test_rule_sets_are_listed_and_each_has_every_figure_of_its_json() -> None:
    assert [line.id for line in rule_sets()] == list(RULE_SETS)
    for line in rule_sets():
        assert rule_set(line.id).to_json() == figures.data(load(line.id))
    house = House(name="Tuesday club", points={"no-chows": 20, "rob": False}, factors={"dragon": 4})
    changed = rule_set("babcock", Options(limit=500), house, players=3)
    assert changed.to_json() == figures.data(load("babcock", {"limit": 500}, 3, house.to_json()))
    assert {figure.id: figure.house for figure in changed.points}["no-chows"] == 10
    with pytest.raises(MinggError) as caught:
        rule_set("harr", Options(four_winds=True))
    assert caught.value.at == "/options/four_winds"


def test_an_option_has_its_possible_values_in_words_and_in_python() -> None:
    options = {option.name: (option.settings, option.values) for option in rule_set("babcock").options}
    assert options["limit"] == ("even number, null", (None,))
    assert options["mahjong"] == ("20, 30, 50, 100", (20, 30, 50, 100))
    assert options["false_win"] == ("even number, true, false, half, limit", (True, False, "half", "limit"))
    assert options["four_winds"] == ("true, false", (True, False))


def test_a_special_hand_has_its_share_and_a_kong_its_own_doubling() -> None:
    for limit, points in ((1000, 400), (None, None)):
        hand = rule_set("bmja", Options(limit=limit)).waiting[0]
        assert (hand.id, hand.share, hand.points) == ("thirteen_orphans", "two fifths", points)
    house = House(name="Ours", factors={"dragon": Factors(pung=2, kong=4)})
    dragons = [row for row in rule_set("babcock", house=house).doubled if row.id == "dragon"]
    assert [(row.of, row.times, row.house, row.why) for row in dragons] == [
        ("pung", 1, UNSET, "Each pung of dragons."),
        ("kong", 2, 1, "Each kong of dragons."),
    ]


# ---- the package ----


def test_the_examples_of_the_functions_are_right() -> None:
    names = {name: getattr(mingg_scoring, name) for name in dir(mingg_scoring)} | {"hand": HAND, "deal": DEAL}
    assert doctest.testmod(functions, extraglobs=names)[:2] == (0, 14)


def defined(module: str) -> set[str]:
    """Returns the public names that a module defines: a type checker sees these."""
    found: set[str] = set()
    tree = ast.parse((ROOT / "host_tools" / "mingg_scoring" / f"{module}.py").read_text(encoding="utf-8"))
    for node in ast.walk(tree):
        if node in tree.body and isinstance(node, (ast.ClassDef, ast.FunctionDef)):
            found.add(node.name)
        if isinstance(node, ast.Assign) and node.col_offset <= 4 * (module == "deals"):  # SetWord, in a condition
            found |= {target.id for target in node.targets if isinstance(target, ast.Name)}
    return {name for name in found if not name.startswith("_")}


def test_the_names_for_type_checkers_are_those_of_the_package() -> None:
    tree = ast.parse((ROOT / "host_tools" / "mingg_scoring" / "__init__.py").read_text(encoding="utf-8"))
    blocks = [node for node in tree.body if isinstance(node, ast.If) and isinstance(node.test, ast.Name)]
    seen: dict[str, set[str]] = {}
    for node in blocks[0].body:
        assert isinstance(node, ast.ImportFrom)
        module, names = str(node.module).partition(".")[2], {alias.name for alias in node.names}
        seen.setdefault(module, set()).update(defined(module) if names == {"*"} else names)
    assert seen == {module: set(names.split(",")) for module, names in mingg_scoring._MODULES.items()}  # type: ignore[attr-defined]
    assert len(set().union(*seen.values())) > 60
    space: dict[str, object] = {}
    exec("from mingg_scoring import *", space)
    assert set(dir(mingg_scoring)) | {"__version__"} == space.keys() - {"__builtins__"}
    with pytest.raises(AttributeError):
        mingg_scoring.nothing  # type: ignore[attr-defined] # noqa: B018


PROGRAM = """
import sys
before, path = set(sys.modules), list(sys.path)
import mingg_scoring
print(sorted(set(sys.modules) - before))
for name in dir(mingg_scoring):
    getattr(mingg_scoring, name)
deal = mingg_scoring.Deal(rules="harr", winner=None, hands={})
mingg_scoring.explain(deal), mingg_scoring.rule_set("bmja"), mingg_scoring.schema()
import mingg_host
assert sys.path == path
own = {"mingg", "mingg_scoring", "mingg_host"}
print(sorted({name.partition(".")[0] for name in set(sys.modules) - before} - own - sys.stdlib_module_names))
"""


def test_importing_it_loads_nothing_else_and_all_of_it_needs_only_the_standard_library() -> None:
    out = subprocess.run([sys.executable, "-c", PROGRAM], capture_output=True, text=True, check=True).stdout
    assert out.splitlines() == ["['mingg', 'mingg_scoring']", "[]"]
