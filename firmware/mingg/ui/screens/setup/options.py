"""The options of the rule set that is proposed, each with what it does."""

from mingg.core.rules import load
from mingg.core.rules.checks import BadRules
from mingg.core.rules.options import choices, in_force, offered, why_not
from mingg.hal.keys import LEFT, RIGHT, A, B
from mingg.lang import at_hand, say
from mingg.ui.widgets.rows import Rows
from mingg.ui.widgets.wrapped import wrap

MYPY = False
if MYPY:
    from typing import Any

    from mingg.core.rules.rows import Option
    from mingg.ui.app import App
    from mingg.ui.panel.canvas import Canvas
    from mingg.ui.screen import Under
    from mingg.ui.screens.setup.setup import NewSession


class OptionList(Rows):
    """A list: up and down to an option, right and left through what it may be set to."""

    words = ("setup", "options")
    room = 3  # below them two lines of explanation
    bar_y = 49

    def __init__(self, app: "App", setup: "NewSession", name: str = "") -> None:
        super().__init__(app)
        self.setup = setup
        self.under: "Under" = setup.under
        self.proposal = setup.proposal
        # The limit has a screen to itself.
        self.options: "list[Option]" = [each for each in offered(self.proposal.rules) if each[0] != "limit"]
        for i, each in enumerate(self.options):
            if each[0] == name:
                self.current = i

    def rows(self) -> int:
        return len(self.options)

    def row(self, index: int) -> "tuple[str, str]":
        name = self.options[index][0]
        value = self._value(name)
        return say("option " + name), value if value.isdigit() else say("value " + value)

    def _value(self, name: str) -> str:
        value = in_force(self.proposal.rules, name)
        if isinstance(value, bool):
            return "on" if value else "off"
        return str(value)

    def draw(self, canvas: "Canvas") -> None:
        canvas.header(say("options"), say("B done"), "", self.where())
        self.draw_rows(canvas)
        canvas.box(0, 42, 128, 1)
        if self.app.bar is not None:
            return  # why not, in the place of what it does
        name = self.options[self.current][0]
        does = at_hand("does %s %s" % (name, self._value(name))) or say("does " + name)
        for i, line in enumerate(wrap(canvas, does)):
            canvas.text(line, 2, 46 + 9 * i)

    def press(self, key: int) -> None:
        if key == B:
            self.app.show(self.setup)
        elif key in (RIGHT, A):
            self._step(1)
        elif key == LEFT:
            self._step(-1)
        else:
            self.move(key)

    def _step(self, by: int) -> None:
        """On to the next value that makes sense; where there is none, why not."""
        proposal = self.proposal
        option = self.options[self.current]
        name, check, _, _ = option
        offered = choices(check)
        now = in_force(proposal.rules, name)
        # What was agreed elsewhere need not be among what is offered here.
        at = offered.index(now) if now in offered else 0
        wrong = None
        for _ in offered[1:]:
            at = (at + by) % len(offered)
            wrong = self._why_not(option, offered[at])
            if not wrong:
                proposal.agree(name, offered[at])
                return
        self.app.refuse(say(str(wrong)))

    def _why_not(self, option: "Option", value: "Any") -> "str | None":
        options, rules = dict(self.proposal.options), self.proposal.rules
        options[option[0]] = value
        try:
            return why_not(option, load(rules.id, options, rules.players, rules.house))
        except BadRules:
            return "excluded " + option[0]
