"""Runs .github/workflows/release.yml here, step by step, and prints what it would publish: `make rehearse`.

Each script of the workflow runs, with a `gh` that only prints. An action is replaced by what it does here: see ACTIONS.
So a step that this does not know fails, as does a script that finds no file.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import click
import yaml
from mingg_host.common import VERSION
from mingg_host.common.output import Failure

ROOT = Path(__file__).resolve().parents[2]
WORKFLOWS = ROOT / ".github" / "workflows"
CONTEXT = {"github.ref_name": f"v{VERSION}", "github.repository": "OWNER/mingg", "github.token": ""}
_EXPRESSION = re.compile(r"\$\{\{\s*(.+?)\s*\}\}")
GH = """#!/bin/sh
echo "would run: gh $1 $2 $3"
for word; do if test -f "$word"; then echo "  $(basename "$word")"; fi; done
"""


class Run:
    """A run of the workflow. artifacts: what its jobs hand on. here: the folder of the present job."""

    def __init__(self, scratch: Path, say: Callable[[str], None], environment: dict[str, str]) -> None:
        self.scratch, self.say, self.environment = scratch, say, environment
        self.here = ROOT
        self.artifacts: dict[str, Path] = {}

    # ---- what actions do here ----

    def checkout(self, given: dict[str, str]) -> None:
        self.here = ROOT

    def upload(self, given: dict[str, str]) -> None:
        folder = self.here / given["path"]
        self.artifacts[given["name"]] = folder
        self.say(f"hands on {len(self.files(folder))} files")

    def download(self, given: dict[str, str]) -> None:
        shutil.copytree(self.artifacts[given["name"]], self.here / given["path"])

    def sign(self, given: dict[str, str]) -> None:
        self.say(f"would sign for {len(list(self.here.glob(given['subject-path'])))} files")

    def publish(self, given: dict[str, str]) -> None:
        self.say("would publish on the package index, as a trusted publisher:")
        for name in self.files(self.here / "dist"):
            self.say(f"  {name}")

    def hand_site(self, given: dict[str, str]) -> None:
        folder = self.here / given["path"]
        if not (folder / "index.html").is_file():
            raise Failure(f"{folder}: there is no page")
        self.say(f"would put {len(self.files(folder))} files on the web, as this project's site")

    def nothing(self, given: dict[str, str]) -> None:
        pass

    def files(self, folder: Path) -> list[str]:
        """Returns the files below a folder. Raises Failure if there are none."""
        names = sorted(path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file())
        if not names:
            raise Failure(f"{folder}: there are no files")
        return names

    # ---- steps ----

    def job(self, name: str, job: dict[str, Any]) -> None:
        rights = ", ".join(f"{right}: {value}" for right, value in job["permissions"].items())
        self.say(f"== {name} ({rights})")
        if "uses" in job:
            if not (ROOT / job["uses"]).is_file():
                raise Failure(f"{job['uses']}: there is no such workflow")
            self.say(f"would run {job['uses']}")
            return
        self.here = self.scratch / name
        self.here.mkdir()
        for step in job["steps"]:
            self.step(step)

    def step(self, step: dict[str, Any]) -> None:
        if "uses" in step:
            action = step["uses"].partition("@")[0]
            self.say(f"-- {action}")
            if action not in ACTIONS:
                raise Failure(f"{action}: release/rehearsal.py does not know what this action does")
            ACTIONS[action](self, {key: filled(value) for key, value in step.get("with", {}).items()})
            return
        self.say(f"-- {step['name']}: {step['run'].strip()}")
        of_step = {key: filled(value) for key, value in step.get("env", {}).items()}
        path = f"{self.scratch / 'bin'}{os.pathsep}{os.environ['PATH']}"
        done = subprocess.run(
            ["bash", "-euo", "pipefail", "-c", step["run"]],
            cwd=self.here,
            env={**os.environ, **of_step, **self.environment, "PATH": path},
            check=False,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        for line in done.stdout.splitlines():
            self.say(f"  {line}")
        if done.returncode:
            raise Failure(f"{step['name']}: this step failed")


ACTIONS: dict[str, Callable[[Run, dict[str, str]], None]] = {
    "actions/checkout": Run.checkout,
    "actions/setup-python": Run.nothing,
    "actions/upload-artifact": Run.upload,
    "actions/download-artifact": Run.download,
    "actions/attest-build-provenance": Run.sign,
    "pypa/gh-action-pypi-publish": Run.publish,
    "actions/upload-pages-artifact": Run.hand_site,
    "actions/deploy-pages": Run.nothing,
}


def filled(value: object) -> str:
    """Returns a value of the workflow with its expressions replaced. Raises Failure for another expression."""
    try:
        return _EXPRESSION.sub(lambda found: CONTEXT[found[1]], str(value))
    except KeyError as error:
        raise Failure(f"release/rehearsal.py does not know {error}") from None


def in_order(jobs: dict[str, Any]) -> list[str]:
    """Returns the names of the jobs, each after those that it needs."""
    done: list[str] = []
    while len(done) < len(jobs):
        ready = [name for name, job in jobs.items() if name not in done and {*_needs(job)} <= {*done}]
        if not ready:
            raise Failure(f"some jobs need each other: {', '.join(jobs.keys() - {*done})}")
        done += ready
    return done


def _needs(job: dict[str, Any]) -> list[str]:
    needs = job.get("needs", [])
    return [needs] if isinstance(needs, str) else list(needs)


def rehearse(workflow: Path, say: Callable[[str], None], environment: dict[str, str]) -> None:
    """Runs a workflow. environment: what a person sets instead of the workflow."""
    jobs = yaml.safe_load(workflow.read_text(encoding="utf-8"))["jobs"]
    with TemporaryDirectory() as temporary:
        scratch = Path(temporary)
        (scratch / "bin").mkdir()
        (scratch / "bin" / "gh").write_text(GH, encoding="utf-8")
        (scratch / "bin" / "gh").chmod(0o755)
        run = Run(scratch, say, environment)
        for name in in_order(jobs):
            run.job(name, jobs[name])


def main() -> None:
    """Without the network no image is downloaded, and what is missing is named: WHOLE is empty."""
    environment = {"IMAGES": os.environ.get("IMAGES", ""), "WHOLE": "", "MAKEFLAGS": ""}
    try:
        rehearse(WORKFLOWS / "release.yml", click.echo, environment)
    except Failure as failure:
        sys.exit(f"Error: {failure}")


if __name__ == "__main__":
    main()
