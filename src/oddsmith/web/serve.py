"""Run the app: its socket, its server, and the limits of its process."""

from __future__ import annotations

import asyncio
import contextlib
import errno
import gc
import socket
import sys
from collections.abc import Callable, Sequence

import uvicorn

from oddsmith.errors import BadInput
from oddsmith.web.app import create_app
from oddsmith.web.http.tables.stream import STUCK
from oddsmith.web.limits.connections import Connections
from oddsmith.web.settings import Settings

#: Seconds after which a thread of Python must let another go on. The thread that writes lets go of the interpreter many
#: times a roll, and would otherwise wait for the event loop up to 5 ms each time to get it back.
_SWITCH = 0.0005
#: When Python looks for garbage in cycles, of which there is little here: seldom, since that stops everybody.
_COLLECT = (20_000, 50, 100)
_HOSTS = "an address of this machine, or a name that it has"
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


def run(settings: Settings, sock: socket.socket, rulebooks: Sequence[str], ready: Callable[[], None]) -> None:
    """Serve until told to stop; Ctrl+C is how that is told, and no error. ready: called once requests are answered."""
    _allow_files(settings.connections + _FILES)
    sys.setswitchinterval(_SWITCH)
    gc.set_threshold(*_COLLECT)
    app = create_app(settings, rulebooks)
    connections = Connections(settings)
    config = uvicorn.Config(
        connections.watched(app),
        loop="uvloop",
        http="httptools",
        lifespan="on",
        access_log=False,
        log_level="warning",
        server_header=False,
        proxy_headers=False,
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
