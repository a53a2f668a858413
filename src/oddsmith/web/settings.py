"""Settings of whoever runs the app."""

from __future__ import annotations

import ipaddress
import re
import socket
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final
from unicodedata import normalize
from urllib.parse import urlsplit

from oddsmith.errors import BadInput, Unreadable
from oddsmith.rules.exploration.explore import STATE_LIMIT
from oddsmith.table.server.service import LONGEST

#: Where whole logs are sent to be checked.
VERIFY: Final = "/api/verify"
_PORTS: Final = {"http": 80, "https": 443}
_TOKEN: Final = re.compile(r"[A-Za-z0-9._~+/=-]{16,500}")  # RFC 6750
_HOST: Final = re.compile(r"[0-9a-z.:_-]+")
_NAME: Final = re.compile(r"[0-9a-z_](?:[0-9a-z._-]*[0-9a-z_])?")
_ORIGIN: Final = "where the pages are found, as https://dice.example"
READER: Final = "where those pages are found, as https://blog.example, or *"


def own_names() -> frozenset[str]:
    """Return the names under which this machine is reached by those who sit at it or in its network."""
    name = socket.gethostname().lower()
    return frozenset({"localhost", name, f"{name.partition('.')[0]}.local"})


def host_name(text: str) -> str:
    """Return a host name as browsers send it; BadInput where it is none, or says more.

    >>> host_name("Dice.example."), host_name("dragon")
    ('dice.example', 'dragon')
    """
    name = text.lower().removesuffix(".")
    if not _NAME.fullmatch(name):
        allowed = "a host name alone, as dice.example; addresses in numbers are answered in any case"
        raise BadInput("name", text, allowed + _in_ascii(name))
    return name


def _in_ascii(name: str) -> str:
    """A hint how browsers send a name with letters beyond ASCII; "" for what is no such name."""
    if name.isascii() or not all(re.fullmatch(r"\w(?:[\w-]*\w)?", label) for label in name.split(".")):
        return ""
    labels = normalize("NFKC", name).lower().split(".")
    sent = (each if each.isascii() else f"xn--{each.encode('punycode').decode()}" for each in labels)
    return f". Browsers send this name as {'.'.join(sent)}"


def origin(text: str, field: str = "origin", allowed: str = _ORIGIN) -> str:
    """Return the origin of an address as browsers send it; BadInput where it is none, or says more than an origin.

    field, allowed: what such a mistake is told with.

    >>> origin("https://Dice.example:443/"), origin("http://[::1]:8765")
    ('https://dice.example', 'http://[::1]:8765')
    """
    try:
        parts = urlsplit(text)
        scheme, host, port = parts.scheme.lower(), parts.hostname, parts.port
    except ValueError:
        raise BadInput(field, text, allowed) from None
    if host and not host.isascii():
        raise BadInput(field, text, allowed + _in_ascii(host))
    bare = not (parts.path.strip("/") or parts.query or parts.fragment or "@" in parts.netloc)
    if scheme not in _PORTS or not host or not _HOST.fullmatch(host) or not bare:
        raise BadInput(field, text, allowed)
    shown = f"[{host}]" if ":" in host else host
    return f"{scheme}://{shown}" + ("" if port in (None, _PORTS[scheme]) else f":{port}")


def proxy(text: str) -> tuple[str, ...]:
    """Return the address or network of a proxy in the forms in which sockets name it; BadInput where it is none.

    A socket that listens to IPv6 and IPv4 names addresses of IPv4 as IPv6 does.

    >>> proxy("10.0.0.0/8"), proxy("::1")
    (('10.0.0.0/8', '::ffff:10.0.0.0/104'), ('::1/128',))
    """
    try:
        found = ipaddress.ip_network(text)
    except ValueError:
        raise BadInput("trusted_proxy", text, "an address or network in numbers, as 127.0.0.1 or 10.0.0.0/8") from None
    if found.version == 6:
        return (str(found),)
    return str(found), f"::ffff:{found.network_address}/{96 + found.prefixlen}"


