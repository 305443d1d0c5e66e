"""`mingg club`: runs a night of a club with many tables."""

from __future__ import annotations

import asyncio
import contextlib
import secrets
import socket
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from mingg_host.commands import connecting
from mingg_host.commands.connecting import port_option
from mingg_host.commands.evening_options import archive_option, with_progress
from mingg_host.common import disk, files, locks, places
from mingg_host.common.output import printable
from mingg_host.evenings.archive import Archive, ArchiveError
from mingg_host.evenings.archive import default as default_archive

if TYPE_CHECKING:
    from mingg_host.club.brokers import Broker, Credentials
    from mingg_host.club.document import Document
    from mingg_host.club.filling import Filled, Message
    from mingg_host.club.host import Address, Host
    from mingg_host.club.joining import Membership
    from mingg_host.club.night import Plan
    from mingg_host.club.nights import ClubFolder
    from mingg_host.club.records import Kept
    from mingg_host.club.view import NightView

WEB_PAGES = 8080
DEVICE_PAGE = 8000
PLAYERS = 12
SPARE = 2  # tables with credentials beyond those that the players fill
NAMES = ("Ann", "Bo", "Cy", "Di", "Eve", "Flo", "Gus", "Hal", "Ida", "Jo", "Kay", "Lu", "Max", "Nell", "Otto", "Pia")
NEEDS = "a club night needs {}. Run in Mingg's checkout: pipx install --force '.[club]'"


PORT, PORT_OR_NONE = click.IntRange(1, 65535), click.IntRange(0, 65535)
FILE = click.Path(path_type=Path, dir_okay=False)
FOLDER = click.Path(path_type=Path, file_okay=False)


class Refused(click.ClickException):
    """An input is wrong, or something does not answer."""

    exit_code = 2


folder_option = click.option(
    "--folder",
    metavar="FOLDER",
    type=FOLDER,
    help="Keep nights and credentials here.  [default: the folder club in Mingg's data]",
)
broker_option = click.option(
    "--broker",
    metavar="HOST[:PORT]",
    help="Use this broker.  [default: run: start one; others: the one on this computer]",
)
credentials_option = click.option(
    "--credentials",
    metavar="FILE",
    type=FILE,
    help="The passwords, as `mingg club mosquitto` writes them.  [default: those in --folder]",
)
night_argument = click.argument("night", metavar="NIGHT", type=FILE)


@click.group("club")
def club() -> None:
    """Run a night of a club: many tables, one room.

    NIGHT is a file that `mingg club new` writes: players, movement, sittings, rules. Read docs/club.md first: it leads
    through a night.

    \b
    Example:
      mingg club new friday.toml --players 16
      mingg club rehearse friday.toml
      mingg club run friday.toml
      mingg club standing friday.toml --to friday.xlsx
    """


@contextlib.contextmanager
def _explained() -> Iterator[None]:
    """Turns each failure of a night into one message."""
    from mingg_host.club.brokers import BrokerError, NoConnection
    from mingg_host.club.document import DocumentError
    from mingg_host.club.joining import BadMembership
    from mingg_host.club.night import NightError
    from mingg_host.club.records import BookError
    from mingg_host.club.view import ActionError

    try:
        yield
    except ModuleNotFoundError as error:
        raise Refused(NEEDS.format(error.name)) from None
    except NoConnection as error:
        raise Refused(printable(f"the broker does not answer: {error}. Check its address and the password.")) from None
    except (NightError, BookError, BrokerError, DocumentError, ActionError, BadMembership, ArchiveError) as error:
        raise Refused("\n".join(map(printable, str(error).split("\n")))) from None
    except locks.Busy:
        raise Refused("Another `mingg club run` runs this club on this computer. End it first.") from None


# ---- new ----


