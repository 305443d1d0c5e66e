"""Card: a hand as a scorer reads it off the table. An arrow is the class of a set, another one how it lies."""

from mingg.core.deal.deal import Count
from mingg.core.scoring.score import count
from mingg.hal.keys import DOWN, LEFT, RIGHT, UP, A, B
from mingg.lang import letters, say
from mingg.memory import DEAL
from mingg.ui.entry.choices import Choices
from mingg.ui.entry.entry import (
    DRAGON,
    HOW,
    KONG_HAND,
    KONG_TABLE,
    MAJOR,
    OWN,
    PAIR,
    PUNG_HAND,
    PUNG_TABLE,
    ROUND,
    SIMPLE,
)
from mingg.ui.panel.canvas import ALIGN_CENTRE, ALIGN_LEFT, ALIGN_RIGHT
from mingg.ui.screen import link
from mingg.ui.screens import deal, tiles
from mingg.ui.widgets.layout import WIDTH
from mingg.ui.widgets.rosette import Rosette, draw_pungs, draw_tiles, name_header, tiles_width

MYPY = False
if MYPY:
    from typing import Any

    from mingg.ui.app import App
    from mingg.ui.panel.canvas import Canvas
    from mingg.ui.screen import Act, Screen

KIND_OF = {LEFT: SIMPLE, UP: MAJOR, RIGHT: DRAGON, DOWN: OWN}
WAY_OF = {LEFT: PUNG_TABLE, RIGHT: PUNG_HAND, UP: KONG_TABLE, DOWN: KONG_HAND, A: PAIR}
KIND_WORDS = ("simple", "major", "own", "dragon", "round")
CARD, LAST_SET, FLOWERS, LIABLE = range(4)  # the pages of one hand


# ---- from page to page ----


def pages_of(app: "App", turn: int) -> "list[int]":
    """The pages of one hand: its card; what the last tile made, where that counts; its flowers, where they do; who is
    liable for it, where somebody may be."""
    entry, rules = app.entry, app.playing.rules
    player = entry.player(turn, app.playing.table)
    pages = [CARD]
    if entry.known[player] is None:
        # On an original hand nothing was waited for, of a tile that was mixed in nothing can be shown, and where all
        # tiles are known they tell it.
        asked = entry.opening != "original" and not entry.hidden and not entry.whole(player)
        if turn == 0 and rules.table["shape_counts"] and asked:
            pages.append(LAST_SET)
        if _has_flowers(app, player):
            pages.append(FLOWERS)
    may_be = entry.liable or rules.on("insurance") or rules.on("feeding") or rules.on("discarder_pays")
    if turn == 0 and may_be and deal.is_asked()(app):
        pages.append(LIABLE)
    return pages


def _has_flowers(app: "App", player: int) -> bool:
    return app.playing.rules.on("flowers") not in (False, "off") and app.entry.dead[player] in (None, "short")


def show_page(app: "App", turn: int, page: int = -1) -> None:
    """One page of a hand; -1: its last."""
    if page < 0:
        page = pages_of(app, turn)[-1]
    app.entry.at = turn
    app.changed()
    if page == CARD:
        _show_card(app, turn)
    elif page == LAST_SET:
        app.ask(deal.LastSet, turn)
    elif page == FLOWERS:
        app.ask(deal.Flowers, turn)
    else:
        app.ask(deal.Liability)


def _show_card(app: "App", turn: int) -> None:
    """A hand's card, or its score where that alone is known."""
    if app.entry.known[app.entry.player(turn, app.playing.table)] is None:
        app.show(CardScreen(app, turn))
    else:
        app.ask(deal.Known, turn)


def go_on(app: "App", turn: int, page: int) -> None:
    """From a page of a hand to what comes next."""
    after = _beside(app, turn, page, 1)
    if after is not None:
        show_page(app, turn, after)
    elif turn + 1 < len(app.playing.table.order):
        show_page(app, turn + 1, CARD)
    else:
        app.finish(link(deal.show_page, turn, -1))


