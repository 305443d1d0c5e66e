"""The page's code without a page, under the Node.js that Playwright brings: dice, keys, evenings, results."""

from __future__ import annotations

import base64
import gzip
import importlib
import json
import random
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from help.named_keys import FIRST_WALL, to_table
from help.seeds import SEED
from mingg.evening.beside import pay
from mingg.evening.change import correct
from mingg.evening.lines import Lines
from mingg.evening.save import save
from mingg.hal.dice import STIRRED
from mingg.hal.keys import PRESS, TAP, Keys
from mingg.records.line import segment_of
from mingg.records.parse import read_kept
from mingg_host.device.headless import Headless
from mingg_host.simulator.website import PAGE, micropython
from playwright._impl._driver import compute_driver_executable

PROGRAMS = Path(__file__).parent


def run(script: str, *arguments: object, given: Any = None) -> str:
    """Returns what a script of tests/page prints. given: goes to its standard input, as JSON."""
    words = [compute_driver_executable()[0], PROGRAMS / script, *arguments]
    result = subprocess.run(list(map(str, words)), input=json.dumps(given), capture_output=True, text=True, timeout=120)
    assert result.returncode == 0, result.stdout + result.stderr
    return result.stdout


def ask(script: str, given: Any) -> Any:
    """Returns the answer of a script that takes the folder of the page, and asks and answers in JSON."""
    return json.loads(run(script, PAGE, given=given))