@club.command("new", short_help="Write the file of a night.")
@click.argument("file", metavar="FILE", type=FILE)
@click.option("--name", help="The night's name.  [default: that of the file]")
@click.option("--club", "club_name", default="club", show_default=True, help="The club, in addresses.")
@click.option(
    "--players", metavar="N or NAMES", default=str(PLAYERS), show_default=True, help="Ann,Bo,Cy,... or how many."
)
@click.option("--movement", default="progressive", show_default=True, help="progressive, meet, swiss or fixed.")
@click.option("--sittings", type=int, default=4, show_default=True, help="0: until the director ends the night.")
@click.option(
    "--deals", type=int, default=4, show_default=True, help="Deals of a sitting. 0: until the director ends it."
)
@click.option("--rules", default="babcock", show_default=True, help="A rule set, or a file of house rules beside FILE.")
@click.option("--odd", default="three", show_default=True, help="Who fills no table of four: three, five or out.")
@click.option("--rank", default="points", show_default=True, help="points or table_points.")
@click.option("--force", is_flag=True, help="Replace an existing file.")
def new(
    file: Path,
    name: str | None,
    club_name: str,
    players: str,
    movement: str,
    sittings: int,
    deals: int,
    rules: str,
    odd: str,
    rank: str,
    force: bool,
) -> None:
    """Write the file of a night, with a comment at each line. Edit it, and enter the players' names.

    In progressive play East passes after every deal, as in Babcock's Red Book. Sections and lines that you leave out
    have the values that this command writes.

    \b
    Example:
      mingg club new friday.toml --players 16 --movement meet
      mingg club new friday.toml --players Ann,Bo,Cy,Di,Eve,Flo,Gus,Hal
    """
    from mingg_host.club.night import Plan, as_toml, by_the_book, parse

    if file.exists() and not force:
        raise Refused(printable(f"{file}: this file exists. Name another one, or add --force."))
    names = _names(players)
    title = name if name is not None else file.stem.replace("-", " ").capitalize()
    options = by_the_book(movement)
    plan = Plan(title, club_name, movement, sittings, deals, rules, options, odd=odd, rank=rank, players=tuple(names))
    text = as_toml(plan)
    with _explained():
        parse(text, "these options", file.parent)
    try:
        disk.put(file, text.encode())
    except OSError as error:
        raise Refused(printable(disk.why(error, file))) from None
    click.echo(printable(f"{file}: {len(names)} players. Next: mingg club rehearse {file}"))


def _names(players: str) -> list[str]:
    if not players.isdecimal():
        return [name.strip() for name in players.split(",")]
    count = min(int(players), 4000)
    return [name if turn == 0 else f"{name} {turn + 1}" for turn in range(count) for name in NAMES][:count]


# ---- run ----


@club.command("run", short_help="Run a night.")
@night_argument
@broker_option
@credentials_option
@click.option("--port", type=PORT, default=1883, show_default=True, help="Of the broker that it starts.")
@click.option("--web-port", type=PORT_OR_NONE, default=9001, show_default=True, help="Of that broker, for phones.")
@click.option(
    "--page-port", type=PORT_OR_NONE, default=WEB_PAGES, show_default=True, help="Of the web pages; 0: any free one."
)
@click.option(
    "--device-port",
    type=PORT_OR_NONE,
    default=DEVICE_PAGE,
    show_default=True,
    help="Of the device for phones. 0: none.",
)
@click.option("--bind", default="", help="An address of this computer.  [default: all]")
@click.option("--no-archive", is_flag=True, help="Do not copy the evenings into the archive.")
@folder_option
@archive_option
def run(
    night: Path,
    broker: str | None,
    credentials: Path | None,
    port: int,
    web_port: int,
    page_port: int,
    device_port: int,
    bind: str,
    no_archive: bool,
    folder: Path | None,
    archive: Path | None,
) -> None:
    """Run a night: receive the results of all tables, and seat the players. Ctrl-C ends it; nothing is lost.

    Run it again to continue, also on another computer that uses the same broker. A night continues while it has the
    same name and is not over; otherwise a new one begins.

    A phone can be a table's device: the director's page shows the links, and `mingg club join --link` prints one.

    \b
    Example:
      mingg club run friday.toml
      mingg club run friday.toml --broker 192.168.4.1 --credentials credentials.json
    """
    with _explained():
        from mingg_host.club import nights
        from mingg_host.club.night import read

        plan = read(night)
        at = nights.ClubFolder(folder, plan.club)
        users = _credentials(at, plan, credentials)
        with locks.held(at.path / "running", 1.0):
            own = None if broker else _own_broker(users, at, port, web_port, bind)
            try:
                address = _address(f"{own.host}:{own.port}" if own else broker, users)
                kept = None if no_archive else Archive(archive or default_archive())
                with _for_phones(plan, users, address, web_port, bind, device_port) as links:
                    ports = [*([port, web_port] if own else []), device_port if links else 0, page_port]
                    listed = ", ".join(str(each) for each in ports if each)
                    click.echo(f"If this computer has a firewall, open these ports for your network: {listed}")
                    click.echo("Ctrl-C ends this. Nothing is lost.")
                    _run(plan, at, address, own, kept, bind, page_port, links, users.page_key())
            finally:
                if own is not None:
                    own.stop()
    click.echo("Ended. Everything is kept: run the command again to continue.")


def _known_credentials(at: ClubFolder, plan: Plan, file: Path | None) -> Credentials:
    """Returns the credentials of a club. Raises Refused if there are none: new ones would be those of no broker."""
    from mingg_host.club.brokers import read_credentials

    path = file or at.credentials
    if not path.exists():
        raise Refused(
            printable(
                f"{path}: there is no such file. `mingg club run` and `mingg club mosquitto` make the passwords of a"
                " club. Copy that file here, or name it with --credentials."
            )
        )
    return read_credentials(path, plan.club)


