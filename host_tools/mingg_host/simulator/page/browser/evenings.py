"""What the page asks of evenings beside the device: the results as a table, and what a user brings to the page.

The firmware's own code reads and checks all of it.
"""

import json

from browser.storage import ROOT
from mingg import lang
from mingg.core.rules import load
from mingg.core.table.session import DEAL, PAY
from mingg.evening.evening import DRAFT, UNREADABLE, last_deal
from mingg.evening.lines import Lines
from mingg.evening.open import open_evening
from mingg.hal.store import Store
from mingg.lang import letters, named
from mingg.records.line import only, seal
from mingg.records.parse import LOST, Gap, Reader, is_whole
from mingg.ui.app import App
from mingg.ui.screens.history.deals import Deals, row_of
from mingg_scoring.interchange.counted import Counted
from mingg_scoring.interchange.score_sheet import SECTIONS, ScoreSheet
from mingg_scoring.interchange.text_check import half_in

_GIVEN = ROOT + "/given"
_LEDGER = ROOT + "/ledger"


def look() -> str:
    """Returns JSON about the one evening in the folder _GIVEN: names, rules, number of deals, damaged lines.

    {"wrong": true} refuses the evening: a name has half of a character. null: it is not an evening, or it is of a newer
    version.
    """
    try:
        evening = open_evening(Store(_GIVEN))
        if not evening.ledger.parts or [notice for notice in evening.notices if notice[0] == UNREADABLE]:
            return "null"
        Lines(evening)  # reads everything now, so that nothing fails later
        damaged = 0
        for _, name in evening.ledger.parts:
            reader = Reader()
            for item in reader.read(evening.store.lines(name)):
                if isinstance(item, Gap):
                    damaged += item.last + 1 - item.first if item.cause == LOST else 0
                    continue
                if _has_half(item[1]):
                    return '{"wrong": true}'
            damaged += reader.torn
        session = evening.session
        return json.dumps(
            {
                "names": session.names,
                "rules": named("book", session.rules.title),
                "deals": session.deals,
                "damaged": damaged,
                "whole": is_whole(evening.ledger),
            }
        )
    except Exception:  # noqa: BLE001 - whatever fails, the device could not continue this ledger
        return "null"


def _has_half(text: str) -> bool:
    """Whether a record has half of a character: as an escape, or in the bytes that a device made of one."""
    if "\\u" in text and half_in(text) >= 0:
        return True
    return b"\xed" in text.encode() and any(0xD800 <= ord(sign) < 0xE000 for sign in text)


def titled(name: str) -> str:
    """Returns JSON of the title of house rules in a file in _GIVEN, or null if a session could not use them."""
    try:
        data = Store(_GIVEN).read(name) or b""
        if _has_half(str(data, "utf-8")):
            return "null"
        content = only(data)
        return json.dumps(load(content["rules"], content["options"], 4, content["house"]).title)
    except Exception:  # noqa: BLE001 - whatever fails, the file has no usable house rules
        return "null"


def renumbered(old: str, number: str) -> str:
    """Returns the draft of the evening `old` for the evening `number`, or "" if there is none."""
    try:
        draft = only(Store(_LEDGER).read(DRAFT))
        if draft["ledger"] != int(old):
            return ""
        draft["ledger"] = int(number)
        if "set_up" in draft:
            draft["set_up"]["stretch"][0] = int(number)
        return seal(0, json.dumps(draft)).decode()
    except (ValueError, TypeError, KeyError, IndexError):
        return ""


def table_of(app: "App") -> str:
    """Returns JSON: {"rules": title, "names": [...], "balances": [...], "rows": [[number of the deal, round, East, what
    happened, score, [gain, ...]], ...]}. Gains and balances are in the order of the names. A corrected deal is as it
    stands, so corrections have no row. Neither have lost deals."""
    evening = app.play.evening
    names, session = evening.called, evening.session
    rows = []
    lines = Lines(evening)
    lang.use(Deals.words)
    for line in lines:
        if line.kind not in (DEAL, PAY):
            continue
        number, wind, east = "", "", None
        try:
            left, score = row_of(app.play, lines, line)
            if line.kind == DEAL:
                deal, before = lines.deal(line.number)
                answer = before.answer(deal)
                gains = before.gains(answer)
                number, wind, east = str(line.number), letters(before.table.round_wind()), names[before.table.east]
                if deal.winner is not None:
                    score = str(answer.counts[deal.winner].score)
            else:
                source, to, points = lines.record(line.record).what[0]
                gains = [points * ((player == to) - (player == source)) for player in range(len(names))]
        except ValueError:
            continue  # it is lost
        text = left if isinstance(left, str) else left[0] % tuple(left[1])
        rows.append([number, wind, east, text, int(score) if score.strip("+-") else "", gains])
    lang.use(app.screen.words)
    title = named("book", session.rules.title)
    return json.dumps({"rules": title, "names": names, "balances": session.balances, "rows": rows})


def sheet_of(app: "App") -> str:
    """Returns JSON of the score sheet of the last deal, or null: {"head": [...], "parts": [[heading, tiles, [[words,
    figure, style], ...]], ...], "foot": [...]}."""
    evening = app.play.evening
    last = last_deal(evening)
    if last is None:
        return "null"
    names = {seat: evening.called[player] for seat, player in last.players.items()}
    lang.use(SECTIONS)
    sheet = ScoreSheet(lang).sheet(Counted(evening.session.rules, last.deal, last.answer), names)
    lang.use(app.screen.words)
    parts = [
        (
            part.heading + part.mark[0],
            part.tiles,
            [(line.words, line.figure, line.style) for line in part.lines if line],
        )
        for part in sheet.parts
    ]
    said = [[sentence for sentence, _ in sentences] for sentences in (sheet.head, sheet.foot)]
    return json.dumps({"head": said[0], "parts": parts, "foot": said[1]})
