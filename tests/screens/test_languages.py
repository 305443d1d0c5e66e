"""The languages: each is one file, and is chosen by keys and kept. The files have all messages that the code uses, and
no others."""

from __future__ import annotations

import ast
import functools
import itertools
import re
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

import pytest
from help.named_keys import DEALS, DRAW, LEAVE_PART, MENU, to_table
from help.playing import current, letters, play, records, text_after
from help.texts import NOTICES, section
from help.walking import Walk, go, walks
from mingg import lang
from mingg.hal.store import Store
from mingg.settings import Settings
from mingg.ui.kit.canvas import TEXT
from mingg.ui.screens.deal import board
from mingg_host.common import places
from mingg_host.common.untyped import untyped
from mingg_host.deploy.contents import NOT_ABOARD
from mingg_host.device.headless import Device, Headless, HeadlessVM
from mingg_scoring.interchange.answers import REASONS
from screens.goldens import LANGUAGES, speaking
from screens.screens_deals import PAYMENT
from screens.screens_device import GERMAN, LANGUAGE, TURKISH, to_language
from screens.screens_setup import NAMES as NAMES_ROW
from screens.screens_setup import SETUP, row

FIRMWARE = places.package()
TURKISH_ALPHABET = "ABCÇDEFGĞHIİJKLMNOÖPRSŞTUÜVYZ"
# what a store failed to do, and why
NOT_DONE = ("not saved", "draft not kept", "not read", "not removed")
WHY = ("flash full", "flash locked", "flash fails")


def spoken() -> Iterator[str]:
    """Yields each language while it is spoken."""
    for language in LANGUAGES:
        lang.choose(language)
        yield language


# ---- chosen by keys ----


KEYS = {"TURKISH": TURKISH, "FROM_TURKISH": to_language("de", "tr"), "PAYER": PAYMENT, "NAMES_ROW": row(NAMES_ROW)}


@walks("""
A chosen language survives a power cut
    LANGUAGE | language ; A done ; B <
    TURKISH | ^ dil
    b | ^ menü
    a | ^ dil # the menu stands where it was left, and begins no session
    a | ^ menü
    b b | D ; G ; B ; K # Table
    up | Cy kazandı
    REBOOT | D ; G ; B ; K
    LANGUAGE FROM_TURKISH b b b | O ; S ; W ; N
Choosing a language during a hand loses nothing
    up a right right right LANGUAGE TURKISH b LEAVE_PART | Cy ; ejder ; 60
B leads back to the screen below the menu in another language
    PAYER | payer?
    LANGUAGE TURKISH b b b | kim öder?
From the language the menu over a half-entered deal is at the language again
    up a right LANGUAGE TURKISH a a | ^ dil
    PAYER LANGUAGE a a | ^ dil # the words below are of the language before
A session half set up waits for the language
    NEW [rules] down a LANGUAGE TURKISH b b right | yeni oturum
    a | Çin usulü
A player without a name has the seat letter of the language, and no name beside it
    LANGUAGE TURKISH b b b NEW NAMES_ROW up left left b a a hold:a DRAW | head names ["Ann", "Bo", "B", "Di"]
    NEW NAMES_ROW | Ann ; Bo ; Di ; 1 x B
A Turkish name is typed, saved and comes back, without its verb if there is no room for both
    LANGUAGE TURKISH b b b NEW NAMES_ROW up "NAME" | NAME
    a hold:a | head names ["Ann", "Bo", "NAME", "Di"]
    up right x4 a NEXT REBOOT up | ~ NAME
    = NAME
    = Çiğdem
    = İpek
    = Ömürşüğç
""")
def test_languages(device: Headless, walk: Walk) -> None:
    go(device, walk, KEYS)


def _names(device: Device) -> set[str]:
    """Returns the lines of the list of languages, and leaves it where it stood."""
    names = set()
    for _ in range(len(LANGUAGES) + 1):
        names.add(current(device))
        play(device, "down")
    while current(device) != "English":
        play(device, "down")
    return names


def test_every_language_is_offered_by_its_own_name(device: Device) -> None:
    own = set()
    for language in LANGUAGES:
        text = (FIRMWARE / "lang" / f"{language}.txt").read_text(encoding="utf-8")
        own.add(text.partition("\nlanguage = ")[2].partition("\n")[0])
    assert _names(play(device, LANGUAGE)) == own
    assert len(own) == len(LANGUAGES)