def _credentials(at: ClubFolder, plan: Plan, file: Path | None) -> Credentials:
    """Returns the credentials of a club with enough tables; makes those that are missing, and keeps them in the club's
    folder."""
    from mingg_host.club.brokers import read_credentials, write_credentials
    from mingg_host.club.movements.seating import sizes

    if file is not None:
        return _known_credentials(at, plan, file)
    users = read_credentials(at.credentials, plan.club)
    users.add(len(sizes(len(plan.players), plan.odd, plan.is_long)) + SPARE)
    try:
        write_credentials(at.credentials, users)
    except OSError as error:
        raise Refused(printable(disk.why(error, at.credentials))) from None
    return users


def _own_broker(users: Credentials, at: ClubFolder, port: int, web_port: int, bind: str) -> Broker:
    from mingg_host.club.brokers import Broker, own_address

    try:
        own = Broker(users, at.broker, port, web_port, bind)
        own.start()
    except OSError as error:
        raise Refused(printable(disk.why(error, at.broker))) from None
    here = bind or own_address()
    click.echo(f"Broker:          {here}:{port} ({own.kind})")
    if here.startswith("127."):
        click.echo(f"Only this computer itself reaches {here}. Phones and boards need a network.", err=True)
    return own


def _address(broker: str | None, users: Credentials, user: str = "director") -> Address:
    from mingg_host.club.host import Address

    host, colon, given = (broker or "127.0.0.1:1883").rpartition(":")
    if not colon:
        host, given = given, "1883"
    if not given.isdecimal() or not 0 < int(given) < 65536:
        raise Refused(printable(f"{broker}: this is no address of a broker. Write HOST or HOST:PORT."))
    return Address(host, int(given), user, users.passwords.get(user, ""))


@contextlib.contextmanager
def _for_phones(
    plan: Plan, users: Credentials, address: Address, web_port: int, bind: str, port: int
) -> Iterator[dict[int, str]]:
    """Serves the page with which a phone is a device. Yields the links by table; {} if it cannot, and says why."""
    from mingg_host.club import joining
    from mingg_host.club.brokers import own_address
    from mingg_host.simulator.node import SetupError, ensure_vm
    from mingg_host.simulator.serve import beside
    from mingg_host.simulator.website import Site

    if not (port and web_port):
        yield {}
        return
    here = own_address() if bind in ("", "0.0.0.0") else bind
    broker = joining.numeric(address.host)
    place = here if broker.startswith("127.") else broker
    web = joining.web_address(place, web_port)
    with contextlib.ExitStack() as stack:
        try:
            site = Site(places.package(), ensure_vm(click.echo), broker=web)
            stack.enter_context(beside(bind or "0.0.0.0", port, site))
        except SetupError as error:
            click.echo(printable(f"No page for phones: {error}"), err=True)
            yield {}
            return
        except OSError as error:
            why = disk.why(error, f"port {port}")
            click.echo(printable(f"No page for phones: {why}. Choose another port with --device-port."), err=True)
            yield {}
            return
        click.echo(f"Page for phones: http://{here}:{port}/ with the code of a table, from the director's page")
        yield {
            table: joining.link(f"http://{here}:{port}/", _membership(plan, users, table, place, address.port, web))
            for table in users.tables()
        }


def _membership(
    plan: Plan, users: Credentials, table: int, place: str, port: int, web: str = "", ssid: str = "", key: str = ""
) -> Membership:
    """Returns what the device of a table needs. place, port: of the broker. Raises Refused."""
    from mingg_host.club import joining

    user = _user(users, table)
    return joining.Membership(plan.club, table, place, port, user, users.passwords[user], ssid, key, web)


def _user(users: Credentials, table: int) -> str:
    """Returns the name with which the device of a table logs in. Raises Refused."""
    from mingg_host.club import topics

    user = topics.table_user(table)
    if user not in users.passwords:
        raise Refused(f"table {table} has no password. Write more: mingg club mosquitto --tables {table}")
    return user


def _listener(bind: str, port: int) -> socket.socket:
    """Opens the port of the web pages, before anything begins."""
    from mingg_host.club.web import NoPort, listen

    try:
        return listen(bind, port)
    except NoPort as error:
        raise Refused(printable(f"{error}. Choose another port with --page-port.")) from None


