"""A client of MQTT 3.1.1 that works in small steps, beside the screens. Numbers in brackets are sections of the
standard (OASIS, http://docs.oasis-open.org/mqtt/mqtt/v3.1.1/os/mqtt-v3.1.1-os.html).

It has the part that the link needs: connect with a will, publish and subscribe with QoS 1, ping. A session is clean
[3.1.2.4]: the caller itself repeats what was not acknowledged, and the broker sends retained requests again.

Why no other client is used:
- umqtt.simple2 2.2 (and robust2, which is built on it) waits: for the broker's answer to CONNECT, for the rest of each
  packet, and up to a millisecond for the first byte. It takes a packet that is sent in part for an error.
- mqtt_as 0.8 belongs to asyncio: its loop would have to run the screens too. It publishes one message at a time and
  looks for the acknowledgement every 100 ms. Its buffer grows to what a packet says, and it needs `network`.
"""

from typing import Callable, Protocol

from mingg.hal.ticks import ticks_diff


class Wire(Protocol):
    def ready(self) -> bool: ...
    def receive(self, buffer: bytearray) -> int: ...
    def send(self, data: "bytes | memoryview") -> int: ...
    def close(self) -> None: ...


OFF, DIALLING, GREETING, ON = 0, 1, 2, 3  # states
KEEPALIVE_S = 10  # the broker gives a silent client up after one and a half times this [3.1.2.10]
PING_MS = 7000  # after this time without sending
SILENT_MS = 10000  # a broker that has not answered for this time is gone
LARGEST = 4096  # bytes of a packet; of a larger one only the first bytes are read
_AT_ONCE = 256  # bytes read in one step
_TOPIC = 256  # bytes of a larger packet that are read: its topic and its identifier

# Types of packets [2.2.1], and by their first byte the lengths of all packets of a broker but PUBLISH.
_CONNACK, _PUBLISH, _PUBACK, _SUBACK = 2, 3, 4, 9
_SMALL = {0x20: 2, 0x40: 2, 0x90: 3, 0xD0: 0}
_NOT_NOW = 3  # the reason of a broker that is not available yet
_PINGREQ = b"\xc0\x00"


class BrokenProtocol(OSError):
    """The broker sent what it must not send [4.8]."""