def _beside(app: "App", turn: int, page: int, step: int) -> "int | None":
    """The page of a hand after a page, or before it. A page that is no longer asked, since nobody is liable any more,
    was the last."""
    pages = pages_of(app, turn)
    at = (pages.index(page) if page in pages else len(pages)) + step
    return pages[at] if 0 <= at < len(pages) else None


def go_back(app: "App", turn: int, page: int) -> None:
    """From a page of a hand to what came before."""
    before = _beside(app, turn, page, -1)
    if before is not None:
        show_page(app, turn, before)
    elif turn:
        show_page(app, turn - 1)
    else:
        app.changed()
        app.entry.at = HOW
        app.go(deal.How)


def changed(app: "App", turn: int, choices: "Choices | None" = None) -> None:
    """A card has changed, and the choices with it where they are given: it is shown, and what the last tile can no
    longer have made is forgotten."""
    entry = app.entry
    app.changed()
    screen = CardScreen(app, turn, choices)
    asked = turn == 0 and not entry.whole(screen.player)
    if asked and entry.last_set is not None and screen.choices.why_not_last_set(entry.last_set):
        entry.last_set, entry.filled = None, False
    app.show(screen)


# ---- the screens ----


class OfOneHand(Rosette):
    """A screen about the hand whose turn it is: 0 the winner's, then the losers' from their right. B leads to the card;
    what A answers may be among the answers too."""

    choice = ""

    def __init__(self, app: "App", turn: int, choices: "Choices | None" = None) -> None:
        super().__init__(app)
        self.turn = turn
        self.player = app.entry.player(turn, app.playing.table)
        self.session = app.playing
        self.seat = self.session.table.seat(self.player)
        self.choices = choices or Choices(app.entry, self.player, self.session)

    def draw_header(self, canvas: "Canvas", right: str) -> None:
        nth = "%d/%d" % (self.turn, len(self.session.table.order) - 1) if self.turn else ""
        name_header(canvas, "%s" if nth else say("won"), self.app.name(self.player), right, self.seat, nth)

    def why_not(self, answer: "Any") -> "str | None":
        """Why an answer cannot be taken: a reason, which is a message after "no "."""
        return None

    def does(self, key: int, held: bool = False) -> "Act":
        if key not in self.answers:
            return super().does(key)
        answer = self.answers[key]
        reason = self.why_not(answer)
        return "no " + reason if reason else ("take", self.take, answer)

    def back(self) -> None:
        self.app.show(CardScreen(self.app, self.turn, self.choices))

    def word_of(self, kind: int, laid: bool = False) -> str:
        """What a class of sets is called; once one is laid, its count says how often it doubles."""
        if kind == OWN:
            winds = self.session.rules.own_winds(self.seat)
            if self.choices.asks_round:
                winds = winds.replace(self.choices.round_wind, "")
            word = say("own", letters(winds))
        elif kind == ROUND:
            word = say("round", letters(self.choices.round_wind))
        else:
            word = say(KIND_WORDS[kind])
        return word if laid or not self.choices.doubles_twice(kind) else word + " x4"

    def count(self) -> Count:
        """What the hand counts so far."""
        entry, session = self.app.entry, self.session
        if entry.dead[self.player] not in (None, "short"):
            return Count()
        win = entry.win(session.table) if self.turn == 0 else None
        card = entry.card(self.player, session.table)
        return count(card, self.seat, session.table.round_wind(), win, session.rules)

    def draw_count(self, canvas: "Canvas") -> Count:
        """The same at the left."""
        counted = self.count()
        score = str(counted.score)
        canvas.figures(score, 1, 14, ALIGN_LEFT, len(score) < 4)
        if counted.doublings or counted.limit or counted.special:
            x = canvas.figures(str(counted.points), 1, 40, ALIGN_LEFT, False)
            if counted.doublings:
                canvas.text("x%d" % (1 << counted.doublings), x + 2, 45, ALIGN_LEFT, True)
        return counted