def _run(
    plan: Plan,
    at: ClubFolder,
    address: Address,
    own: Broker | None,
    archive: Archive | None,
    bind: str,
    page_port: int,
    links: dict[int, str],
    key: str,
) -> None:
    from mingg_host.club.course import open_course
    from mingg_host.club.host import Host
    from mingg_host.club.records import Book
    from mingg_host.club.running import until_stopped
    from mingg_host.club.web import serve

    listener = _listener(bind, page_port)
    name, night = _continued(plan, at, address)
    book = Book(at.book(night))

    async def runs() -> str:
        host = Host(open_course(book, night, name), address, own, archive, links)
        beside = [lambda: _told(host)]
        beside.append(lambda: serve(host, listener, bind, key))
        await until_stopped(host, *beside)
        return host.unkept

    try:
        unkept = asyncio.run(runs())
    finally:
        listener.close()
        book.close()
    if unkept:
        raise click.ClickException(printable(f"Ended, but not everything is kept: {unkept}"))


def _continued(plan: Plan, at: ClubFolder, address: Address) -> tuple[str, Document]:
    """Returns a name for this host, and the night to run. Without a night on this computer it waits for the broker,
    which may have one."""
    from mingg_host.club import nights
    from mingg_host.club.host import host_name
    from mingg_host.club.running import is_over, published_at_last

    name = host_name()
    local = at.latest(plan.name)
    said = lambda why: click.echo(printable(f"The broker does not answer yet: {why}"), err=True)  # noqa: E731
    there = asyncio.run(published_at_last(address, plan.club, said, tries=1 if local else None))
    ended = there is not None and asyncio.run(is_over(address, there))
    night = nights.continued(plan, local, there, name, ended)
    if night.change:
        click.echo(printable(f"{plan.name} continues: it began at {night.since}, sitting {len(night.sittings)}."))
    return name, night


async def _told(host: Host) -> None:
    """Prints what changes: the state of the night, and new messages."""
    from mingg_host.club.brokers import NoConnection
    from mingg_host.club.running import connected

    line, known = "", set[str]()
    with contextlib.suppress(NoConnection):  # then the first message says it
        await connected(host, 2.0)
    async for shown in host.watch():
        now = _line(shown)
        if now != line:
            line = now
            click.echo(now)
        for message in shown.messages:
            if message.key not in known:
                known.add(message.key)
                click.echo(printable(f"  {message.text} {message.next}"))
        known &= {message.key for message in shown.messages}


def _line(shown: NightView) -> str:
    here = sum(table.state == "here" for table in shown.tables)
    played = sum(table.played for table in shown.tables)
    of = f" of {shown.sittings}" if shown.sittings else ""
    deals = f" of {sum(table.deals for table in shown.tables)}" if shown.deals else ""
    return (
        f"{shown.state}: sitting {shown.sitting}{of}, {played}{deals} deals, {here} of {len(shown.tables)} tables here"
        if shown.sitting
        else f"{shown.state}: {len(shown.players)} players"
    )


# ---- next ----


@club.command("next", short_help="Decide the next seats, and begin the sitting.")
@night_argument
@click.option("--draw", is_flag=True, help="Draw all seats by lot.")
@click.option("--throw", is_flag=True, help="Throw dice for those who are equal.")
@click.option("--start", is_flag=True, help="Begin the sitting with the seats that are decided.")
@broker_option
@credentials_option
@folder_option
def next_command(
    night: Path, draw: bool, throw: bool, start: bool, broker: str | None, credentials: Path | None, folder: Path | None
) -> None:
    """Decide who sits where next, and print it. With --start, the tables get their players, and the sitting begins.

    The night must run: `mingg club run` does not need to be on this computer. If players are equal and have to throw
    dice, the command names them; --throw throws for all of them.

    \b
    Example:
      mingg club next friday.toml
      mingg club next friday.toml --throw --start
    """
    with _explained():
        from mingg_host.club import nights
        from mingg_host.club.brokers import NoConnection
        from mingg_host.club.host import published
        from mingg_host.club.night import read
        from mingg_host.club.running import act_from_afar

        plan = read(night)
        at = nights.ClubFolder(folder, plan.club)
        address = _address(broker, _known_credentials(at, plan, credentials))
        from aiomqtt import MqttError

        try:
            there = asyncio.run(published(address, plan.club))
        except (MqttError, OSError) as error:
            raise NoConnection(str(error)) from None
        if there is None:
            raise Refused(f"no night of {plan.club} runs there. Begin it: mingg club run {night}")
        actions: list[dict[str, Any]] = []
        if throw:
            _, shown = asyncio.run(act_from_afar(address, there, []))
            actions += [{"do": "throw", "table": table.number} for table in shown.tables if table.tied]
        if draw or not (start and there.proposal is not None):
            actions.append({"do": "draw" if draw else "propose"})
        done, shown = asyncio.run(act_from_afar(address, there, actions))
        files.write(_moves(shown))
        if start:
            more, _ = asyncio.run(act_from_afar(address, there, [{"do": "start"}]))
            done += more
    for text in done:
        click.echo(printable(text), err=True)


