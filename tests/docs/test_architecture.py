"""docs/architecture.md, its picture and the lists that hold the direction of imports agree."""

from __future__ import annotations

import architecture
import pytest
from docs.test_imports import MAY_IMPORT, ROOT

pytestmark = pytest.mark.lint

PAGE = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")


def test_the_picture_shows_what_the_lists_say() -> None:
    expected = architecture.picture()
    assert architecture.PICTURE.read_text(encoding="utf-8") == expected, "make manual"


@pytest.mark.parametrize("package", MAY_IMPORT)
def test_the_page_describes_every_part(package: str) -> None:
    assert architecture.SAYS[package].keys() == MAY_IMPORT[package].keys()
    assert not [part for part in MAY_IMPORT[package] if f"`{part}`" not in PAGE]


def test_an_arrow_that_follows_from_others_is_left_out() -> None:
    parts = {"top": {"middle", "low"}, "middle": {"low"}, "low": set(), "aside": {"low"}}
    assert architecture.direct(parts) == {"top": {"middle"}, "middle": {"low"}, "low": set(), "aside": {"low"}}
    assert architecture.layers(parts) == [["top"], ["middle", "aside"], ["low"]]
