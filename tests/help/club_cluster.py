"""Three NATS servers with JetStream as one broker, on this machine, for tests. Each message has three copies."""

from __future__ import annotations

import asyncio
import json
import os
import socket
import socketserver
import subprocess
import threading
import time
from contextlib import suppress
from pathlib import Path

import aiomqtt
from mingg_host.club import brokers
from mingg_host.club.brokers import NATS, REPLICAS, Credentials, Node, answers, cluster_files, free_port

HOST = "127.0.0.1"
START_S = 40.0
CLEANER = "cleaner"  # a user who may do everything


class Cluster:
    """A cluster behind one address, as a broker that tests can kill. users: those of the club.

    One server serves all connections. If it dies, the next one does.
    """

    def __init__(self, users: Credentials, folder: Path) -> None:
        self.port = free_port()
        self._word = os.urandom(8).hex()
        self._nodes = [Node(HOST, folder / str(n), free_port(), 0, free_port()) for n in range(REPLICAS)]
        for node, data in zip(self._nodes, cluster_files(users, self._nodes).values(), strict=True):
            node.folder.mkdir(parents=True)
            value = json.loads(data)
            value["authorization"]["users"].append({"user": CLEANER, "password": self._word})
            (node.folder / "nats.conf").write_text(json.dumps(value), encoding="utf-8")
        self._processes: dict[Node, subprocess.Popen[bytes]] = {}
        self._front = _Front(self.port, self._nodes)

    def start(self) -> None:
        """Starts the servers that do not run."""
        program = brokers.find(NATS)
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