def test_a_language_that_cannot_be_stored_is_used_with_a_message(monkeypatch: pytest.MonkeyPatch) -> None:
    def full(self: Store, name: str, data: bytes) -> None:
        raise OSError(28, "full")

    with Headless() as device:
        monkeypatch.setattr(Store, "replace", full)
        assert "kaydedilmedi: dolu" in text_after(device, LANGUAGE + TURKISH)
        assert "menü" in text_after(device, "b")


def test_names_and_records_are_the_same_in_every_language(switch_on: Callable[..., Device], tmp_path: Path) -> None:
    results = []
    for language in LANGUAGES:
        folder = tmp_path / language
        folder.mkdir()
        device = switch_on(speaking(folder, language))
        play(device, f"{to_table('up right left left left right a right left', 3)} {DRAW}")
        results.append(records(device))
    assert all(names == results[0] for names in results)
    assert (results[0][1]["winner"], results[0][1]["win"]["from"]) == ("W", "S")


# ---- a file that is missing or wrong ----


@pytest.fixture
def catalogues(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Returns the folder of languages that the firmware reads, to be changed."""
    folder = tmp_path / "lang"
    folder.mkdir()
    for path in (FIRMWARE / "lang").glob("*.txt"):
        shutil.copy(path, folder)
    monkeypatch.setattr(lang, "HERE", str(folder) + "/")
    lang.choose(lang.ENGLISH)
    return folder


@pytest.fixture
def turkish(tmp_path: Path) -> Path:
    """Returns a flash on which Turkish was chosen."""
    folder = tmp_path / "flash"
    folder.mkdir()
    return speaking(folder, "tr")


def test_a_missing_language_becomes_english_with_a_message(catalogues: Path, turkish: Path) -> None:
    (catalogues / "tr.txt").unlink()
    with Headless(turkish) as device:
        assert "tr is missing: English" in device.text()
        assert "Cy wins" in text_after(device, "up")
        assert len(_names(play(device, "b " + LANGUAGE))) == len(LANGUAGES) - 1
        assert "Türkçe" not in _names(device)
    assert Settings(Store(str(turkish), None)).get("language", "") == "tr", "it may come back"


def test_an_unreadable_language_becomes_english_with_a_message(catalogues: Path, turkish: Path) -> None:
    for broken in (b"", b"language = T\n", b"\xff\xfe", b"[deal]\nESWN = \xff\n", b"[deal\n", b"[cards]\nyes = x\n"):
        (catalogues / "tr.txt").write_bytes(broken)
        with Headless(turkish) as device:
            assert "tr is missing: English" in device.text(), broken


def test_a_language_that_fails_when_chosen_leaves_the_former_one(catalogues: Path) -> None:
    (catalogues / "xx.txt").write_text("language = Xx\n", encoding="utf-8")
    with Headless() as device:
        play(device, LANGUAGE + GERMAN)
        assert "xx fehlt: Englisch" in text_after(device, to_language("xx", "de", [*LANGUAGES, "xx"]))
        assert "Menü" in text_after(device, "b")


def test_a_missing_message_is_shown_in_english(catalogues: Path, turkish: Path) -> None:
    lines = (catalogues / "tr.txt").read_text(encoding="utf-8").splitlines()
    lacks = ("simple", "no more", "nobody there", "menu pay")
    complete = [line for line in lines if line.partition(" = ")[0] not in lacks]
    (catalogues / "tr.txt").write_text("\n".join(complete), encoding="utf-8")
    with Headless(turkish) as device:
        assert {"eller: liste, düzelt", "a payment"} <= set(play(device, f"{MENU} up").text())
        assert {"ejder", "2-8"} <= set(text_after(device, f"{LEAVE_PART} up right"))


def test_a_missing_section_is_shown_in_english(catalogues: Path, turkish: Path) -> None:
    text = (catalogues / "tr.txt").read_text(encoding="utf-8")
    before, _, after = text.partition("[menu]\n")
    (catalogues / "tr.txt").write_text(before + after.partition("\n[")[2].join(["[", ""]), encoding="utf-8")
    with Headless(turkish) as device:
        assert "a payment" in play(device, f"{MENU} up").text()
        assert "Cy kazandı" in text_after(device, f"{LEAVE_PART} up")


def test_a_message_with_wrong_places_is_shown_in_english(catalogues: Path, turkish: Path) -> None:
    text = (catalogues / "tr.txt").read_text(encoding="utf-8")
    for wrong in ("%d kazandı", "%s %s kazandı", "kazandı", "%s kazandı %", "%y kazandı"):
        (catalogues / "tr.txt").write_text(text.replace("wins = %s kazandı", f"wins = {wrong}"), encoding="utf-8")
        with Headless(turkish) as device:
            assert "Cy wins" in text_after(device, "up"), wrong


def test_a_screen_whose_words_did_not_fit_the_heap_has_them_the_next_time(monkeypatch: pytest.MonkeyPatch) -> None:
    def full(_: object) -> None:
        raise MemoryError

    with monkeypatch.context() as small:
        small.setattr(lang, "array", full)
        with pytest.raises(MemoryError):
            lang.use(("menu",))
    assert lang.at_hand("menu pay") == ""
    lang.use(("menu",))
    assert lang.at_hand("menu pay")
    lang.use(())


def test_a_message_said_again_is_of_the_present_language_and_sections() -> None:
    lang.use(("menu",))
    english = lang.say("menu pay")
    assert lang.say("menu pay") is english
    lang.choose("de")
    german = lang.say("menu pay")
    assert german != english
    lang.use(())
    assert lang.at_hand("menu pay") == ""


def test_few_of_the_messages_that_were_said_are_kept() -> None:
    sections = ("menu", "setup", "keys")
    lang.use(sections)
    keys = [key for name in sections for key in section(name)]
    assert len(keys) > 2 * lang.SAID
    for key in keys * 2:
        assert lang.at_hand(key) == lang.at_hand(key) != ""
        assert len(lang._said) <= lang.SAID
    lang.use(())
    assert not lang._said


def test_a_message_that_a_screen_draws_again_is_read_from_the_file_once(monkeypatch: pytest.MonkeyPatch) -> None:
    def read(name: str) -> str:
        return lang.named("book", name)

    lang.use(())
    lang.use(("menu",))
    assert [read("Babcock"), read("Tuesday club")] == ["Babcock", "Tuesday club"]
    with monkeypatch.context() as patch:
        patch.setattr(lang._Catalogue, "find", lambda *_: pytest.fail("a board takes 20 ms to look for it"))
        assert [read("Babcock"), read("Tuesday club")] == ["Babcock", "Tuesday club"]
    lang.use(())
    assert not lang._said


def test_no_damage_to_a_language_stops_the_device(catalogues: Path, turkish: Path) -> None:
    """Single bytes are changed; a screen of every kind is still shown."""
    sound = (catalogues / "tr.txt").read_bytes()
    scripts = ["up a right right hold:a", MENU, SETUP + row(2), "a right a", f"{DRAW} {DEALS}", LANGUAGE]
    for step, script in itertools.product((37, 101, 397), scripts):
        data = bytearray(sound)
        for index in range(step, len(data), step):
            data[index] = 0xFF if step == 397 else ord("%")
        (catalogues / "tr.txt").write_bytes(data)
        with Headless(turkish, strict=False) as device:
            assert play(device, script).text()


# ---- one more language, by one file ----


def _translated(folder: Path) -> None:
    """Makes a language from English with every word marked."""
    lines = []
    for line in (folder / "en.txt").read_text(encoding="utf-8").splitlines():
        key, equals, text = line.partition(" = ")
        if key == "language" and equals:
            line = "language = Ünglisch"
        elif equals and not line.startswith(";") and key in ("menu pay", "pung", "nobody there"):
            line = f"{key} = ü{text}"
        lines.append(line)
    (folder / "xx.txt").write_text("\n".join(lines) + "\n", encoding="utf-8")


def _speaks(device: Device) -> None:
    assert "Ünglisch" in _names(play(device, LANGUAGE))
    play(device, to_language("xx", offered=[*LANGUAGES, "xx"]))
    assert "üa payment" in text_after(device, "b b up")
    assert "üpung" in text_after(device, "b b b up right left")
    device.wait(1500)
    device.reboot()
    assert "üpung" in text_after(device, "a left")


def test_a_language_is_added_by_one_file(catalogues: Path) -> None:
    _translated(catalogues)
    with Headless() as device:
        _speaks(device)


@pytest.mark.vm
def test_a_language_is_added_to_a_device_by_one_file(tmp_path: Path) -> None:
    shutil.copytree(FIRMWARE, tmp_path / "firmware" / "mingg", ignore=shutil.ignore_patterns("__pycache__"))
    _translated(tmp_path / "firmware" / "mingg" / "lang")
    with HeadlessVM(firmware=tmp_path / "firmware") as device:
        _speaks(device)


# ---- letters ----


def keys_in(language: str, name: str) -> list[str]:
    """What is pressed for a name; the last key takes it."""
    return [*letters(name, language), "a"]


def test_every_letter_of_a_language_can_be_typed() -> None:
    for language in spoken():
        catalogue = section("setup")
        signs = {sign for text in section("deal").values() for sign in text if sign.isalpha()}
        for group in ("letters", "capitals"):
            assert [len(part.split(" ")) for part in catalogue[group].split("|")] <= [5] * 4
            offered = [sign for sign in catalogue[group] if sign.isalnum()]
            assert len(offered) == len(set(offered)), "each once"
        typed = set(catalogue["letters"] + catalogue["capitals"])
        assert signs - {"â"} <= typed, "that one stands in few words and fewer names"
        assert set("ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789") <= typed
        for sign in (sign for sign in typed if sign.isalnum()):
            keys = keys_in(language, sign if sign in catalogue["capitals"] else "A" + sign)
            assert len(keys) <= 8


def test_the_turkish_alphabet_can_be_typed_in_both_cases() -> None:
    lang.choose("tr")
    catalogue = section("setup")
    assert set(TURKISH_ALPHABET) <= set(catalogue["capitals"])
    small = {"I": "ı", "İ": "i"}
    assert {small.get(sign, sign.lower()) for sign in TURKISH_ALPHABET} <= set(catalogue["letters"])
    # a letter has its capital at the same position
    for lower, upper in zip(catalogue["letters"], catalogue["capitals"], strict=True):
        assert small.get(upper, upper.lower()) == lower


@pytest.mark.vm
def test_a_ledger_with_turkish_names_goes_from_one_python_to_the_other(tmp_path: Path) -> None:
    """The same bytes are sealed and read."""
    with HeadlessVM(speaking(tmp_path, "tr")) as device:
        play(device, SETUP + row(NAMES_ROW) + "up " + " ".join(keys_in("tr", "İpek")) + " a hold:a " + DRAW)
    with Headless(tmp_path) as device:
        assert "İpek" in device.text()
        play(device, DRAW)
    with HeadlessVM(tmp_path) as device:
        assert {"İpek", "3"} <= set(device.text())


def test_nothing_changes_the_case_of_a_letter() -> None:
    """The capital of i depends on the language; no code may have to know that."""
    for path, tree in _sources():
        named = {node.attr for node in ast.walk(tree) if isinstance(node, ast.Attribute)}
        assert not named & {"upper", "lower", "capitalize", "swapcase", "casefold"}, path


# ---- what is said is there, what is there is said ----


def _sources() -> Iterator[tuple[Path, ast.Module]]:
    for path in sorted(FIRMWARE.rglob("*.py")):
        yield path, ast.parse(path.read_text(encoding="utf-8"))


def _is_say(node: ast.AST) -> bool:
    if not isinstance(node, ast.Call) or not node.args:
        return False
    named = node.func.id if isinstance(node.func, ast.Name) else getattr(node.func, "attr", "")
    return named in ("say", "at_hand")


def _asked(node: ast.expr) -> Iterator[tuple[str, bool]]:
    """Yields what an argument of say() can be: (key, True), or (its beginning, False)."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield node.value, True
    elif isinstance(node, ast.IfExp):
        yield from _asked(node.body)
        yield from _asked(node.orelse)
    elif isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add):
        yield from ((key, False) for key, _ in _asked(node.left))
    elif isinstance(node, ast.BinOp) and isinstance(node.left, ast.Constant):
        yield str(node.left.value).split("%")[0], False


