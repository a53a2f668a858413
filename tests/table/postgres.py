"""A server of PostgreSQL that lives as long as the tests do, on a socket of its own."""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
from itertools import count
from pathlib import Path

_names = count(1)


def binaries() -> Path | None:
    """The folder of the server's programs, if it is installed."""
    found = shutil.which("initdb")
    if found is not None and shutil.which("postgres") is not None:
        return Path(found).resolve().parent
    versions = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"))
    return versions[-1].parent if versions else None


class Cluster:
    """A running server; `database` makes an empty database and gives its URL."""

    def __enter__(self) -> Cluster:
        found = binaries()
        assert found is not None
        self._binaries = found
        # The path of a socket must be short, so it is not below pytest's own folder.
        self._home = Path(tempfile.mkdtemp(prefix="oddsmith-pg-"))
        # PostgreSQL does not run as root; Debian's package brings a user for it.
        self._as_user = (
            ["setpriv", "--reuid=postgres", "--regid=postgres", "--clear-groups"] if os.geteuid() == 0 else []
        )
        if self._as_user:
            shutil.chown(self._home, "postgres", "postgres")
        self._call("initdb", "--auth=trust", "--username=oddsmith", "--encoding=UTF8", "--no-sync", "-D", "data")
        self._call(
            "pg_ctl", "-D", "data", "-w", "-s", "-l", "log", "start",
            "-o", f"-c listen_addresses='' -c unix_socket_directories={self._home} -c fsync=off -c max_connections=200",
        )  # fmt: skip
        return self

    def __exit__(self, *error: object) -> None:
        self._call("pg_ctl", "-D", "data", "-m", "immediate", "-s", "stop")
        shutil.rmtree(self._home)

    def database(self) -> str:
        """The URL of a fresh database."""
        name = f"tables{next(_names)}"
        self._call("createdb", "-h", str(self._home), "-U", "oddsmith", name)
        return f"postgresql:///{name}?host={self._home}&user=oddsmith"

    def _call(self, program: str, *arguments: str) -> None:
        subprocess.run(
            [*self._as_user, str(self._binaries / program), *arguments],
            cwd=self._home,
            check=True,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
        )
