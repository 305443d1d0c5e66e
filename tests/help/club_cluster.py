"""Three NATS servers with JetStream as one broker, on this machine, for tests. Each message has three copies."""

from __future__ import annotations

import asyncio
import json
import socket
import socketserver
import subprocess
import threading
import time
from contextlib import suppress
from pathlib import Path
from typing import Any

import aiomqtt
from mingg_club import topics
from mingg_club.brokers import MOST_MESSAGE, Credentials, answers, free_port
from mingg_host.common import programs

HOST = "127.0.0.1"
START_S = 40.0
NATS = "nats-server"
REPLICAS = 3  # copies of each message


class Cluster:
    """A cluster behind one address, as a broker that tests can kill. users: those of the club; each may do everything.

    One server serves all connections. If it dies, the next one does.
    """

    def __init__(self, users: Credentials, folder: Path) -> None:
        self._users = users.passwords
        self._ports = [free_port() for _ in range(REPLICAS)]
        self._routes = [free_port() for _ in range(REPLICAS)]
        self._files = [folder / f"{number}" / "nats.conf" for number in range(REPLICAS)]
        for number, file in enumerate(self._files):
            file.parent.mkdir(parents=True)
            file.write_text(json.dumps(self._configuration(number, file.parent)), encoding="utf-8")
        self._processes: dict[Path, subprocess.Popen[bytes]] = {}
        self._front = _Front(self._ports)
        self.port = self._front.port

    def _configuration(self, number: int, folder: Path) -> dict[str, Any]:
        return {
            "server_name": f"mingg-{number}",
            "listen": f"{HOST}:-1",  # its own protocol is not used
            "max_payload": MOST_MESSAGE,
            "jetstream": {"store_dir": str(folder)},
            # a leader may have died: ask again soon
            "mqtt": {"host": HOST, "port": self._ports[number], "stream_replicas": REPLICAS, "js_api_timeout": "2s"},
            "authorization": {"users": [{"user": name, "password": word} for name, word in self._users.items()]},
            "cluster": {
                "name": "mingg",
                "listen": f"{HOST}:{self._routes[number]}",
                "routes": [f"nats-route://{HOST}:{port}" for port in self._routes if port != self._routes[number]],
            },
        }

    def start(self) -> None:
        """Starts the servers that do not run."""
        program = programs.find(NATS)
        assert program is not None
        for file in self._files:
            if file not in self._processes or self._processes[file].poll() is not None:
                with (file.parent / "log").open("ab") as log:
                    self._processes[file] = subprocess.Popen([program, "-c", file], stderr=log)

    async def kill(self) -> None:
        """Kills the server of all connections with signal 9, as soon as all of them take messages."""
        await self.serves()
        process = self._processes[self._files[self._ports.index(self._front.serving)]]
        process.kill()
        process.wait()

    async def serves(self) -> None:
        """Waits until every server takes messages: its elections take seconds."""
        await asyncio.gather(*(self._publish(port, "mingg/served") for port in self._ports))

    async def lose(self, names: list[str]) -> None:
        """Loses retained messages with these topics."""
        await self._publish(self.port, *names)

    async def _publish(self, port: int, *names: str) -> None:
        end = time.monotonic() + START_S
        while True:
            login = {"username": topics.DIRECTOR, "password": self._users[topics.DIRECTOR]}
            try:
                async with aiomqtt.Client(HOST, port, **login, timeout=3) as client:
                    for name in names:
                        await client.publish(name, b"", qos=1, retain=True)
                    return
            except (aiomqtt.MqttError, OSError):
                assert time.monotonic() < end, "the cluster does not serve"
                await asyncio.sleep(0.1)

    def stop(self) -> None:
        self._front.close()
        for process in self._processes.values():
            process.kill()
            process.wait()


class _Front:
    """The one address: passes connections on to a server that listens. serving: the port of that one."""

    def __init__(self, ports: list[int]) -> None:
        self.serving = ports[0]
        front = self

        class Connection(socketserver.BaseRequestHandler):
            def handle(self) -> None:
                if not answers(front.serving):
                    front.serving = next(filter(answers, ports), front.serving)
                with suppress(OSError), socket.create_connection((HOST, front.serving), 5) as server:
                    server.settimeout(None)
                    back = threading.Thread(target=_pass, args=(server, self.request), daemon=True)
                    back.start()
                    _pass(self.request, server)
                    back.join()

        class Server(socketserver.ThreadingTCPServer):
            daemon_threads = True
            request_queue_size = 50

        self.port = free_port()
        self._server = Server((HOST, self.port), Connection)
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
