"""The link: publishes each committed record until the host has it, says what the device does, and takes requests.
Everything is done in small steps, and files are only read while nobody presses a key.

An acknowledgement of the broker is no proof: it only makes room for the next message. What the host has on its disk is
in its topic `kept`: for each evening the number n, of which and of all before it has the records, and the checksum of
these. A connection begins there. A message `kept` that names nothing new asks for all that follows it.
"""

import json
from binascii import crc32
from typing import Any, Callable

from mingg.evening.evening import Store
from mingg.hal.ticks import ticks_add, ticks_diff
from mingg.link.joined import Joined
from mingg.link.memo import Memo
from mingg.link.mqtt import OFF, ON, Client, Wire
from mingg.link.radio import Radio
from mingg.link.records import Records
from mingg.records.ledger import Ledger

WINDOW = 8  # messages that are not acknowledged yet
FIRST_MS, LONGEST_MS = 500, 30000  # until the next try to connect: the pause doubles
REFUSED_MS = 60000  # after a wrong password
HERE_MS = 300  # between two messages `here`
BEAT_MS = 30000  # after this time it is sent again: a broker that was killed forgets nobody who went away meanwhile
KEEP_MS = 10000  # between two writes of what was asked
WAITING = 12  # requests that wait at once, and their bytes
WAITING_BYTES = 12288
_ID = 16  # signs of an id

# Why an old request is declined. `here` names the latest one that is forgotten: a host, whose clock may be wrong, asks
# with a later id.
OLD = "not known whether it is done"
# What is wrong with the flash: `here` says it.
UNREADABLE, UNWRITABLE = "the flash cannot be read", "the flash cannot be written"

# What a message was, until it is acknowledged.
RECORD, ANSWER, HERE, CALL = 0, 1, 2, 3


