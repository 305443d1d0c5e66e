"""On a board MicroPython's own modules are not searched for on the flash."""

from __future__ import annotations

import pytest
from mingg_host.deploy.builtin import direct


@pytest.mark.parametrize(
    ("text", "built"),
    [
        ("import time\n", "import utime as time\n"),
        ("import gc, json\n", "import gc, ujson as json\n"),
        ("import os as system; import gc\n", "import uos as system; import gc\n"),
        ("from machine import Pin as P, Timer\n", "from umachine import Pin as P, Timer\n"),
        ("def f():\n    from io import BytesIO  # here\n", "def f():\n    from uio import BytesIO  # here\n"),
        ("from machine import (\n    Pin,\n    Timer,\n)\n1 / 0\n", "from umachine import Pin, Timer\n\n\n\n1 / 0\n"),
        ("import mingg.a; from json import loads\n", "import mingg.a; from ujson import loads\n"),
        ('"""A clock:\nimport time\n"""\n', '"""A clock:\nimport time\n"""\n'),
        ("import gc\nfrom mingg import time\n", "import gc\nfrom mingg import time\n"),
        ("import time (\n", "import time (\n"),
    ],
)
def test_a_module_of_micropython_is_imported_directly(text: str, built: str) -> None:
    assert direct(text) == built