def _moves(shown: NightView) -> str:
    lines = []
    for move in sorted(shown.moves, key=lambda move: (move.table == 0, move.table)):
        place = f"table {move.table} {move.seat}" if move.table else "sits out"
        lines.append(f"{place:<12} {printable(move.name)}\n")
    return "".join(lines)


# ---- standing ----


@club.command("standing", short_help="Print the standing of a night or a season.")
@click.argument("references", metavar="NIGHT...", nargs=-1, required=True, type=FILE)
@click.option("--season", is_flag=True, help="All nights of the club that are kept here.")
@click.option("--list", "listed", is_flag=True, help="List the nights that are kept here, with their files.")
@click.option(
    "--since",
    metavar="TIME",
    help="Only nights that began then, such as 2026-05 or 2026-05-31.  [default: the last one]",
)
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
@click.option("--to", metavar="FILE", type=FILE, help="Write .json, .csv or .xlsx.")
@folder_option
def standing_command(
    references: tuple[Path, ...],
    season: bool,
    listed: bool,
    since: str | None,
    as_json: bool,
    to: Path | None,
    folder: Path | None,
) -> None:
    """Print the standing, computed from the ledgers alone. It needs no broker, and a night may be running.

    NIGHT is the file of a night, or a kept night: a file .sqlite in the club's folder, as --list shows it. Several make
    a season; the same name means the same player.

    \b
    Example:
      mingg club standing friday.toml
      mingg club standing friday.toml --season --to spring.xlsx
      mingg club standing friday.toml --season --since 2026-05 --json
    """
    with _explained():
        from mingg_host.club import nights, standing
        from mingg_host.club.night import read

        if listed:
            plan = read(references[0])
            for path, one in nights.ClubFolder(folder, plan.club).nights():
                over = ", over" if one.over else ""
                click.echo(printable(f"{one.since}  {one.plan.name}, sitting {len(one.sittings)}{over}  {path}"))
            return
        books = dict.fromkeys(book for file in references for book in nights.find(file, folder, season, since))
        read_nights = [nights.results(book) for book in with_progress(books)]
    found = [results for results, _ in read_nights]
    plan = read_nights[-1][1]
    ranks = standing.standing(found, plan.rank)
    title = f"Season of {plan.club}" if season or len(found) > 1 else plan.name
    if to is not None:
        _write(to, {
            ".json": lambda: standing.as_json(title, ranks).encode(),
            ".csv": lambda: standing.as_csv(ranks),
            ".xlsx": lambda: standing.as_xlsx(ranks, found),
        })  # fmt: skip
    elif as_json:
        files.write_data(standing.as_json(title, ranks).encode())
    else:
        files.write(standing.as_text(title, ranks))


def _write(to: Path, forms: dict[str, Any]) -> None:
    if to.suffix not in forms:
        raise Refused(printable(f"{to}: the name must end in {', '.join(forms)}."))
    try:
        disk.put(to, forms[to.suffix]())
    except OSError as error:
        raise Refused(printable(disk.why(error, to))) from None


# ---- join ----


@club.command("join", short_help="Make a device join a table.")
@night_argument
@click.option("--table", type=click.IntRange(1, 999), required=True, help="The table's number.")
@click.option("--ssid", default="", help="The name of the Wi-Fi.")
@click.option("--key", default="", help="The key of the Wi-Fi.")
@click.option("--address", help="The broker's numeric address.  [default: that of this computer]")
@click.option("--broker-port", type=PORT, default=1883, show_default=True, help="The broker's port.")
@click.option("--web-port", type=PORT, default=9001, show_default=True, help="The broker's port for phones.")
@click.option("--link", "as_link", is_flag=True, help="Only print a link, for a phone or `mingg play --club`.")
@click.option("--device-port", type=PORT, default=DEVICE_PAGE, show_default=True, help="Of the page in that link.")
@click.option(
    "--ledger",
    type=FOLDER,
    help="Configure `mingg play --ledger FOLDER` instead of a board.",
)
@port_option
@credentials_option
@folder_option
def join(
    night: Path,
    table: int,
    ssid: str,
    key: str,
    address: str | None,
    broker_port: int,
    web_port: int,
    as_link: bool,
    device_port: int,
    ledger: Path | None,
    port: str | None,
    credentials: Path | None,
    folder: Path | None,
) -> None:
    """Make a device join a table: the board on this computer's USB, a phone, or `mingg play`.

    The key of the Wi-Fi and the table's password are stored on the board; anyone who holds it can read them.

    \b
    Example:
      mingg club join friday.toml --table 3 --ssid Club --key secret
      mingg club join friday.toml --table 3 --ledger table-3
      mingg club join friday.toml --table 3 --link
    """
    with _explained():
        from mingg_host.club import joining, nights
        from mingg_host.club.brokers import own_address
        from mingg_host.club.night import read

        plan = read(night)
        users = _known_credentials(nights.ClubFolder(folder, plan.club), plan, credentials)
        place = joining.numeric(address or own_address())
        web = joining.web_address(place, web_port) if as_link else ""
        member = _membership(plan, users, table, place, broker_port, web, ssid, key)
        if as_link:
            click.echo(joining.link(f"http://{place}:{device_port}/", member))
            return
        if ledger is not None:
            try:
                click.echo(printable(str(joining.write(ledger, member))))
            except OSError as error:
                raise Refused(printable(disk.why(error, ledger))) from None
            return
        with connecting.connected(port) as board:
            joining.write_to_board(board, member)
    click.echo(f"The board joins table {table} of {plan.club} at {place} when it starts again.")


