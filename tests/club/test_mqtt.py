"""The MQTT client over a wire in memory. Runs under pytest and, unchanged, on MicroPython."""

from mingg.link.mqtt import DIALLING, LARGEST, ON, SILENT_MS, Client

CONNACK = b"\x20\x02\x00\x00"
SUBACK = b"\x90\x03\x00\x01\x01"


class Wire:
    """A wire whose other end is the test. takes: how many bytes it takes at once."""

    def __init__(self):
        self.ready_now = True
        self.sent = b""
        self.comes = b""
        self.takes = 100000
        self.gives = 100000
        self.broken = self.closed = False

    def ready(self):
        return self.ready_now

    def send(self, data):
        if self.broken:
            raise OSError(104)
        part = bytes(data)[: self.takes]
        self.sent += part
        return len(part)

    def receive(self, buffer):
        if self.broken:
            raise OSError(104)
        part = self.comes[: min(len(buffer), self.gives)]
        self.comes = self.comes[len(part) :]
        buffer[: len(part)] = part
        return len(part)

    def close(self):
        self.closed = True


class Party:
    """A client that is connected, with its wire; what it heard, and the identifiers that were acknowledged."""

    def __init__(self, greeted=True):
        self.heard = []
        self.taken = []
        self.now = 1000
        self.wire = Wire()
        self.client = Client("m01", "table-3", "secret", ("t/here", b"away"), self.hear, self.taken.append)
        self.client.dial(self.wire, self.now)
        if greeted:
            self.run(2)
            self.wire.comes = CONNACK
            self.run(2)
            assert self.client.state == ON
            self.wire.sent = b""

    def hear(self, topic, payload, retained):
        self.heard.append((topic, payload, retained))

    def run(self, steps=1, ms=2):
        for _ in range(steps):
            self.now += ms
            self.client.step(self.now)

    def breaks(self, data, ms=2):
        """Whether the connection breaks after these bytes."""
        self.wire.comes = data
        try:
            self.run(3 + len(data) // 64, ms)
        except OSError:
            return True
        return False


def publish(topic, payload, identifier=7, first=0x32):
    body = bytes((len(topic) >> 8, len(topic) & 255)) + topic + bytes((identifier >> 8, identifier & 255)) + payload
    length, digits = len(body), b""
    while length > 127:
        digits += bytes((length & 127 | 128,))
        length >>= 7
    return bytes((first,)) + digits + bytes((length,)) + body


def test_connects_as_the_standard_says():
    party = Party(greeted=False)
    party.wire.ready_now = False
    party.run(5)
    assert party.client.state == DIALLING
    assert party.wire.sent == b""
    party.wire.ready_now = True
    party.run(2)
    # CONNECT; "MQTT" level 4; clean session, will retained with QoS 1, user, password; 10 s; the payload in its order
    will = b"\x00\x06t/here\x00\x04away"
    body = b"\x00\x04MQTT\x04\xee\x00\x0a\x00\x03m01" + will + b"\x00\x07table-3\x00\x06secret"
    assert party.wire.sent == b"\x10" + bytes((len(body),)) + body


def test_sends_a_packet_in_as_many_parts_as_the_wire_takes():
    party = Party()
    party.wire.takes = 3
    assert party.client.publish("a/b", b"x" * 200, True) == 1
    assert not party.client.free()
    party.run(80)
    assert party.client.free()
    assert party.wire.sent == b"\x33\xcf\x01\x00\x03a/b\x00\x01" + b"x" * 200
    party.wire.takes = 0
    party.client.publish("a/b", b"y", False)
    party.run(10)
    assert not party.client.free()
    assert not party.client.step(party.now), "nothing moves"


def test_lengths_and_identifiers_have_as_many_bytes_as_they_need():
    for size, digits in ((127, b"\x7f"), (128, b"\x80\x01"), (16383, b"\xff\x7f"), (16384, b"\x80\x80\x01")):
        party = Party()
        party.client.publish("a/b", b"x" * (size - 7), False)
        party.run(3)
        assert party.wire.sent == b"\x32" + digits + b"\x00\x03a/b\x00\x01" + b"x" * (size - 7)
    party = Party()
    party.client._identifier = 257
    party.client.publish("t" * 300, b"", True)
    party.run(3)
    assert party.wire.sent == b"\x33\xb0\x02\x01\x2c" + b"t" * 300 + b"\x01\x02"
    party.wire.sent, party.wire.comes = b"", publish(b"t" * 300, b"x", 0x0102)
    party.run(9)
    assert party.heard == [("t" * 300, b"x", False)]
    assert party.wire.sent == b"\x40\x02\x01\x02"


def test_receives_a_packet_byte_by_byte():
    party = Party()
    party.wire.gives = 1
    party.wire.comes = publish(b"ask/1", b"p" * 300) + b"\x40\x02\x01\x02" + b"\xd0\x00"
    party.run(400)
    assert party.heard == [("ask/1", b"p" * 300, False)]
    assert party.taken == [0x0102]
    assert party.wire.sent == b"\x40\x02\x00\x07"


def test_several_packets_in_one_buffer():
    party = Party()
    party.wire.comes = b"".join([publish(b"a", b"%d" % i, i + 1) for i in range(20)])
    party.run(4)
    assert [payload for _, payload, _ in party.heard] == [b"%d" % i for i in range(20)]
    party.run(4)
    assert party.wire.sent == b"".join([b"\x40\x02" + bytes((0, i + 1)) for i in range(20)])


def test_a_message_that_is_too_large_is_acknowledged_and_not_kept():
    party = Party()
    party.wire.comes = publish(b"ask/big", b"x" * (LARGEST * 20)) + publish(b"ask/2", b"", 8, 0x33)
    party.run(800)
    assert party.heard == [("ask/big", None, False), ("ask/2", b"", True)]
    assert party.wire.sent == b"\x40\x02\x00\x07\x40\x02\x00\x08"
    for more in (0, 1):
        party.heard.clear()
        party.wire.comes = publish(b"ask/3", b"x" * (LARGEST - 9 + more))
        party.run(40)
        assert party.heard == [("ask/3", None if more else b"x" * (LARGEST - 9), False)]


def test_bytes_that_are_no_mqtt_break_the_connection():
    for data in (
        b"\x00\x00",  # no such type
        b"\x10\x00",  # only a client connects
        b"\x82\x03\x00\x01\x00",
        b"\xf0\x00",
        b"\x40\x03\x00\x01\x00",  # an acknowledgement of another length
        b"\x41\x02\x00\x01",  # with flags
        b"\xd0\x01\x00",
        b"\x30\xff\xff\xff\xff\x7f",  # a length of five digits
        b"\x34\x05\x00\x01a\x00\x01",  # QoS 2
        b"\x36\x05\x00\x01a\x00\x01",
        b"\x32\x03\x00\x09a",  # a topic beyond the end of the packet
        b"\x30\x00",
        b"\x30\x02\x00\x00",  # no topic
        b"\x20\x02\x00\x00",  # a second CONNACK
        b"HTTP/1.1 400 Bad Request\r\n\r\n",
    ):
        assert Party().breaks(data), data
    for data in (b"\xd0\x00", SUBACK, publish(b"a", b"b")):  # a first packet that is no answer to CONNECT
        party = Party(greeted=False)
        party.run(2)
        assert party.breaks(data), data


def test_a_broker_that_refuses_says_why():
    for reason in range(1, 6):
        party = Party(greeted=False)
        party.run(2)
        assert party.client.refused == 0
        assert party.breaks(b"\x20\x02\x00" + bytes((reason,)))
        assert party.client.refused == (0 if reason == 3 else reason)  # 3: it is not available now


def test_a_topic_that_is_no_utf8_is_left_out():
    party = Party()
    party.wire.comes = publish(b"\xff\xfe", b"x") + publish(b"a", b"y", 8)
    party.run(4)
    assert [payload for _, payload, _ in party.heard] == [b"y"]


def test_subscribes_with_qos_1_and_hears_a_refusal():
    party = Party()
    party.client.subscribe(("t/ask/+",))
    party.run(2)
    assert party.wire.sent == b"\x82\x0c\x00\x01\x00\x07t/ask/+\x01"
    assert not party.breaks(SUBACK)
    party.client.subscribe(("t/ask/+",))
    assert party.breaks(b"\x90\x03\x00\x02\x80")
    assert party.client.refused == 0, "it may pass"


def test_pings_when_it_has_nothing_to_send():
    party = Party()
    party.run(9, 1000)
    assert party.wire.sent == b"\xc0\x00"
    party.wire.comes = b"\xd0\x00"
    party.run(6, 1000)
    assert party.wire.sent == b"\xc0\x00"
    party.run(4, 1000)
    assert party.wire.sent == b"\xc0\x00" * 2


def test_a_broker_that_does_not_answer_is_given_up():
    party = Party()
    party.client.publish("a", b"b", True)
    party.run()
    party.run(1, SILENT_MS - 10)
    assert party.breaks(b"", 20)


def test_a_connection_that_is_never_made_is_given_up():
    party = Party(greeted=False)
    party.wire.ready_now = False
    party.run(1, SILENT_MS - 10)
    assert party.breaks(b"", 20)
    party.client.drop()
    assert party.wire.closed


def test_identifiers_are_never_0():
    party = Party()
    party.client._identifier = 65534
    numbers = []
    for _ in range(3):
        numbers.append(party.client.publish("a", b"", False))
        party.run()
    assert numbers == [65535, 1, 2]