ACTS = {"Key": 2, "Arm": 2, "Otherwise": 0}  # which argument of these parts is the act


class Code(NamedTuple):
    """What the firmware uses: whole keys, beginnings of keys that it puts together, other beginnings that may be of
    keys, and every word in the code."""

    keys: set[str]
    beginnings: set[str]
    others: set[str]
    words: set[str]


@functools.cache
def _reasons_given(folder: str) -> set[str]:
    """Returns the reasons against hands that a folder gives: the types of answers name the functions that do."""
    given: set[str] = set()
    for path, tree in _sources():
        for node in ast.walk(tree) if path.parent.name == folder else ():
            types = ast.unparse(node.returns) if isinstance(node, ast.FunctionDef) and node.returns else ""
            if {"Reason", "Wrong", "Refusal"} & set(re.findall(r"\w+", types)):
                given.update(_answers_in(node))
    return given


def _answers_in(function: ast.FunctionDef) -> Iterator[str]:
    """Yields the reasons in a function: those that it returns, alone or before their places, and those that it keeps
    for that."""
    for node in ast.walk(function):
        values: list[ast.expr | None] = []
        if isinstance(node, (ast.Return, ast.AnnAssign)):
            values = [node.value]
        elif isinstance(node, ast.Assign):
            values = [node.value] if isinstance(node.targets[0], ast.Name) else []
        elif isinstance(node, ast.Tuple) and len(node.elts) in (2, 3):
            values = [node.elts[0]]
        elif isinstance(node, ast.BoolOp) and isinstance(node.op, ast.And):
            values = [node.values[-1]]
        elif isinstance(node, ast.IfExp):
            values = [node.body, node.orelse]
        elif isinstance(node, ast.Call) and ast.unparse(node.func) == "self._accept":
            values = [node.args[0]]
        texts = [value.value for value in values if isinstance(value, ast.Constant) and isinstance(value.value, str)]
        yield from (text for text in texts if text and not text.startswith("no "))  # a whole key is a word of the code