# ---- fill ----


@club.command("fill", short_help="Read the results of a board without Wi-Fi.")
@night_argument
@click.option("--table", type=click.IntRange(1, 999), required=True, help="The table where the board was.")
@click.option("--since", type=int, default=1, metavar="N", help="Leave out evenings of the board before this one.")
@broker_option
@port_option
@credentials_option
@folder_option
@archive_option
def fill(
    night: Path,
    table: int,
    since: int,
    broker: str | None,
    port: str | None,
    credentials: Path | None,
    folder: Path | None,
    archive: Path | None,
) -> None:
    """Read the results of a table from the board on this computer's USB, into the night and the archive.

    The board must name the same players as the table had. If the night runs, its host gets the records from the broker,
    as from any table; otherwise they go into the night that is kept here. You can repeat it at any time.

    \b
    Example:
      mingg club fill friday.toml --table 3
    """
    with _explained():
        from mingg_host.club import filling, nights
        from mingg_host.club.night import read
        from mingg_host.connection.board_backup import read_board

        plan = read(night)
        at = nights.ClubFolder(folder, plan.club)
        has_broker = bool(broker or credentials or at.credentials.exists())  # a broker needs passwords
        users = _known_credentials(at, plan, credentials) if has_broker else None
        with connecting.connected(port) as board, connecting.progress() as report:
            backup = read_board(board, report)
        device = filling.device_of(backup)
        sent = {
            number: list(filling.messages({name: backup.files[name] for name in names}, plan.club, table, device))
            for number, names in backup.ledgers.items()
            if number >= since
        }
        found = filling.ledgers(plan.club, table, device, [message for one in sent.values() for message in one])
        filled = (
            _fill_kept(plan, at, table, found, sent, archive)
            if users is None
            else _fill(plan, at, users, table, broker, found, sent, archive)
        )
    for one in filled:
        count = len(one.ledger.records)
        click.echo(f"evening {one.ledger.name.evening}: sitting {one.sitting}, {count} record{'s' * (count != 1)}")


def _fill(
    plan: Plan,
    at: ClubFolder,
    users: Credentials,
    table: int,
    broker: str | None,
    found: list[Kept],
    sent: dict[int, list[Message]],
    archive: Path | None,
) -> list[Filled]:
    """Brings ledgers of a board into the running night, or the one that is kept here. Returns what belongs to it."""
    from aiomqtt import MqttError

    from mingg_host.club import filling
    from mingg_host.club.host import published, send

    address = _address(broker, users)
    try:
        there = asyncio.run(published(address, plan.club))
    except (MqttError, OSError) as error:
        if broker is not None:
            raise Refused(printable(f"the broker does not answer: {error}. Check its address.")) from None
        there = None
    if there is None:
        return _fill_kept(plan, at, table, found, sent, archive)
    filled = _matched(there, table, found)
    messages = [message for one in filled for message in sent[one.ledger.name.evening]]
    asyncio.run(send(_address(broker, users, _user(users, table)), with_progress(messages, "publishing")))
    asyncio.run(filling.count(address, plan.club, filled))
    return filled


def _fill_kept(
    plan: Plan, at: ClubFolder, table: int, found: list[Kept], sent: dict[int, list[Message]], archive: Path | None
) -> list[Filled]:
    from mingg_host.club import filling
    from mingg_host.club.course import open_course
    from mingg_host.club.host import host_name
    from mingg_host.club.records import Book

    kept = [(path, night) for path, night in at.nights() if night.plan.name == plan.name]
    if not kept:
        raise Refused("no such night is kept here, and none runs. `mingg club run` begins one.")
    path, night = kept[-1]
    with locks.held(at.path / "running", 1.0):
        book = Book(path)
        try:
            course = open_course(book, night, host_name())
            filled = _matched(course.night, table, found)
            for one in filled:
                for message in sent[one.ledger.name.evening]:
                    course.take(*message)
            for one in filled:
                course.act(filling.action(one))
            evenings = Archive(archive or default_archive())
            for board, number, files in book.grown(plan.club, course.night.chosen):
                evenings.add(board, {number: files})
        finally:
            book.close()
    return filled