def read_token(file: str) -> str:
    """Return the token that a file has on its one line.

    Raises Unreadable for a file that cannot be read, BadInput where it has no token that can be sent, or a short one.
    """
    try:
        token = Path(file).read_text("utf-8", "replace").strip()
    except OSError as error:
        raise Unreadable("token_file", file, error) from None
    if not _TOKEN.fullmatch(token):
        raise BadInput("token_file", file, "a file with one line of 16 to 500 letters, digits and -._~+/=")
    return token


@dataclass(frozen=True)
class Settings:
    """The limits of one server process, and where it keeps its tables.

    Several people may sit behind one address, as seen from here: a home's or a club's. What is counted by address
    leaves room for a dozen of them.

    database: an SQLAlchemy URL, `sqlite:///FILE` or `postgresql+psycopg://...`; None keeps no tables at all.
    names: host names by which browsers may address the app; addresses made of numbers are always accepted, since no
    foreign page can give itself one. origins: addresses of pages (`https://dice.example`) whose commands are taken even
    if a proxy asks under another name; their hosts are names, too. readers: origins of other sites whose
    scripts may ask questions, `*` for all; tables are none of theirs. proxies: addresses and networks of proxies, whose
    word is taken for who asks and by which scheme. token: what has to be sent by whoever asks for the health and
    figures of the server; None answers them to this machine alone. addresses: under which others find the server, as
    https://dice.example; none where this machine alone does.
    compute_seconds, compute_states: how long an answer about odds may be computed, and over how many states of rules or
    steps of work on dice.
    workers: processes that compute answers to questions. workers_each: how many of them compute for one address.
    waiting, waiting_each, waiting_seconds: how many questions may wait for a process, of one address, and how long.
    table_workers: processes that only tables have, for advice, statistics and stories; a table has one at a time.
    asked_per_second, asked_at_once: how many questions one address may ask; a page asks anew with every key typed.
    questions_per_second: how fast one person may ask for advice, statistics or the whole log of a table.
    commands_per_second, commands_at_once: how fast one person may act at a table, and how much of a burst is let pass.
    command_letters: as much as this written into the log counts as one command.
    letters_per_second, letters_at_once: how much one address may have written into logs.
    entries_per_minute: how often one address may open tables or try to join. listeners: event streams on one table.
    table_letters: how long the log of a table may become.
    head_bytes, body_bytes: the largest request; log_bytes: the same for a log that is to be checked. read_seconds: how
    long its head may take to come, and then its body, which has longer the more has come. logs, logs_each, log_seconds:
    how many logs longer than `body_bytes` are taken in and checked at once, how many of one address, and how long
    any log may take to come, and then to be checked; others wait unread. worker_bytes: memory that a computation may
    take. unread_bytes: how much of long answers may wait to be read, half of it for one address; each has as long as a
    body.
    connections, connections_each: how many may be open, and how many from one address.
    """

    database: str | None = None
    names: frozenset[str] = field(default_factory=own_names)
    origins: frozenset[str] = frozenset()
    readers: frozenset[str] = frozenset()
    proxies: tuple[str, ...] = ()
    token: str | None = field(default=None, repr=False)
    addresses: tuple[str, ...] = ()
    compute_seconds: float = 20.0
    compute_states: int = STATE_LIMIT
    workers: int = 3
    workers_each: int = 2
    waiting: int = 64
    waiting_each: int = 32
    waiting_seconds: float = 10.0
    table_workers: int = 2
    asked_per_second: float = 50.0
    asked_at_once: int = 300
    questions_per_second: float = 2.0
    commands_per_second: float = 40.0
    commands_at_once: int = 80
    command_letters: int = 8_000
    letters_per_second: int = 100_000
    letters_at_once: int = 10_000_000
    entries_per_minute: int = 60
    listeners: int = 500
    table_letters: int = LONGEST
    head_bytes: int = 32 * 1024
    body_bytes: int = 64 * 1024
    log_bytes: int = 32 * 1024 * 1024
    read_seconds: float = 10.0
    logs: int = 3
    logs_each: int = 2
    log_seconds: float = 60.0
    worker_bytes: int = 1024 * 1024 * 1024
    unread_bytes: int = 128 * 1024 * 1024
    connections: int = 4000
    connections_each: int = 1000

    def largest(self, path: str) -> int:
        """Return how many bytes a request may hold that is sent there."""
        return self.log_bytes if path == VERIFY else self.body_bytes