@functools.cache
def _code() -> Code:
    code = Code(set(), set(), set(), set())
    for path, tree in _sources():
        if path.parent.name == "lang":
            continue
        docstrings = {
            id(node.body[0].value)
            for node in ast.walk(tree)
            if isinstance(node, (ast.Module, ast.ClassDef, ast.FunctionDef)) and isinstance(node.body[0], ast.Expr)
        }
        running = untyped(tree.body)
        types = {id(node) for block in tree.body if block not in running for node in ast.walk(block)}
        for node in ast.walk(tree):
            if id(node) in types:
                continue
            if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in docstrings:
                code.words.add(node.value)
            elif isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add):
                code.others.update(key for key, _ in _asked(node) if key[-1:] == " ")
            elif isinstance(node, ast.Call) and ast.unparse(node.func) == "named":
                code.others.update(key + " " for key, _ in _asked(node.args[0]))
            elif isinstance(node, ast.Call) and _is_say(node):
                for key, is_whole in _asked(node.args[0]):
                    (code.keys if is_whole else code.beginnings).add(key)
        for message in _barred(tree):
            for key, is_whole in _asked(message):
                (code.keys if is_whole else code.beginnings).add(key)
    return code


def _catalogue() -> dict[str, str]:
    """Returns all messages that say() finds, by key. The texts of options and of explanations have tests of their
    own."""
    names = [
        line.strip()[1:-1]
        for line in (FIRMWARE / "lang" / "en.txt").read_text(encoding="utf-8").splitlines()
        if line.startswith("[")
    ]
    without = ("options", "why", *NOT_ABOARD)
    return {key: text for name in names if name not in without for key, text in section(name).items()}


