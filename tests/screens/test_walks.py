"""The tasks of docs/walks.md: the screens name every key that they need, and the page has their numbers of presses."""

from __future__ import annotations

from collections.abc import Callable

import pytest
import visible
import walks


@pytest.mark.parametrize("task", walks.TASKS, ids=[name for name, _ in walks.TASKS])
def test_a_task_takes_the_number_of_presses_that_the_page_states(
    task: tuple[str, Callable[[walks.Walker], None]],
) -> None:
    name, walk = task
    assert f"| {name} | {len(walks.walk(walk))} |\n" in walks.PAGE.read_text(encoding="utf-8")


def test_a_task_whose_key_no_screen_names_is_not_done(monkeypatch: pytest.MonkeyPatch) -> None:
    look = visible.Player.look

    def without_rare(player: visible.Player) -> list[visible.Named]:
        return [named_key for named_key in look(player) if "rare" not in named_key.words.split()]

    monkeypatch.setattr(visible.Player, "look", without_rare)
    assert walks.ideal(walks.robbed).startswith("no key is named: How")