def _matched(night: Document, table: int, found: list[Kept]) -> list[Filled]:
    from mingg_host.club import filling

    filled = filling.matched(night, table, found)
    if not filled:
        sat = [", ".join(played.tables[table - 1].names) for played in night.sittings if table <= len(played.tables)]
        has = [f"{ledger.name.evening} of {', '.join(ledger.names())}" for ledger in found]
        raise Refused(
            printable(
                f"No evening on this board has the players of table {table}. There sat: {' / '.join(sat) or 'nobody'}."
                f" The board has: {' / '.join(has) or 'none'}."
            )
        )
    return filled


# ---- mosquitto ----


@club.command("mosquitto", short_help="Write the configuration of a broker.")
@night_argument
@click.option("--to", metavar="FOLDER", type=FOLDER, required=True, help="Where to write.")
@click.option("--tables", type=click.IntRange(1, 999), help="Tables with a password.  [default: as the players need]")
@click.option(
    "--data",
    metavar="FOLDER",
    type=click.Path(path_type=Path),
    help="The folder on the broker's computer that will have these files and its data.  [default: --to]",
)
@click.option("--port", type=PORT, default=1883, show_default=True, help="The port for devices and hosts.")
@click.option("--web-port", type=PORT_OR_NONE, default=9001, show_default=True, help="The port for phones. 0: none.")
@folder_option
def mosquitto(
    night: Path, to: Path, tables: int | None, data: Path | None, port: int, web_port: int, folder: Path | None
) -> None:
    """Write the configuration of a Mosquitto 2: listeners, passwords, access control, persistence, websockets.

    Passwords that the club has already stay. The file credentials.json is for `mingg club run --credentials`; it does
    not belong on the broker's computer. docs/club.md says how to install the others on a Raspberry Pi.

    \b
    Example:
      mingg club mosquitto friday.toml --to broker --data /var/lib/mosquitto/mingg
    """
    with _explained():
        from mingg_host.club import nights
        from mingg_host.club.brokers import mosquitto_files, write_credentials
        from mingg_host.club.night import read

        plan = read(night)
        at = nights.ClubFolder(folder, plan.club)
        users = _credentials(at, plan, None)
        users.add(tables or 0)
        try:
            write_credentials(at.credentials, users)
            write_credentials(to / "credentials.json", users)
            written = mosquitto_files(users, (data or to).absolute(), port, web_port, elsewhere=data is not None)
            for name, content in with_progress(written.items(), "writing"):
                disk.put(to / name, content, secret=True)
        except OSError as error:
            raise Refused(printable(disk.why(error, to))) from None
    for name in (*written, "credentials.json"):
        click.echo(printable(str(to / name)))
    click.echo("Only you may read these files. Mosquitto must be able to read the first three.")


# ---- cluster ----


@club.command("cluster", short_help="Write the configuration of several brokers that act as one.")
@night_argument
@click.option("--to", metavar="FOLDER", type=FOLDER, required=True, help="Where to write.")
@click.option(
    "--node", "hosts", metavar="HOST", multiple=True, required=True, help="A server's address; three or more."
)
@click.option("--tables", type=click.IntRange(1, 999), help="Tables with a password.  [default: as the players need]")
@click.option(
    "--data",
    metavar="FOLDER",
    type=click.Path(path_type=Path),
    default=Path("/var/lib/nats"),
    show_default=True,
    help="The folder on each server for its messages.",
)
@folder_option
def cluster(night: Path, to: Path, hosts: tuple[str, ...], tables: int | None, data: Path, folder: Path | None) -> None:
    """Write the configuration of a cluster of NATS servers: one file for each. Each message is kept by three of them.

    Passwords that the club has already stay. The file credentials.json is for `mingg club run --credentials`.

    \b
    Example:
      mingg club cluster friday.toml --to cluster --node 192.168.1.11 --node 192.168.1.12 --node 192.168.1.13
    """
    with _explained():
        from mingg_host.club import nights
        from mingg_host.club.brokers import Node, cluster_files, write_credentials
        from mingg_host.club.night import read

        plan = read(night)
        at = nights.ClubFolder(folder, plan.club)
        users = _credentials(at, plan, None)
        users.add(tables or 0)
        written = cluster_files(users, [Node(host, data) for host in hosts])
        try:
            write_credentials(at.credentials, users)
            write_credentials(to / "credentials.json", users)
            for name, content in written.items():
                disk.put(to / name, content, secret=True)
        except OSError as error:
            raise Refused(printable(disk.why(error, to))) from None
    for name in (*written, "credentials.json"):
        click.echo(printable(str(to / name)))
    click.echo("Only you may read these files. Each server needs its own one.")