class Link:
    """memo     what is kept
    waiting  {id: payload, or None if it was too large}: requests in the order of their ids
    state    "on"; "away": no connection; "refused": the broker does not accept this table; "radio": no Wi-Fi
    calling  *call the director* is not acknowledged yet
    unsure   what is done was forgotten: requests from before the connection are declined
    kept     {evening: (number, checksum of the records up to it)}: what the host has
    untold   `here` has to be sent, since something changed
    error    what is wrong with the flash; "" if nothing is
    """

    def __init__(
        self,
        joined: "Joined",
        store: "Store",
        device: str,
        memo: "Memo",
        dial: "Callable[[str, int], Wire]",
        radio: "Radio | None" = None,
    ) -> None:
        """device: eight hex digits. dial: opens a wire to (address, port)."""
        self.joined = joined
        self.device = device
        self.memo = memo
        self.waiting: "dict[str, bytes | None]" = {}
        self.calling: "bytes | None" = None
        self._base = "mingg/%s/table/%d/" % (joined.club, joined.table)
        will = json.dumps({"state": "away", "device": device}).encode()
        self.client = Client(
            "m" + device, joined.user, joined.password, (self._base + "here", will), self._hear, self._taken
        )
        self._dial = dial
        self._radio = radio
        self._records = Records(store, self.memo.since)
        self.kept: "dict[int, tuple[int, str]]" = {}
        self._counts: "dict[int, int]" = {}  # by evening, the number of the last record that was read
        self._row = 0, 0, 0  # evening and number up to which all records were read in a row, and their checksum
        self._flying: "list[list[Any]]" = []  # [identifier, what it was, its value, acknowledged]
        self._answers: "list[str]" = []  # ids whose answers are to be published
        self.untold = True
        self.error = ""
        self._here = b""  # the last state that was sent
        self._here_at = 0
        self._asks: "list[str]" = []  # topics for which SUBSCRIBE is to be sent
        self._missed = False  # a request had no room
        self.unsure = False
        self._retry_at: "int | None" = None
        self._pause = FIRST_MS
        self._kept_at: "int | None" = None

    @property
    def state(self) -> str:
        if self.client.state == ON:
            return "on"
        if self._radio is not None and not self._radio.up:
            return "radio"
        return "refused" if self.client.refused else "away"

    # ---- steps ----

    def step(self, now_ms: int, ledger: "Ledger", calm: bool, tell: "Callable[[], Any]") -> None:
        """Does one small step. ledger: of the present evening. calm: nobody presses a key, so files may be read. tell:
        returns what `here` says."""
        client = self.client
        if client.state == OFF:
            if self._radio is not None:
                self._radio.step(now_ms)
                if not self._radio.up:
                    return
            if calm and (self._retry_at is None or ticks_diff(now_ms, self._retry_at) >= 0):
                self._connect(now_ms)
            return
        before = client.state
        try:
            moved = client.step(now_ms)
        except (OSError, MemoryError):
            self._lost(now_ms)
            return
        if client.state == ON:
            if before != ON:
                self._greeted()
            if not moved and client.free():
                self._send(now_ms, ledger, calm, tell)

    def _connect(self, now_ms: int) -> None:
        self._retry_at = ticks_add(now_ms, self._pause)
        try:
            self.client.dial(self._dial(self.joined.address, self.joined.port), now_ms)
        except OSError:
            self._lost(now_ms)

    def _lost(self, now_ms: int) -> None:
        """The connection is broken. What the host does not have is sent again later."""
        self.client.drop()
        # Devices that lose the broker together do not come back together.
        spread = (int(self.device[:4], 16) + now_ms) % (self._pause // 2)
        self._retry_at = ticks_add(now_ms, REFUSED_MS if self.client.refused else self._pause + spread)
        self._pause = min(2 * self._pause, LONGEST_MS)
        for _, what, value, _ in self._flying:
            if what == ANSWER and value not in self._answers:
                self._answers.append(value)
        self._flying = []
        self._records.go(self.memo.since)

    def _greeted(self) -> None:
        self._asks = ["ask/+", "kept/" + self.device]  # the last one first: it tells where to begin
        self.untold = True
        self._here = b""

    def _send(self, now_ms: int, ledger: "Ledger", calm: bool, tell: "Callable[[], Any]") -> None:
        """Sends the message that is due, if there is one."""
        client = self.client
        if self._asks:
            self._missed = False
            client.subscribe((self._base + self._asks.pop(),))
            return
        if len(self._flying) >= WINDOW:
            return
        if self._answers:
            word = self._answers.pop(0)
            answer = self.memo.done.get(word)
            if answer is not None:
                self._fly("answer/" + word, self.answer(answer), True, ANSWER, word)
            return
        if self.calling is not None and not self._flies(CALL):
            self._fly("call", self.calling, False, CALL, None)
            return
        if calm:
            record = None
            try:
                record = self._records.next(ledger)
                if record is not None or self._records.all_read:
                    self._flash(UNREADABLE, True)
            except OSError:
                self._flash(UNREADABLE, False)
            if record is not None:
                if self._lacks(ledger, *record):
                    # With its number: the records of two devices at one table never have one name.
                    topic = "record/%s-%d/%d/%d" % (self.device, record[0], record[1], record[2])
                    self._fly(topic, record[3], True, RECORD, None)
                return
            if not self._records.all_read and not self.error:
                return  # the state comes after the records that it counts
            if self._missed and len(self.waiting) < WAITING // 2:
                self._asks = ["ask/+"]  # a new SUBSCRIBE brings the retained requests once more [3.8.4]
                return
        since = ticks_diff(now_ms, self._here_at)
        if calm and since >= (HERE_MS if self.untold else BEAT_MS) and not self._flies(HERE):
            self._here_at = now_ms
            self.untold = False
            here = json.dumps(tell()).encode()
            if here != self._here or since >= BEAT_MS:
                self._here = here
                self._fly("here", here, True, HERE, None)

    def _fly(self, topic: str, payload: bytes, retained: bool, what: int, value: "Any") -> None:
        identifier = self.client.publish(self._base + topic, payload, retained)
        self._flying.append([identifier, what, value, False])

    def _flies(self, what: int) -> bool:
        return any(flying[1] == what for flying in self._flying)

    def _taken(self, identifier: int) -> None:
        """The broker has acknowledged a message, and the subscription before it."""
        self._pause = FIRST_MS
        flying = self._flying
        for entry in flying:
            if entry[0] == identifier:
                entry[3] = True
        while flying and flying[0][3]:
            what = flying.pop(0)[1]
            if what == HERE:
                self.unsure = False  # what was asked before has come by now
            elif what == CALL:
                self.calling = None

    # ---- what the host has ----

    def _lacks(self, ledger: "Ledger", evening: int, segment: int, number: int, line: bytes) -> bool:
        """Whether the host lacks a line. Notes what was read."""
        count = self._count(ledger, evening)
        if number == 0:  # a head may be a new one; the number of its evening's last record tells if all was sent
            return evening == ledger.number or count is None or self._kept(evening, count) < count
        known, before = self._kept(evening, count), self._row if number > 1 else (evening, 0, 0)
        if before[:2] == (evening, number - 1):
            check = crc32(line, before[2])
            self._row = evening, number, check
            if number == known and "%08x" % (check & 0xFFFFFFFF) != self.kept[evening][1]:
                # It has another ledger, as after an older copy was put back, or a line that an older broker still had.
                del self.kept[evening]
                self._records.go(self.memo.since)
                return False
        self._counts[evening] = max(number, self._counts.get(evening, 0))
        return number > known

    def _count(self, ledger: "Ledger", evening: int) -> "int | None":
        """The number of the last record of an evening; None if it is not known yet."""
        return ledger.records - 1 if evening == ledger.number else self._counts.get(evening)

    def _kept(self, evening: int, count: "int | None") -> int:
        """So many records of an evening are at the host. If it has more than there are, it has another ledger."""
        number = self.kept[evening][0] if evening in self.kept else 0
        return 0 if count is not None and number > count else number

    def _hear_kept(self, payload: bytes) -> None:
        kept: "dict[int, tuple[int, str]]" = {}
        try:
            for evening, (number, check) in json.loads(payload.decode() or "{}").items():
                kept[int(evening)] = int(number), str(check)
        except (ValueError, TypeError, AttributeError, UnicodeError):
            return
        before, self.kept = self.kept, kept
        self.untold = True
        for evening in kept:
            if evening not in before or kept[evening][0] > before[evening][0]:
                return
        self._records.go(self.memo.since)

    def unkept(self, ledger: "Ledger") -> "dict[int, int]":
        """{evening: number of its last record} of those that the host does not have as a whole."""
        if ledger.parts:
            self._counts[ledger.number] = ledger.records - 1
        return {evening: count for evening, count in self._counts.items() if self._kept(evening, count) < count}

    def queued(self, ledger: "Ledger") -> int:
        """How many records the host does not have."""
        return sum([count - self._kept(evening, count) for evening, count in self.unkept(ledger).items()])

    def has_all(self, ledger: "Ledger") -> bool:
        """Whether the host has everything. Then a new night may begin."""
        return self._records.all_read and not self.unkept(ledger)

    def begin_night(self, evening: int) -> None:
        """A night begins with this evening. Those before are never published again."""
        self.memo.since = evening
        self._counts.clear()

    def keep(self, now_ms: int) -> None:
        """Writes what has changed now and then. Called while nobody presses a key, since it erases flash."""
        if self.memo.fresh and (self._kept_at is None or ticks_diff(now_ms, self._kept_at) >= KEEP_MS):
            self._kept_at = now_ms
            self._keep()

    def _keep(self) -> None:
        """Writes the memo. If that fails, the requests are still noted in memory, and one that wrote a record also in
        `doing`."""
        try:
            self.memo.keep()
            self._flash(UNWRITABLE, True)
        except OSError:
            self._flash(UNWRITABLE, False)

    def _flash(self, error: str, works: bool) -> None:
        """Notes an error of the flash, or that it is over."""
        if works == (self.error == error):
            self.error = "" if works else error
            self.untold = True

    # ---- requests ----

    def _hear(self, topic: str, payload: "bytes | None", retained: bool) -> None:
        """A message has come."""
        if topic == self._base + "kept/" + self.device:
            if payload is not None:
                self._hear_kept(payload)
            return
        start = self._base + "ask/"
        word = topic[len(start) :]
        if topic[: len(start)] != start or not is_id(word):
            return
        if payload == b"":
            self.waiting.pop(word, None)  # withdrawn
            return
        memo = self.memo
        if word in memo.done:
            if word not in self._answers:
                self._answers.append(word)
        elif (retained and self.unsure) or memo.forgotten(word):
            self._note(word, OLD)  # keep() writes it: a key may be pressed now
        elif word not in self.waiting:
            bytes_waiting = sum([len(entry or b"") for entry in self.waiting.values()])
            if len(self.waiting) >= WAITING or bytes_waiting + len(payload or b"") > WAITING_BYTES:
                self._missed = True
                return
            self.waiting[word] = payload

    def finish(self, word: str, answer: "int | str") -> None:
        """A request is done (answer: number of the last record) or declined (answer: the reason). Notes it on the
        flash, and publishes the answer. Called while nobody presses a key."""
        self.memo.doing = None
        self._note(word, answer)
        self._keep()

    def forget(self) -> None:
        """A request that was noted is not carried out. The note goes from the flash, too: a later record of the ledger
        would count for it."""
        self.memo.doing = None
        self._keep()

    def _note(self, word: str, answer: "int | str") -> None:
        """Notes in memory what became of a request, and publishes the answer."""
        self.waiting.pop(word, None)
        self.memo.note(word, answer)
        if word not in self._answers:
            self._answers.append(word)

    def answer(self, answer: "int | str") -> bytes:
        keys: "dict[str, object]" = {"device": self.device, "done": not isinstance(answer, str)}
        keys["why" if isinstance(answer, str) else "record"] = answer
        return json.dumps(keys).encode()

    def call(self, at: str) -> None:
        """Calls the director."""
        self.calling = json.dumps({"device": self.device, "at": at}).encode()


def is_id(word: str) -> bool:
    return 0 < len(word) <= _ID and all("0" <= sign <= "9" or "a" <= sign <= "z" or "A" <= sign <= "Z" for sign in word)
