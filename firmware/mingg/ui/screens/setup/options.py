"""The options of the rule set that is proposed, with an explanation of each."""

from mingg.core.rules import load
from mingg.core.rules.checks import BadRules
from mingg.core.rules.options import in_force, offered, why_not
from mingg.hal.keys import LEFT, RIGHT, A
from mingg.lang import at_hand, say
from mingg.ui.widgets.lists import ListScreen
from mingg.ui.widgets.wrapped import wrap

MYPY = False
if MYPY:
    from typing import Any

    from mingg.core.rules.rows import Option
    from mingg.ui.app import App
    from mingg.ui.screen import Act
    from mingg.ui.screens.setup.setup import NewSession


class OptionList(ListScreen):
    """A list of options: up and down choose one, left and right change its value."""

    title = "options"
    leave = "B done"
    words = ("setup", "options")
    room = 3  # below them are two lines of explanation
    line_y = 42
    bottom = 64
    bar_y = 49

    def __init__(self, app: "App", before: "NewSession", name: str = "") -> None:
        self.proposal = before.proposal
        # the limit has a screen of its own
        options: "list[Option]" = [option for option in offered(self.proposal.rules) if option.name != "limit"]
        names = [option.name for option in options]
        super().__init__(app, before, options, names.index(name) if name else 0)

    def row(self, index: int) -> "tuple[str, str]":
        name = self.items[index].name
        value = self._value(name)
        return say("option " + name), value if value.isdigit() else say("value " + value)

    def _value(self, name: str) -> str:
        value = in_force(self.proposal.rules, name)
        if isinstance(value, bool):
            return "on" if value else "off"
        return str(value)

    def foot(self) -> "list[str]":
        if self.app.bar is not None:
            return []  # the reason stands in the place of the explanation
        name = self.items[self.current].name
        does = at_hand("does %s %s" % (name, self._value(name))) or say("does " + name)
        return (wrap(self.app.canvas, does) + [""])[:2]

    def does(self, key: int, held: bool = False) -> "Act":
        if key in (RIGHT, A, LEFT):
            return "change", self._step, -1 if key == LEFT else 1
        return super().does(key)

    def _step(self, step: int) -> None:
        """Goes to the next value that makes sense. If there is none, shows why."""
        proposal = self.proposal
        option = self.items[self.current]
        name, offered = option.name, option.choices
        now = in_force(proposal.rules, name)
        # a value that was agreed elsewhere may not be among these
        position = offered.index(now) if now in offered else 0
        reason = None
        for _ in offered[1:]:
            position = (position + step) % len(offered)
            reason = self._why_not(option, offered[position])
            if not reason:
                proposal.agree(name, offered[position])
                return
        self.app.refuse(str(reason))

    def _why_not(self, option: "Option", value: "Any") -> "str | None":
        options, rules = dict(self.proposal.options), self.proposal.rules
        options[option.name] = value
        try:
            return why_not(option, load(rules.id, options, rules.players, rules.house))
        except BadRules:
            name: str = option.name
            return "excluded " + name