# ---- rehearse ----


@club.command("rehearse", short_help="Play a whole night with simulated players.")
@click.argument("night", metavar="[NIGHT]", required=False, type=FILE)
@click.option("--tables", type=click.IntRange(1, 999), help="Play with so many tables, without NIGHT.  [default: 12]")
@click.option("--sittings", type=click.IntRange(1, 99), help="Instead of those of NIGHT.")
@click.option("--pace", type=click.FloatRange(0.01, 60), default=1.0, show_default=True, help="Seconds for a deal.")
@click.option("--seed", type=int, help="Of dice and players, to repeat a rehearsal.")
@click.option(
    "--page-port", type=PORT_OR_NONE, default=WEB_PAGES, show_default=True, help="Of the web pages; 0: any free one."
)
def rehearse(
    night: Path | None, tables: int | None, sittings: int | None, pace: float, seed: int | None, page_port: int
) -> None:
    """Play a whole night with simulated players: real firmware, a real broker, and the pages live.

    It uses a folder of its own, and removes it at the end. At the end it compares every ledger with what arrived.

    \b
    Example:
      mingg club rehearse --tables 12
      mingg club rehearse friday.toml --pace 5

    \b
    Exit status: 0; 1 if anything that arrived differs from a ledger; 2 if it cannot begin.
    """
    with _explained():
        from dataclasses import replace

        from mingg_host.club.night import PROGRESSIVE, Plan, by_the_book, read

        if night is not None and tables is not None:
            raise click.UsageError("NIGHT has its own players. Leave --tables out.")
        plan = (
            read(night)
            if night
            else Plan(
                *("Rehearsal", "rehearsal", PROGRESSIVE),
                options=by_the_book(PROGRESSIVE),
                players=tuple(_names(str(4 * (tables or PLAYERS)))),
            )
        )
        if sittings is not None:
            plan = replace(plan, sittings=sittings)
        found = _rehearse(plan, pace, seed, page_port)
    for difference in found:
        click.echo(printable(difference), err=True)
    if found:
        sys.exit(1)


def _rehearse(plan: Plan, pace: float, seed: int | None, page_port: int) -> list[str]:
    from dataclasses import replace
    from random import Random

    from mingg_host.club import document, nights, rehearsal
    from mingg_host.club.brokers import Broker, Credentials, free_port
    from mingg_host.club.course import open_course
    from mingg_host.club.host import Address, Host, host_name
    from mingg_host.club.movements.seating import sizes
    from mingg_host.club.records import Book
    from mingg_host.club.running import until_stopped
    from mingg_host.club.web import serve

    listener = _listener("127.0.0.1", page_port)
    dice = Random(seed)
    plan = replace(plan, sittings=plan.sittings or 4, deals=plan.deals or 4)
    count = len(sizes(len(plan.players), plan.odd, plan.is_long))
    with contextlib.ExitStack() as stack:
        stack.callback(listener.close)
        folder = stack.enter_context(disk.scratch())
        users = Credentials(plan.club)
        users.add(count)
        port = free_port()
        broker = Broker(users, folder / "broker", port, 0, "127.0.0.1")
        stack.callback(broker.stop)
        broker.start()
        book = Book(folder / "night.sqlite")
        stack.callback(book.close)
        numbers = with_progress(range(1, count + 1), "switching the devices on")
        tables = rehearsal.Tables(
            [
                rehearsal.SimulatedTable(
                    *(number, folder / f"table-{number}", rehearsal.member(users, number, "127.0.0.1", port)),
                    *(pace, Random(dice.random())),
                )
                for number in numbers
            ]
        )
        stack.callback(tables.stop)
        tables.start()
        hosts: list[Host] = []

        async def runs() -> None:
            night = document.new(plan, nights.now(), host_name())
            address = Address("127.0.0.1", port, "director", users.passwords["director"])
            host = Host(open_course(book, night, night.host, dice), address, broker, Archive(folder / "archive.sqlite"))
            hosts.append(host)
            beside = [lambda: rehearsal.direct(host, tables, click.echo), lambda: _told(host)]
            beside.append(lambda: serve(host, listener, "127.0.0.1", secrets.token_urlsafe(9)))
            await until_stopped(host, *beside)

        asyncio.run(runs())
        tables.stop()
        host = hosts[0]
        found = []
        if host.view().state == "over":
            found = rehearsal.differences(host, tables.tables)
            records = sum(len(ledger.records) for ledger in book.ledgers.values())
            from mingg_host.club import standing

            files.write(standing.as_text(plan.name, host.course.ranks()))
            click.echo(f"{count} tables, {records} records: {'all as in the ledgers' if not found else 'they differ'}.")
        return found
