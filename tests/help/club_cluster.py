"""Three NATS servers with JetStream as one broker, on this machine, for tests. Each message has three copies."""

from __future__ import annotations

import asyncio
import json
import os
import secrets
import socket
import socketserver
import subprocess
import threading
import time
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, NamedTuple

import aiomqtt
from mingg_club.brokers import MOST_MESSAGE, PORT, WEB_PORT, Credentials, answers, free_port, rights
from mingg_host.common import programs

HOST = "127.0.0.1"
START_S = 40.0
NATS = "nats-server"
ROUTE_PORT = 6222
REPLICAS = 3  # copies of each message
CLEANER = "cleaner"  # a user who may do everything


class Node(NamedTuple):
    """A server of a cluster. host: its address, for the other servers, too. folder: where it keeps its messages.
    route_port: for the other servers."""

    host: str
    folder: Path
    port: int = PORT
    web_port: int = WEB_PORT
    route_port: int = ROUTE_PORT


def cluster_files(credentials: Credentials, nodes: Sequence[Node]) -> list[dict[str, Any]]:
    """Returns the configurations of a cluster of NATS servers, in their order."""
    word = secrets.token_hex(16)
    routes = [f"nats-route://node:{word}@{node.host}:{node.route_port}" for node in nodes]
    files = []
    for number, node in enumerate(nodes, 1):
        value = _nats(credentials, node.folder, node.port, node.web_port, node.host)
        value["server_name"] += f"-{number}"
        value["mqtt"] |= {"stream_replicas": REPLICAS, "js_api_timeout": "2s"}  # a leader may have died: ask again soon
        value["cluster"] = {
            "name": f"mingg-{credentials.club}",
            "listen": f"{node.host}:{node.route_port}",
            "authorization": {"user": "node", "password": word},
            "routes": [route for other, route in zip(nodes, routes, strict=True) if other != node],
        }
        files.append(value)
    return files


def _nats(credentials: Credentials, folder: Path, port: int, web_port: int, host: str) -> dict[str, Any]:
    users = []
    for user, password in credentials.passwords.items():
        reads, writes = rights(credentials.club, user)
        users.append(
            {
                "user": user,
                "password": password,
                "permissions": {
                    # $MQTT.sub: how the server delivers messages of QoS 1 to a client
                    "subscribe": ["$MQTT.sub.>", *(subject for name in reads for subject in _subjects(name))],
                    "publish": {"allow": [subject for name in writes for subject in _subjects(name)]}
                    if writes
                    else {"deny": [">"]},
                },
            }
        )
    value: dict[str, Any] = {
        "server_name": f"mingg-{credentials.club}",
        "listen": "127.0.0.1:-1",  # its own protocol is not used
        "max_payload": MOST_MESSAGE,
        "jetstream": {"store_dir": str(folder / "jetstream")},
        "mqtt": {"host": host, "port": port},
        "authorization": {"users": users},
    }
    if web_port:
        value["websocket"] = {"host": host, "port": web_port, "no_tls": True}
    return value


def _subjects(name: str) -> list[str]:
    """Returns the subjects of NATS for a filter of MQTT. The filter a/# includes a; in NATS that is another subject."""
    subject = name.replace("/", ".").replace("#", ">").replace("+", "*")
    return [subject, subject[:-2]] if subject.endswith(".>") else [subject]


class Cluster:
    """A cluster behind one address, as a broker that tests can kill. users: those of the club.

    One server serves all connections. If it dies, the next one does.
    """

    def __init__(self, users: Credentials, folder: Path) -> None:
        self.port = free_port()
        self._word = os.urandom(8).hex()
        self._nodes = [Node(HOST, folder / str(n), free_port(), 0, free_port()) for n in range(REPLICAS)]
        for node, value in zip(self._nodes, cluster_files(users, self._nodes), strict=True):
            node.folder.mkdir(parents=True)
            value["authorization"]["users"].append({"user": CLEANER, "password": self._word})
            (node.folder / "nats.conf").write_text(json.dumps(value), encoding="utf-8")
        self._processes: dict[Node, subprocess.Popen[bytes]] = {}
        self._front = _Front(self.port, self._nodes)

    def start(self) -> None:
        """Starts the servers that do not run."""
        program = programs.find(NATS)
        assert program is not None
        for node in self._nodes:
            if self._runs(node):
                continue
            with (node.folder / "log").open("ab") as log:
                self._processes[node] = subprocess.Popen([program, "-c", node.folder / "nats.conf"], stderr=log)

    def _runs(self, node: Node) -> bool:
        return node in self._processes and self._processes[node].poll() is None

    async def kill(self, serving: bool = True) -> None:
        """Kills a server with signal 9, as soon as all of them take messages. serving: the one of all connections."""
        await self._serves()
        process = self._processes[next(node for node in self._nodes if (node is self._front.serving) == serving)]
        process.kill()
        process.wait()

    def until_it_serves(self) -> None:
        """Waits until every server takes messages: its elections take seconds."""

        asyncio.run(self._serves())

    async def _serves(self) -> None:
        end = time.monotonic() + START_S
        await asyncio.gather(*(self._try(node.port, end) for node in self._nodes))

    async def _try(self, port: int, end: float) -> None:
        while True:
            try:
                async with self._login(port) as client:
                    await client.publish("mingg/served", b"", qos=1, retain=True)
                    return
            except (aiomqtt.MqttError, OSError):
                assert time.monotonic() < end, "the cluster does not serve"
                await asyncio.sleep(0.1)

    def _login(self, port: int) -> aiomqtt.Client:
        return aiomqtt.Client(HOST, port, username=CLEANER, password=self._word, timeout=3)

    async def lose(self, names: list[str]) -> None:
        """Loses retained messages with these topics."""
        await self._try(self.port, time.monotonic() + START_S)
        async with self._login(self.port) as client:
            for name in names:
                await client.publish(name, b"", qos=1, retain=True)

    def stop(self) -> None:
        self._front.close()
        for process in self._processes.values():
            process.kill()
            process.wait()


class _Front:
    """The one address: passes connections on to a server that listens. serving: that one."""

    def __init__(self, port: int, nodes: list[Node]) -> None:
        self.serving = nodes[0]
        front = self

        class Connection(socketserver.BaseRequestHandler):
            def handle(self) -> None:
                if not answers(front.serving.port):
                    front.serving = next((node for node in nodes if answers(node.port)), front.serving)
                with suppress(OSError), socket.create_connection((HOST, front.serving.port), 5) as server:
                    server.settimeout(None)
                    back = threading.Thread(target=_pass, args=(server, self.request), daemon=True)
                    back.start()
                    _pass(self.request, server)
                    back.join()

        class Server(socketserver.ThreadingTCPServer):
            daemon_threads = True
            request_queue_size = 50

        self._server = Server((HOST, port), Connection)
        threading.Thread(target=self._server.serve_forever, args=(0.05,), daemon=True).start()

    def close(self) -> None:
        self._server.shutdown()
        self._server.server_close()


def _pass(source: socket.socket, to: socket.socket) -> None:
    """Passes bytes on until one side ends the connection; then the other one ends, too."""
    with suppress(OSError):
        while data := source.recv(65536):
            to.sendall(data)
    for end in (source, to):
        with suppress(OSError):
            end.shutdown(socket.SHUT_RDWR)