class CardScreen(OfOneHand):
    keeps = DEAL
    holds = (LEFT, RIGHT, UP, DOWN, A)
    answers = KIND_OF

    def __init__(self, app: "App", turn: int, choices: "Choices | None" = None) -> None:
        super().__init__(app, turn, choices)
        self.again = link(deal.CardScreen, turn)
        entry = app.entry
        # What was said under More, in short words.
        self.said = [say("in tiles")] if entry.whole(self.player) else []
        if (
            entry.suits[self.player] != "mixed"
            or entry.dead[self.player]
            or (turn == 0 and (entry.special or entry.claimed or entry.fourth))
        ):
            from mingg.ui.screens.deal.said import short_words

            self.words = ("cards",)
            self.said += short_words(entry, self.player)

    def draw(self, canvas: "Canvas") -> None:
        entry = self.app.entry
        empty = self.turn and not entry.sets[self.player] and not self.said
        self.draw_header(canvas, say("A nothing" if empty else "A done"))
        counted = self.draw_count(canvas)
        self._draw_said(canvas, counted.limit)
        for key in (UP, LEFT, RIGHT):
            self._draw_kinds(canvas, key, (KIND_OF[key],))
        self._draw_kinds(canvas, DOWN, self.choices.wind_kinds())

    def _draw_said(self, canvas: "Canvas", limit: bool) -> None:
        """What was said beside the sets: as much as fits, and how many more."""
        said = ([say("limit")] if limit else []) + self.said
        if said:
            text = ", ".join(said)
            if canvas.width(text) > 57:
                more = " +%d" % (len(said) - 1) if len(said) > 1 else ""
                text = canvas.fit(said[0], 57 - canvas.width(more)) + more
            canvas.text(text, 1, 56)

    def _draw_kinds(self, canvas: "Canvas", key: int, kinds: "tuple[int, ...]") -> None:
        ways = []
        laid: "list[int]" = []
        for item in self.app.entry.sets[self.player]:
            kind = item // 5
            if kind in kinds:
                ways.append(item % 5)
                if kind not in laid:
                    laid.append(kind)
        possible = False
        for kind in kinds:
            possible = possible or not self.choices.why_not_kind(kind)
        if possible or ways:
            named = laid or kinds
            word = self.word_of(named[0], bool(laid)) if len(named) == 1 else say("winds")
            _draw_class(canvas, key, word, ways, possible)

    def foresee(self, key: int) -> "Screen | None":
        if key in KIND_OF and not self.app.entry.follows(self.player) and not self._asks_which_wind(key):
            kind = KIND_OF[key]
            if not self.choices.why_not_kind(kind):
                return Kind(self.app, self.turn, kind, self.choices)
        return None

    def _asks_which_wind(self, key: int) -> bool:
        return key == DOWN and len(self.choices.wind_kinds()) > 1

    def does(self, key: int, held: bool = False) -> "Act":
        app, entry = self.app, self.app.entry
        if key == B:
            return self.leave, go_back, app, self.turn, CARD
        if key == A:
            if held:
                return "more", app.ask, deal.More, self.turn
            reason = self.choices.why_not_done(_has_flowers(app, self.player))
            return "no " + reason if reason else ("A done", self._done)
        if entry.follows(self.player):
            # The card follows from tiles: it is not changed beside them unasked.
            return "by card", app.ask, tiles.ByCard, self.turn, key, held
        if held:
            kinds = self.choices.wind_kinds() if key == DOWN else (KIND_OF[key],)
            if any(item // 5 in kinds for item in entry.sets[self.player]):
                return "take off", self._take_off, kinds
            return "nothing to take"
        if self._asks_which_wind(key):
            return "winds", app.go, deal.Winds, self.turn
        return super().does(key)

    def why_not(self, answer: int) -> "str | None":
        return self.choices.why_not_kind(answer)

    def take(self, answer: int) -> None:
        """On to how a set of this class lies."""
        self.app.show(Kind(self.app, self.turn, answer, self.choices))

    def _take_off(self, kinds: "tuple[int, ...]") -> None:
        self.app.entry.take_off(self.player, kinds)
        changed(self.app, self.turn)

    def _done(self) -> None:
        app, entry = self.app, self.app.entry
        if any(entry.in_tiles(player) for player in self.session.table.order):
            from mingg.ui.screens.tiles.tiles_hand import why_not_done

            reason = why_not_done(entry, self.player, self.session)
            if reason:
                app.refuse("no " + reason)
                return
        if self.turn == 0 and not entry.whole(self.player) and LAST_SET not in pages_of(app, 0):
            entry.last_set, entry.filled = None, False
        go_on(app, self.turn, CARD)


class Kind(OfOneHand):
    """How the set lies: pung or kong, on the table or in the hand; a pair where one scores."""

    leave = "B other"
    answers = WAY_OF

    def __init__(self, app: "App", turn: int, kind: int, choices: "Choices | None" = None) -> None:
        super().__init__(app, turn, choices)
        self.again = link(deal.Kind, turn, kind)
        self.kind = kind

    def draw(self, canvas: "Canvas") -> None:
        self.draw_header(canvas, say("B other"))
        table, hand = [not self.choices.why_not_add(self.kind, way) for way in (PUNG_TABLE, PUNG_HAND)]
        draw_pungs(canvas, table, hand, 32, 9)
        # Of kongs there may be as many as of pungs.
        if table:
            canvas.arrow(UP, 28, 15)
            draw_tiles(canvas, 4, False, 36, 12)
            canvas.text(say("kong") + " " + say("table"), 57, 13)
        if hand:
            canvas.arrow(DOWN, 28, 58)
            draw_tiles(canvas, 4, True, 36, 55)
            canvas.text(say("kong") + " " + say("hand"), 59, 56)
        word = self.word_of(self.kind)
        canvas.box(37, 24, 55, 12)
        canvas.text(word, 64, 26, ALIGN_CENTRE, True, 0)
        if self.kind in (OWN, DRAGON, ROUND) and not self.choices.why_not_add(self.kind, PAIR):
            canvas.key("A", 43, 40)
            x = canvas.text(say("pair"), 56, 41)
            draw_tiles(canvas, 2, True, max(77, x + 3), 40)

    def get_ready(self) -> bool:
        self.choices.look_ahead(self.kind)
        return False

    def why_not(self, answer: int) -> "str | None":
        return self.choices.why_not_add(self.kind, answer)

    def take(self, answer: int) -> None:
        self.app.entry.add(self.player, self.kind, answer)
        self.choices.add(self.kind, answer)
        changed(self.app, self.turn, self.choices)


# Where a class stands on the card: its arrow, beside which its word is, and its sets (from the right: align right).
_ARROW = {UP: (61, 14), LEFT: (49, 34), RIGHT: (124, 34), DOWN: (61, 58)}
_SETS = {UP: (69, 22), LEFT: (55, 43), RIGHT: (121, 43), DOWN: (106, 55)}
_TILES = (3, 3, 4, 4, 2)
_FULL = (PUNG_HAND, KONG_HAND, PAIR)


def _draw_class(canvas: "Canvas", key: int, word: str, ways: "list[int]", possible: bool) -> None:
    """One class: its arrow where it can still be chosen, its word, and the sets that are in."""
    left, top = _ARROW[key]
    if possible:
        canvas.arrow(key, left, top)
    # Beside the word below there is room for one set; for more the tiles are narrower, as for four kongs elsewhere.
    few = len(ways) < 2 if key == DOWN else len(ways) < 3
    pitch = 4 if few else 3
    widths = [tiles_width(_TILES[way], way in _FULL, pitch) for way in ways]
    x, y = _SETS[key]
    if key == RIGHT:
        x -= sum(widths) + 2 * len(ways) - 3
    bold = True
    if key == DOWN and ways:
        bold = few and canvas.width(word, True) <= x - 71
        if not bold:
            x = WIDTH + 2 - sum(widths) - 2 * len(ways)
    if key == RIGHT:
        canvas.text(word, left - 3, top - 1, ALIGN_RIGHT, bold)
    else:
        left, top = (left + 6, top - 1) if key == LEFT else (left + 8, top - 2)
        canvas.text(word, left, top, ALIGN_LEFT, bold and canvas.width(word, True) <= WIDTH - left)
    for i in range(len(ways) - 1, -1, -1) if key == RIGHT else range(len(ways)):
        draw_tiles(canvas, _TILES[ways[i]], ways[i] in _FULL, x, y, 7, pitch)
        x += widths[i] + 2
