"""The numbers that the page gives to imported evenings: none is overwritten or hidden, whatever its number."""

from __future__ import annotations

import random
from typing import Any

from help.page_node import ask
from help.seeds import SEED
from mingg.records.line import segment_of

LAST = 10**15 - 1
# Numbers at which something changes: few, so that random ones meet.
NUMBERS = [1, 2, 3, 4, 5, 7, 42, 9998, 9999, 10_000, 99_999_999, 999_999_998, 999_999_999, 1_000_000_000, 2**31, 2**32]
NUMBERS += [2**53 // 10, LAST - 3, LAST - 2, LAST - 1, LAST]

Files = dict[str, str]
Case = dict[str, Any]


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
    """Evenings of one file or several; numbers with leading zeros."""
    files = {}
    for number in chance.sample(NUMBERS, chance.randint(0, limit)):
        digits = str(number).zfill(min(15, chance.choice([4, 4, 4, 9])))
        for segment in range(chance.randint(1, 3)):
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
