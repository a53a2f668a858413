"""`oddsmith serve`: the web app."""

from __future__ import annotations

from dataclasses import replace
from typing import Literal

import click

from oddsmith.cli.errors import web_packages
from oddsmith.cli.parsing.command import Command
from oddsmith.cli.parsing.database import database_option
from oddsmith.cli.parsing.option import Option
from oddsmith.cli.parsing.shared_options import WholeNumber, Word
from oddsmith.cli.text.terminal import say

PORT = 8765


@click.command(
    "serve",
    cls=Command,
    help="Run the web app and its HTTP API until you press Ctrl+C.",
    params=[
        database_option(),
        Option(("--host",), default="127.0.0.1", show_default=True, help="The address to listen on; 0.0.0.0 for all."),
        Option(
            ("--port",),
            type=WholeNumber(0, "to 65535", most=65535),
            default=PORT,
            show_default=True,
            metavar="NUMBER",
            help="0 finds a free one.",
        ),
        Option(
            ("--name", "names"), multiple=True, metavar="NAME", help="A host name that browsers may use; repeatable."
        ),
        Option(
            ("--origin", "origins"),
            multiple=True,
            metavar="URL",
            help="Where pages are found behind a proxy, as https://dice.example; repeatable.",
        ),
        Option(
            ("--allow-origin", "readers"),
            multiple=True,
            metavar="URL",
            help="A site whose pages may ask for odds, as https://blog.example, or * for all; repeatable.",
        ),
        Option(
            ("--trusted-proxy", "proxies"),
            multiple=True,
            metavar="ADDRESS",
            help="A proxy whose X-Forwarded-For and X-Forwarded-Proto are believed, or its network; repeatable.",
        ),
        Option(("--certfile",), metavar="FILE", help="A certificate (PEM): the server speaks HTTPS itself."),
        Option(("--keyfile",), metavar="FILE", help="The certificate's key, if another file has it."),
        Option(
            ("--token-file",),
            metavar="FILE",
            help="The token for /healthz and /metrics; without one they answer this machine alone.",
        ),
        Option(("--log",), type=Word(["text", "json"]), default="text", help="The form of log lines."),
        Option(("--log-requests",), is_flag=True, help="Write every request into the log, not only those that failed."),
    ],
)
def command(
    db: str,
    host: str,
    port: int,
    names: tuple[str, ...],
    origins: tuple[str, ...],
    readers: tuple[str, ...],
    proxies: tuple[str, ...],
    certfile: str | None,
    keyfile: str | None,
    token_file: str | None,
    log: Literal["text", "json"],
    log_requests: bool,
) -> None:
    """Serve the web app until it is stopped."""
    with web_packages():
        from oddsmith.table.store import shown
        from oddsmith.web import serve
        from oddsmith.web.settings import READER, Settings, host_name, origin, own_names, proxy, read_token
    others = [host_name(name) for name in names]
    settings = Settings(
        database=db,
        names=own_names() | set(others) | {host.lower()},
        origins=frozenset(map(origin, origins)),
        readers=frozenset(each if each == "*" else origin(each, "allow_origin", READER) for each in readers),
        proxies=tuple(form for given in proxies for form in proxy(given)),
        token=None if token_file is None else read_token(token_file),
    )
    certificate = serve.Certificate.read(certfile, keyfile)
    sock = serve.listening(host, port)
    scheme, port = "http" if certificate is None else "https", sock.getsockname()[1]
    name = "localhost" if host in ("127.0.0.1", "::1", "0.0.0.0", "::") else host
    addresses = sorted(settings.origins) or [f"{scheme}://{each}:{port}" for each in others or serve.reachable(sock)]
    settings = replace(settings, addresses=tuple(addresses))

    def ready() -> None:
        say(f"Oddsmith is at {scheme}://{name}:{port}/ (Ctrl+C stops it); tables are kept in {shown(db)}.")
        if addresses:
            say(f"Others find it at {' or '.join(f'{address}/' for address in addresses)}.")

    serve.run(settings, sock, ready, certificate, log, log_requests)