@pytest.fixture(scope="module")
def vm(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("vm")
    for name, data in micropython().items():
        (folder / name).write_bytes(data)
    return folder


def say_after(vm: Path, sources: Path, keys: str, source: list[int]) -> list[str]:
    """Returns the lines of the screen after these keys, and the number of random bytes used. Each number of `source` is
    the last of eight bytes."""
    values = [value for last in source for value in (*(STIRRED - 1) * [0], last)]
    arguments = [vm, PAGE, sources, ",".join(map(str, values)), *keys.split()]
    return run("page_dice.mjs", *arguments).splitlines()


@pytest.mark.parametrize(
    ("source", "header", "requests"),
    [
        ([0], "2 + 2 B back A Table", 4),
        ([255, 2, 252, 253, 3, 4, 254, 5], "7 + 11 B back A Table", 8),  # what is not fair is taken again
    ],
)
def test_the_dice_follow_the_browser(vm: Path, untyped: Path, source: list[int], header: str, requests: int) -> None:
    screen = say_after(vm, untyped, f"{FIRST_WALL} a a", source)
    assert screen[0] == header
    assert screen[-1] == str(STIRRED * requests)


def test_a_browser_without_randomness_throws_no_die(vm: Path, untyped: Path) -> None:
    screen = say_after(vm, untyped, f"{FIRST_WALL} a", [255])
    assert screen[0] == "deal 1 no dice here: enter B back A roll"


Run = list[tuple[float, int | None]]

# ms between two turns. A turn that comes late is followed by one that comes at its time: right after it.
GAPS = [0.2, 1, 2, 3, 3.5, 4, 5, 10, 10, 10, 15, 19, 20, 30, 80, 400]
ENOUGH = 40  # turns to be through with a tap


def heard(runs: list[Run]) -> list[list[int]]:
    """Returns the key events of the firmware in each run."""
    results = []
    for run in ask("page_keys.mjs", runs):
        keys = Keys()
        events = []
        for now, mask in run:
            keys.sample(mask, int(now))
            while (event := keys.get()) >= 0:
                events.append(event)
        results.append(events)
    return results


def taps(run: Run) -> list[int]:
    """Returns the expected events."""
    return [key | kind << 3 for _, key in run if key is not None for kind in (PRESS, TAP)]


def test_a_tap_is_heard_where_every_other_turn_comes_late() -> None:
    run: Run = [(1.0, None), (20.0, 4)]
    for turn in range(2, 12):
        run += [(20.0 * turn - 1, None), (20.0 * turn, None)]
    assert heard([run]) == [taps(run)]


def test_every_tap_is_heard_however_unevenly_the_turns_come() -> None:
    chance = random.Random(SEED)
    runs: list[Run] = []
    for _ in range(500):
        gaps = chance.choices(GAPS, k=chance.choice([1, 2, 3, 5, 8]))  # over and over: a busy browser has a rhythm
        now, run = 1000.0, []
        for turn in range(6 * ENOUGH + 60):
            now += chance.choice(gaps)
            run.append((now, chance.randrange(6) if turn % ENOUGH == 7 and turn < 5 * ENOUGH else None))
        if sum(gaps) / len(gaps) >= 2:  # else all of it is over before a finger moves
            runs.append(run)
    assert len(runs) > 300
    for run, events in zip(runs, heard(runs), strict=True):
        assert events == taps(run), [now for now, _ in run[:30]]


LAST = 10**15 - 1
# Numbers at which something changes: few, so that random ones meet.
NUMBERS = [1, 2, 3, 4, 5, 7, 42, 9998, 9999, 10_000, 99_999_999, 999_999_998, 999_999_999, 1_000_000_000, 2**31, 2**32]
NUMBERS += [2**53 // 10, LAST - 3, LAST - 2, LAST - 1, LAST]

Files = dict[str, str]


def evenings(files: Files) -> dict[int, list[str]]:
    """Returns what the firmware reads from the files: the texts of each evening's parts, in order."""
    results: dict[int, dict[int, str]] = {}
    for name, text in files.items():
        part = segment_of(name)
        assert part is not None, f"{name} is hidden"
        assert part[1] not in results.setdefault(part[0], {}), f"{name} is there twice"
        results[part[0]][part[1]] = text
    return {number: [parts[part] for part in sorted(parts)] for number, parts in sorted(results.items())}


def random_files(chance: random.Random, limit: int, words: str) -> Files:
    """Evenings of one file or several, some beyond segment 99; numbers with leading zeros."""
    files = {}
    for number in chance.sample(NUMBERS, chance.randint(0, limit)):
        digits = str(number).zfill(min(15, chance.choice([4, 4, 4, 9])))
        first = chance.choice([0, 0, 98])
        for segment in range(first, first + chance.randint(1, 3)):
            files[f"{digits}-{segment:02}.txt"] = f"{words} {number}, {segment}"
    return files


def test_no_evening_is_overwritten_or_hidden_whatever_its_number() -> None:
    chance = random.Random(SEED)
    cases = [
        {
            "kept": random_files(chance, 6, "here"),
            "brought": random_files(chance, 6, "brought"),
            "playOn": chance.random() < 0.5,
        }
        for _ in range(1000)
    ]
    refused = moved = 0
    for case, plan in zip(cases, ask("page_plan.mjs", cases)["plans"], strict=True):
        present, brought = case["kept"], case["brought"]
        if "refused" in plan:
            refused += 1
            assert case["playOn"], "as old evenings there is always room for them"
            assert max(evenings(present)) > LAST - 10
            continue
        names = [name for name, _ in plan["write"]]
        assert len(set(names)) == len(names), f"two evenings as one name: {case}"
        assert not set(names) & set(present), f"written over: {case}"
        after = {name: text for name, text in (present | dict(plan["write"])).items() if name not in plan["remove"]}
        evenings_before, evenings_brought, evenings_after = evenings(present), evenings(brought), evenings(after)
        assert sorted(evenings_after.values()) == sorted([*evenings_before.values(), *evenings_brought.values()]), case
        for texts in (evenings_before, evenings_brought):  # neither of them is put into another order
            assert [text for text in evenings_after.values() if text in texts.values()] == list(texts.values()), case
        if evenings_brought and (case["playOn"] or not evenings_before):
            assert list(evenings_after.values())[-1] == list(evenings_brought.values())[-1]
        elif evenings_before:
            assert list(evenings_after.values())[-1] == list(evenings_before.values())[-1]
        moved += bool(plan["remove"])
        # The draft goes with its evening, and nothing else is written over.
        draft = [["draft.txt", f"{max(evenings_before)} {max(evenings_after)}"]] if plan["remove"] else []
        assert plan["over"] == draft
    assert refused
    assert moved


def test_an_evening_with_a_large_number_gets_a_small_one() -> None:
    large, present, two = {"999999999-00.txt": "a"}, {"0003-00.txt": "b"}, {"0001-00.txt": "c", "0002-00.txt": "d"}
    plans = ask(
        "page_plan.mjs",
        [
            {"kept": {}, "brought": large, "playOn": True},
            {"kept": {}, "brought": large | present, "playOn": True},
            {"kept": present, "brought": large, "playOn": True},
            {"kept": large, "brought": two, "playOn": False},
            {"kept": large, "brought": two, "playOn": True},
        ],
    )["plans"]
    assert [[name for name, _ in plan["write"]] for plan in plans] == [
        ["0001-00.txt"],
        ["0003-00.txt", "0004-00.txt"],
        ["0004-00.txt"],
        ["0001-00.txt", "0002-00.txt"],
        ["1000000000-00.txt", "1000000001-00.txt"],
    ]
    assert all(plan["remove"] == [] for plan in plans)


def test_the_page_knows_the_same_names_as_the_firmware() -> None:
    digits = [
        "",
        *["0", "1", "123", "0000", "0001", "1234", "12345", "000000000000000", "٣٣٣٣"],
        *("9" * count for count in range(4, 18)),
    ]
    ends = [".txt", "-00.txt", "-99.txt", "-1.txt", "-001.txt", "-.txt", "-0a.txt", "-00.txt.txt", "-00.TXT", "-00"]
    names = [f"{number}{end}" for number in digits for end in ends]
    strangers = ask("page_plan.mjs", [{"kept": dict.fromkeys(names, "x"), "brought": {}, "playOn": False}])["strangers"]
    assert strangers == [name for name in names if segment_of(name) is None]


def test_each_row_has_the_number_of_its_own_deal_and_what_each_player_gained(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.syspath_prepend(PAGE)
    monkeypatch.setitem(sys.modules, "browser.storage", SimpleNamespace(ROOT="/flash"))
    evenings = importlib.import_module("browser.evenings")
    with Headless(tmp_path) as device:
        device.press(*to_table("down down").split())
        evening = device.app.play.evening
        save(evening, read_kept({"winner": None, "hands": {}}, evening.session))
        save(evening, read_kept({"winner": None, "hands": {}, "false_win": "S", "price": 200}, evening.session))
        pay(evening, [(0, 1, 20), (0, 2, 20)])
        pay(evening, [(1, 0, 20)], 1)
        correct(evening, 2, read_kept({"winner": None, "hands": {}}, Lines(evening).deal(2)[1]))
        found = json.loads(evenings.table_of(device.app))
    assert [row[0] for row in found["rows"]] == ["1", "2", "3", "", "", ""]
    assert [row[2] for row in found["rows"]] == ["Ann"] * 3 + [None] * 3
    assert [row[4] for row in found["rows"]] == [22, "", -800, 20, 20, 20]
    sums = [2000 + sum(gains) for gains in zip(*(row[5] for row in found["rows"]), strict=True)]
    assert sums == found["balances"]


def test_no_cell_of_the_results_is_a_formula() -> None:
    cells = {
        "=1+1": "'=1+1",
        "A;=1+1;B": '"A;\'=1+1;B"',
        "\uff1d1": "'\uff1d1",
        "\u2212x @y": "'\u2212x '@y",
        'say "x"': '"say ""x"""',
        "half-half": "half-half",
    }
    rows = [[1, "E", "Ann", cell, -2, []] for cell in cells]
    text = ask("page_results.mjs", {"names": [], "balances": [], "rows": rows})
    assert text.splitlines()[1 : len(cells) + 1] == [f"1,E,Ann,{written},-2" for written in cells.values()]


def copy_of(files: Any, version: int = 1) -> str:
    return json.dumps({"form": "mingg ledger", "version": version, "files": files})


def test_files_and_links_that_are_no_ledger_are_refused() -> None:
    """A text of the page is its key here."""
    good = "0000 0 {}\n"
    cases: list[tuple[str, str | bytes, str]] = [
        ("song.mp3", b"\xff\xfb\x90\x00", "no copy song.mp3"),
        ("empty.json", "", "no copy empty.json"),
        ("list.json", "[1, 2]", "no copy list.json"),
        ("other.json", '{"files": {}}', "no copy other.json"),
        ("none.json", copy_of({}), "no evening in it"),
        ("later.json", copy_of({"0001-00.txt": good}, version=2), "newer copy later.json"),
        ("up.json", copy_of({"../0001-00.txt": good}), "no ledger name ../0001-00.txt"),
        ("draft.json", copy_of({"draft.txt": good}), "no ledger name draft.txt"),
        ("proto.json", copy_of({"__proto__": "x"}), "no ledger name __proto__"),
        ("number.json", copy_of({"0001-00.txt": 5}), "no ledger file 0001-00.txt"),
        ("wide.json", copy_of({"0001-00.txt": "\u0416"}), "no ledger file 0001-00.txt"),
        ("hollow.json", copy_of({"0001-00.txt": ""}), "empty file 0001-00.txt"),
        ("0001-00.txt", b"", "empty file 0001-00.txt"),
        ("large.json", copy_of({"0001-00.txt": "x" * (2**20 + 1)}), "large file 0001-00.txt"),
        ("huge.txt", b"x" * (2**22 + 1), "large file huge.txt"),
        ("two.json", copy_of({"0001-00.txt": good, "00001-00.txt": good}), "part twice 1"),
        ("good.json", copy_of({"0001-00.txt": good}), ""),
    ]
    files = [(name, data.encode() if isinstance(data, str) else data) for name, data, _ in cases]
    bomb, stranger, taken = b"0" * 2**25, copy_of({"passwd": "x"}), copy_of({"0001-00.txt": good})
    packed = [
        base64.urlsafe_b64encode(gzip.compress(data)).decode() for data in (bomb, stranger.encode(), taken.encode())
    ]
    given = {
        "files": [(name, base64.b64encode(data).decode()) for name, data in files],
        "links": ["x", "H4sI", *packed],
    }
    answer = ask("page_copies.mjs", given)
    assert answer["files"] == [message for _, _, message in cases]
    assert all(answer["links"][:2])
    assert answer["links"][2:] == ["too large", "no ledger name passwd", ""]


# ---- the browser's storage ----

FLASH = "/flash/ledger/"
STORED = {f"mingg:{FLASH}0001-00.txt": "mine", f"mingg:{FLASH}draft.txt": "draft 1", "other": "x"}
# The present evening becomes the third, because two of another device are kept as old.
CHANGE = {
    "write": [["0001-00.txt", "a"], ["0002-00.txt", "b"], ["0003-00.txt", "mine"]][1:],
    "over": [["draft.txt", "draft 3"], ["house-a.txt", "rules"]],
    "remove": ["0001-00.txt"],
}
CHANGED = {f"mingg:{FLASH}{name}": text for name, text in [*CHANGE["write"], *CHANGE["over"]]} | {"other": "x"}


def test_a_copy_whose_browser_is_killed_is_completed_at_the_next_start_or_left_out() -> None:
    results = ask("page_ledger.mjs", [{"stored": STORED, "change": CHANGE, "writes": writes} for writes in range(30)])
    after = [result["stored"] for result in results]
    assert [each for each in after if each not in (STORED, CHANGED)] == []
    assert after[0] == STORED
    assert after[-1] == CHANGED
    assert sum(bool(result["error"]) for result in results) >= 10


def test_a_copy_for_which_there_is_no_room_changes_nothing() -> None:
    """Also where the browser has less room at the next start, or what was under way is damaged."""
    signs = sum(map(len, STORED.values()))
    cases = [{"stored": STORED, "change": CHANGE, "room": signs + more} for more in range(200)]
    results = ask("page_ledger.mjs", cases)
    assert {result["error"] for result in results} == {"full", ""}
    assert all(result["stored"] == (STORED if result["error"] else CHANGED) for result in results)
    begun = json.dumps(CHANGE | {"write": [["0002-00.txt", "b" * 200]]})
    cases = [{"stored": STORED | {"mingg-under-way": text}, "room": 200} for text in (begun, "{", '{"write": 5}')]
    assert [result["stored"] for result in ask("page_ledger.mjs", cases)] == [STORED] * 3


def test_only_files_of_the_ledger_come_from_the_storage() -> None:
    odd = ["", "/", "/ledger", "/ledger/", "/ledger/a/b", "/ledger/..", "/ledger/../../lib/x.py"]
    (result,) = ask("page_ledger.mjs", [{"stored": STORED | {f"mingg:/flash{name}": "x" for name in odd}}])
    assert result["files"] == {f"{FLASH}0001-00.txt": "mine", f"{FLASH}draft.txt": "draft 1"}


def test_what_is_saved_survives_a_cleared_storage_and_overwrites_nothing_of_another_tab() -> None:
    saves = ["saves", "0001-00.txt", "mine, more"]
    cleared, overtaken = ask(
        "page_ledger.mjs",
        [
            {"stored": STORED, "steps": [["clears"], ["saves", "0002-00.txt", "new"]]},
            {"stored": STORED, "steps": [saves, ["other tab", "0001-00.txt", "theirs"], saves]},
        ],
    )
    ours = {key: text for key, text in STORED.items() if key != "other"}
    assert cleared["stored"] == ours | {f"mingg:{FLASH}0002-00.txt": "new"}
    eio = 5
    assert overtaken["steps"] == [[0, 0], [0, 0], [eio, 1]]
    assert overtaken["stored"] == STORED | {f"mingg:{FLASH}0001-00.txt": "theirs"}
    assert overtaken["files"][f"{FLASH}0001-00.txt"] == "mine, more"
