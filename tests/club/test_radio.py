"""What a board alone has of the link: the Wi-Fi, and a connection that never blocks."""

from __future__ import annotations

import socket
import sys
import time
import types
from collections.abc import Callable
from typing import Any

import pytest
from mingg.link.radio import Radio
from mingg.link.wire import Wire


class Network(types.ModuleType):
    """The module `network` of a board. said: what its radio was told; found: whether it is in the network; works."""

    STA_IF = 7

    def __init__(self) -> None:
        super().__init__("network")
        self.said: list[Any] = []
        self.found, self.works = False, True

    def WLAN(self, interface: int) -> Network:
        self.said.append(interface)
        return self

    def active(self, on: bool) -> None:
        self.said.append(on)

    def connect(self, ssid: str, key: str) -> None:
        self.said.append((ssid, key))

    def disconnect(self) -> None:
        self.said.append("disconnect")

    def isconnected(self) -> bool:
        if not self.works:
            raise OSError(5)
        return self.found


@pytest.fixture
def network(monkeypatch: pytest.MonkeyPatch) -> Network:
    module = Network()
    monkeypatch.setitem(sys.modules, "network", module)
    return module


def test_a_board_joins_its_network_and_asks_again_after_twenty_seconds(network: Network) -> None:
    radio, asked = Radio("Café", "secret"), ("Café", "secret")
    assert (network.said, radio.up) == ([network.STA_IF, True], False)
    network.said.clear()
    for now_ms, said in ((0, [asked]), (1000, []), (20_000, []), (20_600, ["disconnect", asked]), (40_000, [])):
        radio.step(now_ms)
        assert (network.said, radio.up) == (said, False), now_ms
        network.said.clear()
    network.found = True
    for now_ms, up in ((40_499, False), (40_500, True), (90_000, True)):  # it looks twice a second
        radio.step(now_ms)
        assert (network.said, radio.up) == ([], up), now_ms
    network.found = False
    radio.step(91_000)
    assert (network.said, radio.up) == ([asked], False), "a network that is lost is asked at once"


def test_a_radio_that_fails_is_not_in_the_network(network: Network, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(Network, "STA_IF")  # a board without this name has the interface as 0
    radio = Radio("Café", "secret")
    assert network.said == [0, True]
    network.found = True
    radio.step(0)
    network.works = False
    radio.step(1000)
    assert not radio.up


def becomes_true(condition: Callable[[], Any]) -> Any:
    until = time.monotonic() + 10
    while not (result := condition()):
        assert time.monotonic() < until
        time.sleep(0.001)
    return result


def test_a_wire_sends_and_receives_without_waiting() -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        wire = Wire(*server.getsockname())
        assert becomes_true(wire.ready)
        other, _ = server.accept()
        with other:
            buffer = bytearray(8)
            assert wire.receive(buffer) == 0, "nothing has come"
            assert wire.send(memoryview(b"hello")) == 5
            assert other.recv(8) == b"hello"
            other.sendall(b"hi")
            assert becomes_true(lambda: wire.receive(buffer)) == 2
            assert buffer[:2] == b"hi"
            while wire.send(bytes(1 << 20)):
                pass  # until the other takes no more
        with pytest.raises(OSError, match=r"\d"):
            becomes_true(lambda: wire.receive(buffer))
        wire.close()


def test_a_wire_to_where_nobody_listens_breaks() -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        address = server.getsockname()
    wire = Wire(*address)
    with pytest.raises(OSError, match=r"\d"):
        becomes_true(wire.ready)
    wire.close()
