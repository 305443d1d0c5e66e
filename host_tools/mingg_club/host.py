"""The running night: connects its course with a broker and the archive. The pages use it as view.Night.

The host keeps everything in the book of the night, and a broker has it as retained messages. So it continues after it
was killed, and on another computer. It may lose the broker, and the broker may lose its data. An action counts when the
broker has stored its decision, and this host has it back and in its book; without a broker it decides nothing.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
import time
from collections.abc import AsyncIterator, Callable
from contextlib import suppress
from dataclasses import replace
from itertools import islice
from typing import Any

import aiomqtt
from mingg_host.common.output import Refused
from mingg_host.evenings.archive import Archive
from mingg_host.evenings.ledger import EveningError

from mingg_club import desk, topics
from mingg_club.brokers import Address, Broker, NoConnection
from mingg_club.course import Course, Made
from mingg_club.records import BookError
from mingg_club.showing import nothing_shown, set_aside
from mingg_club.state import Lease
from mingg_club.tasks import ended, within
from mingg_club.view import ActionError, NightView, Part

Json = dict[str, Any]
Grown = tuple[str, int, dict[str, bytes]]  # a board's name, the number of its evening, and its files

QUIET_S = 0.4  # retained messages have come when the mark has, see _subscribe_all(), and none came for so long
MOST_QUIET_S = 120.0  # a slow computer may need so long for the records of a night
ACT_S = 8.0  # a decision comes back from the broker within so long
CLAIM_S = 0.5  # what the host before has decided comes within so long after the new lease
FLUSH_S = 0.05  # between two commits of what was received
VIEW_S = 0.25  # between two views of a page: each table may report several times a second
AT_ONCE = 10  # messages that wait for their acknowledgements
RETRY_S = 1.0
ARCHIVE_S = 20.0
TICK_S = 0.5
LOOK_S = 10.0  # between two readings of all tables' states
KEEPALIVE_S = 10
UNSURE = "it has not come back; if that goes on, the broker has old files: `mingg club mosquitto` with --force"
NOTHING = "There is no connection to the broker, so nothing can be decided: {}"
LATER = "It may still be done: look at this page before you do it again."
CONNECTING = "not connected yet"  # until the first connection has everything, or has failed

# The client's log would write into the terminal; the night itself shows what is wrong.
_QUIET = logging.getLogger("mingg.club")
_QUIET.addHandler(logging.NullHandler())
_QUIET.propagate = False


def _client(address: Address) -> aiomqtt.Client:
    return aiomqtt.Client(
        address.host,
        address.port,
        username=address.user or None,
        password=address.password or None,
        identifier=f"mingg-{secrets.token_hex(8)}",  # who knows it could end the connection, so nobody does
        keepalive=KEEPALIVE_S,
        timeout=10,
        logger=_QUIET,
    )


def _heed(loop: asyncio.AbstractEventLoop, context: Json) -> None:
    """Passes errors on, except those of a broken connection that nobody waits for any more: _connect() has them."""
    if not isinstance(context.get("exception"), aiomqtt.MqttError | OSError):
        loop.default_exception_handler(context)


async def _subscribe(client: aiomqtt.Client, topic: str) -> None:
    """Subscribes with QoS 1. Raises aiomqtt.MqttError, also if the broker refuses it [MQTT 3.1.1, 3.9.3]: one that has
    just started may do so for a while."""
    answers = await client.subscribe(topic, qos=1)
    if any((answer if isinstance(answer, int) else answer.value) & 0x80 for answer in answers):
        raise aiomqtt.MqttError("it refuses to send the messages of this club. This is tried again")


async def _subscribe_all(client: aiomqtt.Client, club: str, mark: str) -> None:
    """Subscribes to everything of a club. mark: the topic of a message of our own, which the broker sends after what it
    has. In a cluster another server may have more. Raises aiomqtt.MqttError."""
    await _subscribe(client, topics.everything(club))
    await client.publish(mark, b"mark", qos=1)


def _mark(club: str) -> str:
    """Returns a new topic of a mark: there is no table 0."""
    return topics.ask(club, 0, secrets.token_hex(topics.MOST_ID // 2))


async def retained(address: Address, club: str) -> dict[str, bytes]:
    """Returns what a broker has of a club, by topic. Raises NoConnection."""
    found: dict[str, bytes] = {}
    try:
        async with _client(address) as client:
            mark, end = _mark(club), time.monotonic() + MOST_QUIET_S
            await _subscribe_all(client, club, mark)
            messages = aiter(client.messages)
            is_marked = False
            while True:
                message = await asyncio.wait_for(anext(messages), end - time.monotonic())
                is_mark = str(message.topic) == mark
                is_marked |= is_mark
                if is_mark or (is_marked and message.retain):  # what is new may never end
                    end = time.monotonic() + QUIET_S
                if not is_mark:
                    found[str(message.topic)] = message.payload if isinstance(message.payload, bytes) else b""
    except (asyncio.TimeoutError, StopAsyncIteration):
        return found
    except (aiomqtt.MqttError, OSError) as error:
        raise NoConnection(str(error)) from None


class Host:
    """The host of a night. course: see there. broker: started by this host, None for another one. archive: gets the
    ledgers; None for none. join: by table, the link with which a phone joins. takes: directs at its first connection,
    even if another one has done so; without it, it then looks."""

    def __init__(
        self,
        course: Course,
        address: Address,
        broker: Broker | None = None,
        archive: Archive | None = None,
        join: dict[int, str] | None = None,
        takes: bool = True,
    ) -> None:
        self.course = course
        course.look()
        course.wall = time.time()
        self.takes = takes
        self.address = address
        self.broker = broker
        self.archive = archive
        self.join = join or {}
        self.trouble = CONNECTING
        self.archive_trouble = ""
        self.book_trouble = ""
        self._unfilled: list[Grown] = []
        self._filling: asyncio.Future[None] | None = None  # while a thread fills the archive
        self._work = asyncio.Event()
        self._news = asyncio.Event()  # another one after each change
        self._latest = 0.0  # when the last retained message came, or the mark: new ones may never end
        self._mark = ""  # "" when it has come
        self._client: aiomqtt.Client | None = None  # of a connection that has everything
        self._lost = asyncio.Event()  # this connection may have lost something
        self._acting = asyncio.Lock()
        self._refused = ""  # why the last decision could not be kept
        self._shown: tuple[object, NightView] = (None, nothing_shown(course))
        self._view_at = 0.0  # the next view of those who watch, not before

    # ---- for pages ----

    def view(self) -> NightView:
        now = time.monotonic()
        kept = self.book_trouble or self.archive_trouble
        key = (self.course.change, self.trouble, kept, int(now / TICK_S))
        if self._shown[0] != key:
            view = None
            with self.course.book.aside.trying("the page"):
                view = desk.shown(self.course, self.trouble, kept)
            self._shown = key, view or replace(self._shown[1], messages=list(set_aside(self.course)))
        return self._shown[1]

    async def watch(self) -> AsyncIterator[NightView]:
        before: NightView | None = None
        while True:
            news, view = self._news, self._latest_view()
            if view != before:
                before = view
                yield view
            await asyncio.sleep(max(VIEW_S, self._view_at - time.monotonic()))
            await within(news.wait(), 1.0)

    def _latest_view(self) -> NightView:
        """Returns the same view to all who watch. For hundreds of tables it gets a third of the time."""
        began = time.monotonic()
        if began >= self._view_at:
            self.view()
            self._view_at = began + max(VIEW_S, 3 * (time.monotonic() - began))
        return self._shown[1]

    def part(self, name: str) -> Part | None:
        part = None
        with self.course.book.aside.trying("the page"):
            part = desk.part(self.course, self.view(), name, self.join)
        return part

    def page(self, name: str) -> str | None:
        from mingg_club import report  # its library is slow to load

        made = None
        with self.course.book.aside.trying("a page to print"):
            made = report.PAGES[name](self.course) if name in report.PAGES else None
        return made

    async def act(self, action: Json) -> str:
        async with self._acting:
            if self.trouble:
                raise ActionError(NOTHING.format(self.trouble))
            if isinstance(action, dict) and action.get("do") == "take_over":
                if self.course.rival:
                    raise ActionError(self.course.why_not())
                return await self._take_over()
            made = None
            with self.course.book.aside.handling("an action", 0, ActionError):
                made = self.course.decide(action)
            if made is None:
                raise ActionError("This action could not be handled, and nothing has changed. A message here says why.")
            await self._make(made)
            return made.text

    async def _make(self, made: Made) -> None:
        """Publishes a decision after those before it, and waits until it counts. Raises ActionError."""
        end = time.monotonic() + ACT_S
        while self._client is not None and self.course.is_deciding():  # a broker may have lost them
            if time.monotonic() > end:
                raise ActionError("This was not done: the broker does not take what was decided before. Try again.")
            await within(self._news.wait(), 0.05)
        self._refused = ""
        await self._publish(made.topic, made.payload, lambda: self.course.is_made(made))
        if not self.course.is_made(made):
            raise ActionError(f"This was not done: {self.course.why_not() or self._refused or UNSURE}")

    async def _take_over(self) -> str:
        """This host directs, and the one before obeys. Raises ActionError."""
        lease = self.course.claim()
        topic = topics.lease(self.course.club)
        await self._publish(topic, lease.payload(), lambda: self.course.lease >= lease)
        await asyncio.sleep(CLAIM_S)
        if self.course.lease != lease:
            raise ActionError("Another computer has taken over at the same time. Look who directs.")
        self.course.begin()
        self._settle()
        await self._changed()
        return "This computer directs the night"

    async def _publish(self, topic: str, payload: bytes, is_back: Callable[[], bool]) -> None:
        """Publishes a message, and waits until the broker has acknowledged it and this host has it back, or lost it to
        another one. Raises ActionError: then the next connection shows what the broker has."""
        client = self._client
        if client is None:
            raise ActionError(NOTHING.format(self.trouble))
        end = time.monotonic() + ACT_S
        try:
            await client.publish(topic, payload, qos=1, retain=True, timeout=ACT_S)
            while not is_back() and not self._refused:
                if topic != topics.lease(self.course.club) and not self.course.directs:
                    break
                if self._client is not client or time.monotonic() > end:
                    raise aiomqtt.MqttError(UNSURE)
                await within(self._news.wait(), 0.2)
        except (aiomqtt.MqttError, OSError) as error:
            if self._client is client:
                self._client, self.trouble = None, str(error)
                self._lost.set()
            raise ActionError(f"The broker has not confirmed this ({error}). {LATER}") from None

    async def _changed(self) -> None:
        self._work.set()
        self._news.set()
        self._news = asyncio.Event()

    # ---- running ----

    async def run(self) -> None:
        """Runs until it is cancelled. Then everything received is in the book and in the archive, or `unkept` says why
        not."""
        asyncio.get_running_loop().set_exception_handler(_heed)
        works = self._connect(), self._tick(), self._fill(), self._guard(), self._note()
        tasks = [asyncio.create_task(work) for work in works]
        try:
            await asyncio.gather(*tasks)
        finally:
            await ended(tasks)
            if self._filling is not None:
                await asyncio.gather(self._filling, return_exceptions=True)
            self._settle()
            self._fill_archive(self._grown())

    @property
    def unkept(self) -> str:
        """Why something that was received is not in the book or the archive; "" if everything is."""
        return "\n".join(filter(None, (self.book_trouble, self.archive_trouble)))

    async def _connect(self) -> None:
        while True:
            try:
                async with _client(self.address) as client:
                    await self._serve(client)
            except (aiomqtt.MqttError, OSError) as error:
                self.trouble = str(error) or type(error).__name__
            self.course.disconnected()
            await self._changed()
            await asyncio.sleep(RETRY_S)

    async def _note(self) -> None:
        """Makes decisions of what devices have answered, and of the time."""
        while True:
            await within(self._news.wait(), TICK_S)
            if self._client is None or self.trouble or self.course.facts() is None:
                continue
            async with self._acting:
                made = self.course.facts()
                if made is not None:
                    with suppress(ActionError):  # the page says what is wrong, and it is tried again
                        await self._make(made)

    async def _serve(self, client: aiomqtt.Client) -> None:
        tasks = [asyncio.create_task(self._receive(client)), asyncio.create_task(self._look(client))]
        try:
            began = time.monotonic()
            self._mark = _mark(self.course.club)
            await _subscribe_all(client, self.course.club, self._mark)
            while self._mark or time.monotonic() - self._latest < QUIET_S:
                if time.monotonic() - began > MOST_QUIET_S:
                    break
                await asyncio.sleep(QUIET_S / 4)
            self.course.connected()
            self._lost.clear()
            self._client = client
            lease = self.course.lease
            is_free = not self._mark and lease in (self.course.mine, Lease())  # otherwise someone may direct
            if self.takes or (is_free and not self.course.rival):
                with suppress(ActionError):  # the page says who directs
                    await self._take_over()
            if self._lost.is_set():
                raise aiomqtt.MqttError(self.trouble)
            self.takes = False
            self.trouble = ""
            self._view_at = 0.0  # a view that says otherwise is shown to nobody any more
            self._settle()
            tasks += [asyncio.create_task(self._send(client)), asyncio.create_task(self._give_up())]
            await self._changed()
            done, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
            for task in done:
                task.result()
        finally:
            self._client = None
            await ended(tasks)

    async def _give_up(self) -> None:
        await self._lost.wait()
        raise aiomqtt.MqttError(self.trouble)  # as _publish() left it

    async def _look(self, client: aiomqtt.Client) -> None:
        """Reads the states of all tables again and again: they tell which records are missing. A cluster of
        brokers passes not everything on while it handles a subscription, or after one of them has died."""
        states = topics.of_table(self.course.club, "+", topics.HERE)
        while True:
            await asyncio.sleep(LOOK_S)
            await _subscribe(client, states)
            await client.unsubscribe(states)

    async def _receive(self, client: aiomqtt.Client) -> None:
        flushed = time.monotonic()
        async for message in client.messages:
            now = time.monotonic()
            is_mark = str(message.topic) == self._mark
            if is_mark:
                self._mark = ""
            if message.retain or is_mark:
                self._latest = now
            payload = message.payload
            try:
                data = payload if isinstance(payload, bytes) else b""
                self.course.take(str(message.topic), data, bool(message.retain))
            except BookError as error:
                self.book_trouble = self._refused = str(error)
            if str(message.topic).split("/")[2:3] == [topics.NIGHT]:
                await self._changed()  # who acts waits for it
            if now - flushed > FLUSH_S:
                flushed = now
                self._settle()
                await self._changed()
            elif self.course.outgoing:
                self._work.set()

    async def _send(self, client: aiomqtt.Client) -> None:
        """Publishes what waits. Some messages at once: with hundreds of tables each acknowledgement takes its time."""
        while True:
            waits = self.course.outgoing
            while waits:
                batch, latest = list(islice(waits, AT_ONCE)), {one.topic: one for one in waits}
                due = [one for one in batch if latest[one.topic] is one]  # otherwise a later one replaces it
                await asyncio.gather(*(client.publish(one.topic, one.payload, qos=1, retain=True) for one in due))
                for publication in batch:
                    if waits and waits[0] is publication:
                        waits.popleft()
            self._work.clear()
            await self._work.wait()

    async def _tick(self) -> None:
        while True:
            await asyncio.sleep(TICK_S)
            if not self.trouble:
                self.course.tick(time.monotonic(), time.time())
            self._settle()
            await self._changed()

    def _settle(self) -> None:
        """Keeps what was received, and publishes what the broker has to have."""
        try:
            self.course.book.flush()
            if not self.trouble:
                self.course.settle()
                self.course.tell_kept()
                self.course.clear()
                self._work.set()
            self.book_trouble = ""
        except BookError as error:
            self.book_trouble = str(error)

    async def _guard(self) -> None:
        """Starts the broker again if it has ended."""
        while True:
            await asyncio.sleep(TICK_S)
            if self.broker is not None and not self.broker.is_running():
                try:
                    await asyncio.to_thread(self.broker.start)
                except (Refused, OSError) as error:
                    self.trouble = str(error)
                    await asyncio.sleep(RETRY_S)

    # ---- the archive ----

    async def _fill(self) -> None:
        while True:
            await asyncio.sleep(ARCHIVE_S)
            grown = self._grown()
            if grown:
                self._filling = asyncio.ensure_future(asyncio.to_thread(self._fill_archive, grown))
                await asyncio.shield(self._filling)  # a thread goes on when the host ends: run() waits for it

    def _grown(self) -> list[Grown]:
        """Returns the ledgers that the archive does not have yet."""
        if self.archive is None:
            return []
        unfilled, self._unfilled = self._unfilled, []
        return unfilled + self.course.book.grown(self.course.club)

    def _fill_archive(self, grown: list[Grown]) -> None:
        self.archive_trouble = ""
        for one in grown:
            board, evening, files = one
            try:
                if self.archive is not None:
                    self.archive.add(board, {evening: files})
            except EveningError as error:
                self.archive_trouble = str(error)
                self._unfilled.append(one)
