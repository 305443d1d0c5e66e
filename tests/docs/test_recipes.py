"""The recipes fit the sources, and each leads to tests that pass."""

from __future__ import annotations

from pathlib import Path

import pages
import pytest
import recipes

RECIPES = recipes.recipes()


@pytest.mark.parametrize("title", RECIPES)
def test_every_edit_of_a_recipe_fits_the_sources(title: str, tmp_path: Path) -> None:
    edits = [block for block in RECIPES[title] if block.mark != recipes.IN_SCRATCH]
    for name in {block.mark for block in edits if block.language == "diff"}:
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_bytes((recipes.ROOT / name).read_bytes())
    for block in edits:
        recipes.edit(tmp_path, block)


def test_an_edit_that_does_not_fit_is_found(tmp_path: Path) -> None:
    (tmp_path / "a.py").write_text("x = 1\n")
    with pytest.raises(ValueError, match=r"a\.py does not have these lines once:\nx = 2\n"):
        recipes.edit(tmp_path, pages.Block("diff", "a.py", "-x = 2\n+x = 3\n", 1))


@pytest.mark.prove
@pytest.mark.long(20)
@pytest.mark.parametrize("title", RECIPES)
def test_a_recipe_leads_to_tests_that_pass(title: str, tmp_path: Path) -> None:
    recipes.copied(tmp_path)
    recipes.run(tmp_path, RECIPES[title])
