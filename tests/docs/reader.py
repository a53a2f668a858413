"""A page of the documentation, read as one reader would: files saved, commands typed, Python tried.

Commands print what a terminal would show: output and messages, in that order.
"""

from __future__ import annotations

import code
import contextlib
import doctest
import io
import os
import re
import shlex
import socket
import subprocess
import sys
import urllib.request
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

LEFT_OUT = "…"
PORT = "8765"  # the pages' own; a reader of tests is at another, which is free

_BLOCK = re.compile(r"^```(?P<kind>\w+)(?: title=\"(?P<title>[^\"]+)\")?\n(?P<text>.*?)^```$", re.DOTALL | re.MULTILINE)


@dataclass(frozen=True)
class Block:
    """One fenced block. title: the file that it is, if it says so."""

    kind: str
    title: str
    text: str


def blocks(page: Path) -> list[Block]:
    """The fenced blocks of a page, in order."""
    found = _BLOCK.finditer(page.read_text(encoding="utf-8"))
    return [Block(each["kind"], each["title"] or "", each["text"]) for each in found]


def texts(page: Path, kind: str) -> list[str]:
    """The texts of the blocks of one kind on a page."""
    return [block.text for block in blocks(page) if block.kind == kind]


def pattern(output: str) -> str:
    """Any lines may stand where lines were left out, and any letters where a part of a line was."""
    parts = [line.split(LEFT_OUT) for line in output.splitlines()]
    return "".join(r"(?:.*\n)*" if part == ["", ""] else ".*".join(map(re.escape, part)) + "\n" for part in parts)


@dataclass
class Reader:
    """Somebody who does in a folder what a page says, and is told where it says something else than happens."""

    folder: Path
    port: str = field(default_factory=lambda: free_port())
    names: dict[str, object] = field(default_factory=dict)
    servers: list[subprocess.Popen[str]] = field(default_factory=list)

    def read(self, page: Path) -> int:
        """Do all that the blocks of a page say; the number of those that did something."""
        return sum(self.follow(block) for block in blocks(page))

    def follow(self, block: Block) -> bool:
        """Do what one block says; False for one that there is nothing to do about."""
        if block.title:
            file = self.folder / block.title
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(block.text.replace(PORT, self.port), encoding="utf-8")
        elif block.kind == "console":
            for asked, output in commands(block.text):
                self._type(asked, output)
        elif block.kind == "pycon":
            self._try(block.text)
        else:
            return False
        return True

    def _type(self, asked: str, output: str) -> None:
        arguments = ["bash", "-c", self._mine(asked)]
        if shlex.split(asked)[:2] == ["oddsmith", "serve"]:
            with_port = asked if "--port" in asked else f"{asked} --port {self.port}"
            arguments = ["bash", "-c", f"exec {self._mine(with_port)}"]
            server = subprocess.Popen(arguments, cwd=self.folder, env=_environment(), stdout=subprocess.PIPE, text=True)
            self.servers.append(server)
            assert server.stdout is not None
            printed = "".join(server.stdout.readline() for _ in output.splitlines())
        else:
            done = subprocess.run(
                arguments, cwd=self.folder, env=_environment(), capture_output=True, text=True, timeout=300
            )
            printed = done.stdout + done.stderr
            assert done.returncode == 0, f"$ {asked}\n{printed}"
        printed = printed.replace(self.port, PORT)
        if not printed.endswith("\n"):
            printed += "\n"
        assert re.fullmatch(pattern(output), printed), f"$ {asked} now prints\n{printed}"

    def _try(self, text: str) -> None:
        """Run the examples of one block in a session that goes on from those before."""
        sys.path.insert(0, str(self.folder))
        try:
            for example in doctest.DocTestParser().get_examples(text):
                told = io.StringIO()
                with contextlib.redirect_stdout(told):
                    code.InteractiveInterpreter(self.names).runsource(self._mine(example.source), symbol="single")
                printed = told.getvalue().replace(self.port, PORT)
                assert re.fullmatch(pattern(example.want), printed), f">>> {example.source} now prints\n{printed}"
        finally:
            sys.path.remove(str(self.folder))

    def _mine(self, text: str) -> str:
        return text.replace(PORT, self.port)

    def answers(self, address: str) -> int:
        """The status of a page that the text names, while its server runs."""
        with urllib.request.urlopen(self._mine(address), timeout=60) as answer:
            return int(answer.status)

    def leave(self) -> None:
        """Stop what was left running."""
        for server in self.servers:
            server.terminate()
            server.communicate()


def commands(text: str) -> Iterator[tuple[str, str]]:
    """Each command of a console block, and the output below it."""
    for part in re.split(r"^\$ ", text, flags=re.MULTILINE)[1:]:
        asked, _, output = part.partition("\n")
        yield asked, output


def _environment() -> dict[str, str]:
    """As after `pip install`: the commands of this environment come first. Columns as wide as the pages' blocks."""
    bin_folder = str(Path(sys.executable).parent)
    return {**os.environ, "PATH": f"{bin_folder}{os.pathsep}{os.environ['PATH']}", "COLUMNS": "90"}


def free_port() -> str:
    with socket.socket() as listening:
        listening.bind(("127.0.0.1", 0))
        return str(listening.getsockname()[1])