def test_every_message_that_the_code_uses_exists() -> None:
    code = _code()
    texts = {**_catalogue(), **section("options")}
    assert not code.keys - texts.keys()
    assert not {"no " + reason for folder in ("score", "entry") for reason in _reasons_given(folder)} - texts.keys()
    for beginning in code.beginnings:
        assert any(key.startswith(beginning) for key in texts), beginning


def test_every_reason_against_a_hand_is_given_and_has_a_sentence() -> None:
    assert not REASONS.keys() - _code().words
    assert not _reasons_given("score") - REASONS.keys()


def test_every_message_is_used() -> None:
    assert not _unsaid(set(_catalogue()))


def _unsaid(keys: set[str]) -> list[str]:
    code = _code()
    used = code.keys | code.words | {f"{number}z" for number in range(1, 8)}  # tiles
    beginnings = code.beginnings | code.others

    def is_used(key: str) -> bool:
        return key in used or any(key.startswith(start) and is_used(key[len(start) :]) for start in beginnings)

    return sorted(key for key in keys if not is_used(key))


def test_an_unused_message_is_reported() -> None:
    assert _unsaid({"kong", "short nonsense", "no nonsense", "nonsense"}) == [
        "no nonsense",
        "nonsense",
        "short nonsense",
    ]


def test_keys_are_found_in_the_code() -> None:
    code = _code()
    assert {"won", "all others", "no more"} <= code.keys, "also where one of two is said"
    assert {"no ", "short ", "by ", "does "} <= code.beginnings
    texts = _catalogue()
    del texts["won"]
    assert code.keys - texts.keys() - section("options").keys() == {"won"}


