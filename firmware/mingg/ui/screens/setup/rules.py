"""The rules of the proposal: a book, house rules in the store, or a modern rule set; its options, and its limit.

Each file of house rules is a sealed line, like the house rules in the head of a session.
"""

from typing import Any

from mingg import memory
from mingg.core.rules import MODERN, OF_HOUSE, Rules, load, module_of
from mingg.core.rules.agreed import LIMITS, BadRules
from mingg.core.rules.options import in_force, offered, said_of, why_not
from mingg.core.rules.rows import Option
from mingg.hal.keys import DOWN, LEFT, RIGHT, UP, A
from mingg.lang import at_hand, named, say
from mingg.records.line import only
from mingg.ui.kit.forms import draw_figure
from mingg.ui.kit.lists import Choices, Row, Rows, wrap
from mingg.ui.kit.view import Act, Arm, Foot, Key, Parts, Picture, Screen, Title, View
from mingg.ui.screens.setup.setup import points

BOOKS = ((LEFT, "harr"), (UP, "harr-limit"), (RIGHT, "babcock"), (DOWN, "chinese"))
USUAL = 300  # the limit in most books


def _read(name: str, players: int) -> "Rules":
    """Reads a rule set, and unloads its module: a board has no room for all of them."""
    rules = load(name, None, players)
    memory.unload(module_of(name).__name__)
    return rules


def _at_most(rules: "Rules") -> str:
    return say("no limit") if rules.limit is None else say("at most", rules.limit)


class RuleSets(Screen):
    """Chooses the book. A goes to the list of other rules."""

    words = ("setup",)

    def begin(self) -> None:
        books = [_read(name, self.play.set_up.players) for _, name in BOOKS]
        self.texts = [(say("book " + rules.title), _at_most(rules)) for rules in books]

    def view(self) -> "Parts":
        rules = self.play.set_up.rules
        arms = [
            Arm(key, limit, self.take, name, title, name == rules.id and rules.house is None)
            for (key, name), (title, limit) in zip(BOOKS, self.texts)
        ]
        return View(Title(say("which rules?")), Key(A, "A others", "setup.rules.Houses"), *arms)

    def take(self, name: str) -> None:
        self.play.set_up.take_rules(name)
        self.back()


class Houses(Screen):
    """Chooses house rules or a modern rule set. Below the list is the book that the current ones derive from."""

    words = ("setup",)

    def begin(self) -> None:
        try:
            files = [name for name in self.play.evening.store.names() if name[: len(OF_HOUSE)] == OF_HOUSE]
        except OSError:
            files = []  # no house rules can be read
        self.names = files + list(MODERN)
        self.texts: "dict[int, tuple[str, str]]" = {}

    def view(self) -> "Parts":
        return View(
            Title(say("other rules")),
            Key(A, "A choose", self.take),
            Foot(self.text(self.current)[1]),
            Rows(self, len(self.names), lambda index: (self.text(index)[0], "")),
        )

    def text(self, index: int) -> "tuple[str, str]":
        """Returns what a row says: the name of the rules, and the line below the list."""
        if index not in self.texts:
            rules = self.rules(index)
            if rules is None:
                self.texts[index] = self.names[index][len(OF_HOUSE) : -4], say("house unread")
            else:
                title, most = rules.title, _at_most(rules)
                self.texts[index] = named("book", title), most
                if rules.house is not None:
                    self.texts[index] = title, "%s, %s" % (named("book", module_of(rules.id).TITLE), most)
        return self.texts[index]

    def rules(self, index: int) -> "Any":
        """Returns the rules of a row, or None if its file cannot be read or has a later version."""
        name, players = self.names[index], self.play.set_up.players
        if name in MODERN:
            return _read(name, players)
        try:
            record = only(self.play.evening.store.read(name))
            return load(record["rules"], record["options"], players, record["house"])
        except (OSError, ValueError, KeyError, TypeError):
            return None

    def take(self) -> None:
        rules = self.rules(self.current)
        if rules is None:
            self.app.display.refuse("house unread")
        else:
            self.play.set_up.take_house(rules)
            self.show("setup.setup.NewSession")


class OptionList(Screen):
    """Up and down choose an option, left and right change its value. name: the option that is current at first."""

    words = ("setup", "options")

    def begin(self, name: str = "") -> None:
        # the limit has a screen of its own
        self.options: "list[Option]" = [row for row in offered(self.play.set_up.rules) if row.name != "limit"]
        if name:
            self.current = [option.name for option in self.options].index(name)

    def view(self) -> "Parts":
        option = self.options[self.current]
        said = said_of(option.name, self.play.set_up.rules)
        does = at_hand("does %s %s" % (said, self.value(option))) or say("does " + said)
        return View(
            Title(say("options")),
            Key(A, "A done", self.back),
            Foot(*(wrap(self.app.display.canvas, does, 124) + [""])[:2]),
            Choices(self, len(self.options), self.row, self.step),
        )

    def row(self, index: int) -> "Row":
        option = self.options[index]
        value = self.value(option)
        return say("option " + option.name), value if value.isdigit() else say("value " + value)

    def value(self, option: "Option") -> str:
        value = in_force(self.play.set_up.rules, option)
        return ("on" if value else "off") if isinstance(value, bool) else str(value)

    def step(self, step: int) -> None:
        """Goes to the next value that makes sense. If there is none, shows why."""
        option, proposal = self.options[self.current], self.play.set_up
        choices, now = option.choices, in_force(proposal.rules, option)
        # a value that was agreed elsewhere may not be among these
        position = choices.index(now) if now in choices else 0
        reason = None
        for _ in choices[1:]:
            position = (position + step) % len(choices)
            options, rules = dict(proposal.options), proposal.rules
            options[option.name] = choices[position]
            try:
                reason = why_not(option, load(rules.id, options, rules.players, rules.house))
            except BadRules:
                reason = "excluded " + option.name
            if not reason:
                proposal.agree(option.name, choices[position])
                return
        self.app.display.refuse(str(reason))


class Limit(Screen):
    """Left and right go through the usual limits; up is none, down that of the book."""

    words = ("setup",)

    def begin(self) -> None:
        self.own = self.play.set_up.book_has("limit")

    def view(self) -> "Parts":
        limit, own = self.play.set_up.rules.limit, self.own
        lower, higher = own or USUAL, 0
        if limit is not None:
            lower = max([other for other in LIMITS[1:] if other < limit], default=0)
            higher = min([other for other in LIMITS[1:] if other > limit], default=0)
        arms = []
        for key, to, text, none in (
            (UP, None, points(None), ""),
            (DOWN, own, say("in the book", points(own)), ""),
            (LEFT, lower, "", "lowest"),
            (RIGHT, higher, "", "highest"),
        ):
            act: "Act" = "limit stands" if to == limit else none if to == 0 else self.take
            arm = Arm(key, text, act, to, str(to) if to and not text else "")
            arm.repeats = not text
            arms.append(arm)
        return View(Title(say("limit of")), Key(A, "A done", self.back), *arms, Picture(draw_figure, points(limit)))

    def take(self, limit: "int | None") -> None:
        self.play.set_up.agree("limit", limit)
