"""Lists the components of a release as CycloneDX: the packages that the command needs, and MicroPython."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from datetime import datetime, timezone
from pathlib import Path
from uuid import NAMESPACE_URL, uuid5

from cyclonedx.model import HashAlgorithm, HashType
from cyclonedx.model.bom import Bom, BomMetaData
from cyclonedx.model.component import Component, ComponentScope, ComponentType
from cyclonedx.model.license import DisjunctiveLicense
from cyclonedx.output.json import JsonV1Dot6
from mingg_host.common import disk
from mingg_host.simulator.website import MICROPYTHON
from packageurl import PackageURL

MIT = DisjunctiveLicense(id="MIT")
THEN = datetime(2000, 1, 1, tzinfo=timezone.utc)  # the same bytes at every run
_LOCKED = re.compile(r"^([a-z0-9][\w.-]*)==([^ ;\\]+)", re.MULTILINE)
_OF_NPM = re.compile(r"(.+)-([\d.]+)\.tgz")


def listed(version: str, lock: str, more: str, extras: Iterable[str], images: Mapping[str, Path]) -> bytes:
    """Returns the list.

    lock: the lock file of what the command needs; more: one that has the packages of the extras, too; extras: their
    names; images: MicroPython's image of each board.
    """
    needed, optional = _packages(lock), _packages(more)
    components = [_of_index(name, needed[name], ComponentScope.REQUIRED) for name in sorted(needed)]
    beside = sorted(set(extras) & optional.keys() - needed.keys())
    components += [_of_index(name, optional[name], ComponentScope.OPTIONAL) for name in beside]
    components += [_of_npm(MICROPYTHON), *(_of_board(board, path) for board, path in sorted(images.items()))]
    root = Component(name="mingg", version=version, type=ComponentType.APPLICATION, licenses=[MIT], bom_ref="mingg")
    bom = Bom(
        components=components,
        metadata=BomMetaData(component=root, timestamp=THEN),
        serial_number=uuid5(NAMESPACE_URL, f"mingg {version}"),
    )
    bom.register_dependency(root, components)
    return (JsonV1Dot6(bom).output_as_string(indent=1) + "\n").encode()


def _packages(lock: str) -> dict[str, str]:
    """Returns the names in a lock file with their versions: of several, the one of the newest Python."""
    return dict(sorted(_LOCKED.findall(lock), key=lambda found: [int(part) for part in re.findall(r"\d+", found[1])]))


def _of_index(name: str, version: str, scope: ComponentScope) -> Component:
    address = PackageURL("pypi", name=name, version=version)
    return Component(name=name, version=version, scope=scope, purl=address, bom_ref=str(address))


def _of_npm(path: Path) -> Component:
    found = _OF_NPM.fullmatch(path.name)
    assert found
    name, version = found.groups()
    address = PackageURL("npm", "@micropython", name, version)
    return _micropython(name, version, path, address, "on the page")


def _of_board(board: str, path: Path) -> Component:
    version = path.stem.rpartition("-v")[2]
    address = PackageURL(
        "generic", name=path.stem.partition("-")[0], version=version, qualifiers={"file_name": path.name}
    )
    return _micropython(path.stem.partition("-")[0], version, path, address, f"in mingg-{board}.uf2")


def _micropython(name: str, version: str, path: Path, address: PackageURL, where: str) -> Component:
    return Component(
        name=name,
        version=version,
        type=ComponentType.FIRMWARE,
        description=f"MicroPython {where}",
        licenses=[MIT],
        hashes=[HashType(alg=HashAlgorithm.SHA_256, content=disk.digest(disk.read(path)))],
        purl=address,
        bom_ref=str(address),
    )