class Client:
    """One connection to a broker after the other.

    state    OFF, DIALLING (TCP), GREETING (CONNECT was sent) or ON
    refused  the broker's lasting reason to refuse the last CONNECT [3.2.2.3], as a wrong password; 0 if it had none
    heard    hear(topic, payload, retained) gets each message; payload None: it was larger than LARGEST
    taken    taken(identifier) is called for each PUBACK
    """

    def __init__(
        self,
        name: str,
        user: str,
        password: str,
        will: "tuple[str, bytes]",
        hear: "Callable[[str, bytes | None, bool], object]",
        taken: "Callable[[int], object]",
    ) -> None:
        """name: at most 23 letters and digits [3.1.3.1]. will: topic and payload, retained, with QoS 1."""
        self.state = OFF
        self.refused = 0
        self._connect = _connect(name, user, password, will)
        self._hear = hear
        self._taken = taken
        self._wire: "Wire | None" = None
        self._buffer = bytearray(_AT_ONCE)
        self._identifier = 0
        self._reset(0)

    def _reset(self, now_ms: int) -> None:
        self._out: "bytes | None" = None  # the packet that is being sent, and how much of it is
        self._sent = 0
        self._short = b""  # acknowledgements and pings that follow it
        # The packet that is being received: its first byte (0: none), its length, the shift of the next digit of the
        # length (-1: complete), its content, and how much of it has come.
        self._kind = self._length = self._shift = self._come = 0
        self._body = bytearray(0)
        self._subscribing = 0  # the identifier of a SUBSCRIBE that is not acknowledged yet
        self._last_out = self._last_in = now_ms
        self._waits = True  # for an answer of the broker

    def dial(self, wire: "Wire", now_ms: int) -> None:
        """Begins a connection over a wire that is being connected."""
        self.drop()
        self._reset(now_ms)
        self._wire = wire
        self.state = DIALLING

    def drop(self) -> None:
        """Ends the connection without a DISCONNECT: so the broker publishes the will [3.1.2.5]."""
        wire, self._wire = self._wire, None
        self.state = OFF
        self._out = None
        self._body = bytearray(0)
        if wire is not None:
            try:
                wire.close()
            except OSError:
                pass

    def free(self) -> bool:
        """Whether publish() and subscribe() can take a packet."""
        return self.state == ON and self._out is None and not self._subscribing

    def publish(self, topic: str, payload: bytes, retained: bool) -> int:
        """Sends a message with QoS 1 [3.3]. Returns its identifier. Call it only if free()."""
        identifier = self._next_identifier()
        name = topic.encode()
        length = 2 + len(name) + 2 + len(payload)
        first = b"\x33" if retained else b"\x32"
        self._put(b"".join((first, _digits(length), _two(len(name)), name, _two(identifier), payload)))
        return identifier

    def subscribe(self, topics: "tuple[str, ...]") -> None:
        """Asks for topics with QoS 1 [3.8]: sends their retained messages, too. Call it only if free()."""
        self._subscribing = self._next_identifier()
        parts = [_two(self._subscribing)]
        for topic in topics:
            parts += [_string(topic), b"\x01"]
        body = b"".join(parts)
        self._put(b"\x82" + _digits(len(body)) + body)

    def step(self, now_ms: int) -> bool:
        """Sends and receives what is possible at once, at most one buffer each way. Returns whether anything moved.
        OSError: the connection is broken. Then call drop()."""
        wire = self._wire
        if wire is None:
            return False
        if self.state == DIALLING:
            if wire.ready():
                self.state = GREETING
                self._put(self._connect)
            elif ticks_diff(now_ms, self._last_in) > SILENT_MS:
                raise OSError(110)  # ETIMEDOUT
            return False
        moved = self._send(wire, now_ms)
        count = wire.receive(self._buffer)
        if count:
            self._last_in = now_ms
            self._waits = False
            self._take(count)
            return True
        if ticks_diff(now_ms, self._last_out) > PING_MS and self._out is None and not self._short:
            self._short = _PINGREQ  # [3.12]
        if self._waits and ticks_diff(now_ms, self._last_in) > SILENT_MS:
            raise OSError(110)
        return moved

    # ---- sending ----

    def _next_identifier(self) -> int:
        self._identifier = self._identifier % 65535 + 1  # never 0 [2.3.1]
        return self._identifier

    def _put(self, packet: bytes) -> None:
        self._out, self._sent = packet, 0

    def _send(self, wire: "Wire", now_ms: int) -> bool:
        if self._out is None:
            if not self._short:
                return False
            self._put(self._short)
            self._short = b""
        packet = self._out or b""
        count = wire.send(memoryview(packet)[self._sent :] if self._sent else packet)
        if count <= 0:
            return False
        if not self._waits:
            self._waits = True
            self._last_in = now_ms  # the time to answer begins now
        self._sent += count
        self._last_out = now_ms
        if self._sent >= len(packet):
            self._out = None
        return True

    # ---- receiving ----

    def _take(self, count: int) -> None:
        """Takes the bytes in the buffer."""
        buffer, i = self._buffer, 0
        while i < count:
            if not self._kind:
                self._kind = buffer[i]
                if self._kind >> 4 != _PUBLISH and self._kind not in _SMALL:
                    raise BrokenProtocol(71)  # EPROTO
                self._length = self._shift = self._come = 0
                i += 1
            elif self._shift >= 0:  # the length has up to four digits [2.2.3]
                digit = buffer[i]
                i += 1
                self._length |= (digit & 127) << self._shift
                self._shift += 7
                if self._kind in _SMALL and digit != _SMALL[self._kind]:
                    raise BrokenProtocol(71)
                if not digit & 128:
                    self._shift = -1
                    self._body = bytearray(self._length if self._length <= LARGEST else _TOPIC)
                    if not self._length:
                        self._whole()
                elif self._shift > 21:
                    raise BrokenProtocol(71)
            else:
                part = min(count - i, self._length - self._come)
                kept = min(part, len(self._body) - self._come)
                if kept > 0:
                    self._body[self._come : self._come + kept] = buffer[i : i + kept]
                self._come += part
                i += part
                if self._come >= self._length:
                    self._whole()

    def _whole(self) -> None:
        """A packet has come as a whole, or its beginning if it is too large."""
        first, body = self._kind, self._body
        self._kind = 0
        self._body = bytearray(0)
        kind = first >> 4
        if (kind == _CONNACK) != (self.state == GREETING):
            raise BrokenProtocol(71)
        if kind == _PUBLISH:
            self._message(first, body)
            return
        if kind == _CONNACK:
            self.refused = body[1] if body[1] != _NOT_NOW else 0
            if body[1]:
                raise OSError(13)  # EACCES
            self.state = ON
        elif kind == _PUBACK:
            self._taken(body[0] << 8 | body[1])
        elif kind == _SUBACK and body[0] << 8 | body[1] == self._subscribing:
            self._subscribing = 0
            if body[2] & 128:  # [3.9.3]: it may pass, as in a cluster that begins
                raise OSError(13)

    def _message(self, first: int, body: bytearray) -> None:
        quality = first >> 1 & 3
        end = 2 + (body[0] << 8 | body[1]) if len(body) > 1 else len(body)
        start = end + 2 if quality else end
        if quality > 1 or start > self._length or end <= 2:  # nobody asked for QoS 2 [3.8.4]
            raise BrokenProtocol(71)
        if start > len(body):
            raise BrokenProtocol(71)  # a topic longer than any of ours
        if quality:
            if len(self._short) > 256:
                raise BrokenProtocol(105)  # ENOBUFS: the broker sends, but does not read
            self._short += b"\x40\x02" + bytes(body[end:start])  # [3.4]
        try:
            topic = bytes(body[2:end]).decode()
        except (ValueError, UnicodeError):
            return
        self._hear(topic, bytes(body[start:]) if self._length <= LARGEST else None, bool(first & 1))


def _connect(name: str, user: str, password: str, will: "tuple[str, bytes]") -> bytes:
    """The packet CONNECT [3.1]: protocol level 4, clean session, a retained will with QoS 1, user and password."""
    flags = 0x02 | 0x04 | 0x08 | 0x20 | (0x80 | 0x40 if user else 0)
    parts = [_string("MQTT"), bytes((4, flags)), _two(KEEPALIVE_S), _string(name)]
    parts += [_string(will[0]), _two(len(will[1])), will[1]]
    if user:
        parts += [_string(user), _string(password)]
    body = b"".join(parts)
    return b"\x10" + _digits(len(body)) + body


def _two(number: int) -> bytes:
    return bytes((number >> 8, number & 255))


def _string(text: str) -> bytes:
    """A string with its length before it [1.5.3]."""
    data = text.encode()
    return _two(len(data)) + data


def _digits(length: int) -> bytes:
    """A length of a packet [2.2.3]."""
    digits = bytearray()
    while length > 127:
        digits.append(length & 127 | 128)
        length >>= 7
    digits.append(length)
    return bytes(digits)
