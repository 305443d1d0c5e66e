"""The programs of `make prove` start. The gate does not wait for their results."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

PROVE = Path(__file__).parents[1] / "prove"


def test_the_tests_that_find_mutants_can_be_loaded(tmp_path: Path) -> None:
    code = f"import sys; sys.path.insert(0, {str(PROVE)!r}); import mutants; print(*mutants.tests())"
    result = subprocess.run([sys.executable, "-c", code], cwd=tmp_path, capture_output=True, text=True, check=False)
    assert result.returncode == 0, result.stderr
    modules = {name.partition(".")[0] for name in result.stdout.split()}
    assert {"test_scoring", "test_settlement", "test_explain", "test_arrangements"} <= modules