# ---- what few screens show ----


@functools.cache
def _bars() -> set[str]:
    """Returns the keys of the messages that a bar shows."""
    keys = set(section("no")) - {"no flash", "no evening"}
    for _, tree in _sources():
        for message in _barred(tree):
            keys |= {key for key, is_whole in _asked(message) if is_whole}
    return keys


def _barred(tree: ast.Module) -> Iterator[ast.expr]:
    """Yields the messages of refuse() and show_text(), and the reasons why keys do nothing: the act of a key, and that
    of all other keys."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and node.args and getattr(node.func, "attr", "") in ("refuse", "show_text"):
            message = node.args[0]
            if _is_say(message):
                yield message.args[0]  # type: ignore[attr-defined]
            elif node.func.attr == "refuse":  # type: ignore[attr-defined]
                yield message
        elif (
            isinstance(node, ast.Call)
            and isinstance(node.func, ast.Name)
            and len(node.args) > ACTS.get(node.func.id, 9)
        ):
            yield from _reasons(node.args[ACTS[node.func.id]])
        elif isinstance(node, ast.FunctionDef) and node.name.lstrip("_").startswith("why_not"):
            for inner in ast.walk(node):
                if isinstance(inner, ast.Return) and isinstance(inner.value, ast.List):
                    yield from _reasons(inner.value)


def _reasons(act: ast.expr) -> Iterator[ast.expr]:
    """Yields the messages among what a key may do: alone, or first in a list. A text with a dot is the name of a
    screen."""
    if isinstance(act, ast.IfExp):
        yield from _reasons(act.body)
        yield from _reasons(act.orelse)
    elif isinstance(act, ast.List):
        yield act.elts[0]
    elif (isinstance(act, ast.Constant) and isinstance(act.value, str) and act.value and "." not in act.value) or (
        isinstance(act, ast.BinOp) and isinstance(act.op, ast.Add)
    ):
        yield act


def _filled(text: str) -> str:
    return text.replace("%s", "Ann").replace("%d", "28")


def test_every_refusal_fits_into_its_bar() -> None:
    for _ in spoken():
        texts = _catalogue()
        assert len(_bars()) > 100
        for key in sorted(_bars()):
            assert TEXT.width(_filled(texts[key])) + 10 <= 128, key
        assert TEXT.width(texts["paid"] % 9998) + 10 <= 128
        for refusal, reason in itertools.product(NOT_DONE, WHY):
            assert TEXT.width(texts[refusal] % texts[reason]) + 10 <= 128, (refusal, reason)


def test_a_text_in_a_box_fits_into_it() -> None:
    for _ in spoken():
        there = _catalogue()
        assert TEXT.width(there["done"]) <= board._SIDE + board._ACROSS - 4, "the last cell of the board"
        for line in there["test wire"].split("|"):
            assert TEXT.width(line) <= 98, line


def test_every_notice_fits_on_its_screen() -> None:
    for _ in spoken():
        texts = _catalogue()
        for key in NOTICES:
            for line in texts[key].split("|"):
                assert TEXT.width(_filled(line)) <= 126, (key, line)


def test_b_has_one_word_for_back_and_one_for_what_it_takes_back() -> None:
    for language in spoken():
        lines = (FIRMWARE / "lang" / f"{language}.txt").read_text("utf-8").split("\n")
        texts = dict(line.split(" = ", 1) for line in lines if line[:2] in ("A ", "B ") and " = " in line)
        words = {key: text for key, text in texts.items() if text[:2] == "B "}
        assert set(words) == {"B back", "B undo"}
        assert not {text[2:] for text in words.values()} & {text[2:] for text in texts.values() if text[:2] == "A "}
