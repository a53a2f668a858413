"""Run the app: its socket, its server, and the limits of its process."""

from __future__ import annotations

import asyncio
import contextlib
import errno
import gc
import ipaddress
import socket
import ssl
import sys
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import uvicorn

from oddsmith.errors import BadInput, Unreadable
from oddsmith.web.app import create_app
from oddsmith.web.http.tables.stream import STUCK
from oddsmith.web.limits.connections import Connections
from oddsmith.web.operation import log_lines
from oddsmith.web.settings import Settings

#: Seconds after which a thread of Python must let another go on. The thread that writes lets go of the interpreter many
#: times a roll, and would otherwise wait for the event loop up to 5 ms each time to get it back.
_SWITCH = 0.0005
#: When Python looks for garbage in cycles, of which there is little here: seldom, since that stops everybody.
_COLLECT = (20_000, 50, 100)
_HOSTS = "an address of this machine, or a name that it has"
_CERTIFICATE = "a certificate and its key in PEM form, the key without a password"
#: Reasons of OpenSSL, for keys of the same kind and of another.
_KEYS_OF_OTHERS = ("KEY_VALUES_MISMATCH", "KEY_TYPE_MISMATCH", "NO_CERTIFICATE_ASSIGNED")
#: Addresses that nobody has (RFC 3849, RFC 5737).
_ELSEWHERE = ((socket.AF_INET6, "2001:db8::1"), (socket.AF_INET, "192.0.2.1"))
_GOODBYE = 3  # seconds that open event streams have to end
_FILES = 200  # that may be open beside the connections: databases, pipes to what computes


def listening(host: str, port: int) -> socket.socket:
    """Open a socket on which the app can be reached; BadInput when the address is not of this machine or is taken."""
    try:
        family = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)[0][0]
    except OSError as error:
        raise BadInput("host", host, f"{_HOSTS} ({error.strerror})") from None
    sock = socket.socket(family, socket.SOCK_STREAM)
    sock.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    if sys.platform == "linux":
        # Connections that take nothing are ended by the kernel, which knows what a closed stream still has to send.
        sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, round(STUCK * 1000))
    try:
        sock.bind((host, port))
    except OSError as error:
        sock.close()
        if error.errno == errno.EADDRNOTAVAIL:
            raise BadInput("host", host, f"{_HOSTS} ({error.strerror})") from None
        raise BadInput("port", port, f"a free port of this machine ({error.strerror})") from None
    return sock


def reachable(sock: socket.socket) -> list[str]:
    """Return the hosts by which others find a socket that listens at all addresses; none where it listens at one.

    They are this machine's addresses towards its networks, or else its name.
    """
    if sock.getsockname()[0] not in ("0.0.0.0", "::"):
        return []
    found = []
    with contextlib.suppress(OSError):
        found = [entry[4][0] for entry in socket.getaddrinfo(socket.gethostname(), None, type=socket.SOCK_STREAM)]
    for family, elsewhere in _ELSEWHERE:
        with contextlib.suppress(OSError), socket.socket(family, socket.SOCK_DGRAM) as probe:
            probe.connect((elsewhere, 9))  # sends nothing; it only finds the way
            found.insert(0, probe.getsockname()[0])
    addresses = [ipaddress.ip_address(str(host).partition("%")[0]) for host in found]
    hosts = [
        f"[{each}]" if each.version == 6 else str(each)
        for each in dict.fromkeys(addresses)
        if not (each.is_loopback or each.is_link_local or each.is_unspecified)
        and (each.version == 4 or sock.family == socket.AF_INET6)
    ]
    return hosts or [socket.gethostname()]


class Certificate(NamedTuple):
    """Files in PEM form by which a server speaks TLS. keyfile: None where the certificate's file has the key, too."""

    certfile: str
    keyfile: str | None = None

    @classmethod
    def read(cls, certfile: str | None, keyfile: str | None) -> Certificate | None:
        """Return the certificate of these files, None where none is given; BadInput where they are of no use."""
        if certfile is None:
            if keyfile is not None:
                raise BadInput("certfile", None, "the certificate of that key")
            return None
        for name, file in (("certfile", certfile), ("keyfile", keyfile)):
            try:
                if file is not None:
                    Path(file).open("rb").close()
            except OSError as error:
                raise Unreadable(name, file, error) from None
        try:
            # A key with a password would have it asked for, each time that the server starts.
            ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER).load_cert_chain(certfile, keyfile, password=str)
        except (ssl.SSLError, ValueError) as error:
            if getattr(error, "reason", "") in _KEYS_OF_OTHERS:
                raise BadInput("keyfile", keyfile or certfile, "the key that belongs to that certificate") from None
            name, file = ("certfile", certfile) if keyfile is None else ("keyfile", keyfile)
            raise BadInput(name, file, _CERTIFICATE) from None
        return cls(certfile, keyfile)


def run(
    settings: Settings,
    sock: socket.socket,
    ready: Callable[[], None],
    certificate: Certificate | None = None,
    log: log_lines.Form = "text",
    log_requests: bool = False,
) -> None:
    """Serve until told to stop; Ctrl+C is how that is told, and no error. ready: called once requests are answered.

    certificate: with it, TLS is all that is spoken. log: the form of what is written to standard error, log_requests:
    whether every request is told there, or only those that failed.
    """
    log_lines.configure(log, log_requests)
    _allow_files(settings.connections + _FILES)
    sys.setswitchinterval(_SWITCH)
    gc.set_threshold(*_COLLECT)
    app = create_app(settings)
    connections = Connections(settings)
    app.state.figures.gauge("oddsmith_connections", "Connections that are open.", lambda: len(connections.open))
    waiting = "Bytes of long answers that wait to be read."
    app.state.figures.gauge("oddsmith_unread_bytes", waiting, lambda: connections.unread.held)
    config = uvicorn.Config(
        connections.watched(app),
        loop="uvloop",
        http="httptools",
        lifespan="on",
        access_log=False,
        log_config=None,
        server_header=False,
        proxy_headers=False,  # the app reads them, after connections were counted by their own addresses
        ssl_certfile=certificate.certfile if certificate else None,
        ssl_keyfile=certificate.keyfile if certificate else None,
        ws="none",
        timeout_graceful_shutdown=_GOODBYE,
    )
    config.load()
    config.http_protocol_class = connections.limited(config.http_protocol_class)

    async def serve() -> None:
        server = uvicorn.Server(config)
        serving = asyncio.ensure_future(server.serve(sockets=[sock]))
        while not server.started and not serving.done():
            await asyncio.sleep(0.01)
        if server.started:
            ready()
        while not server.should_exit and not serving.done():
            await asyncio.sleep(0.1)
        app.state.farewell()  # event streams would not end by themselves
        await serving

    # uvicorn has shut down when it passes the signal on.
    with contextlib.suppress(KeyboardInterrupt), asyncio.Runner(loop_factory=config.get_loop_factory()) as runner:
        runner.run(serve())


def _allow_files(number: int) -> None:
    """Let this process have so many files open, or as many as it may."""
    if sys.platform == "win32":
        return
    import resource

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft != resource.RLIM_INFINITY and soft < number:
        most = number if hard == resource.RLIM_INFINITY else min(number, hard)
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))
