"""The modules of the case, which need packages that `make case` installs beside the others."""

from __future__ import annotations

import sys
import warnings
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

BOARD = Path(__file__).parents[2] / "board"


@pytest.fixture(scope="session")
def case() -> Any:
    """The modules of board/case, and build123d."""
    version = f"python{sys.version_info[0]}.{sys.version_info[1]}"
    # Behind what is installed for everything else, which requirements/case.txt agrees with.
    sys.path += [str(BOARD), str(Path(sys.prefix, "case", "lib", version, "site-packages"))]
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        import build123d
        from case import __main__, checks, data, picture, solids
    return SimpleNamespace(b=build123d, checks=checks, data=data, main=__main__, picture=picture, solids=solids)
