"""A pool of processes that compute: a long computation delays no answer and can be stopped."""

from __future__ import annotations

import asyncio
import multiprocessing
import os
import signal
import threading
from collections import Counter
from collections.abc import Awaitable, Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from multiprocessing import resource_tracker
from multiprocessing.connection import Connection
from multiprocessing.context import ForkServerProcess
from pathlib import Path
from typing import Any

from oddsmith.errors import OddsmithError, TooLarge
from oddsmith.systems.at_fault import at_fault
from oddsmith.systems.endless import watched
from oddsmith.systems.registry import (
    built_in_modules,
    code_files,
    load_packages,
    load_rulebook,
)
from oddsmith.systems.versions import Rulebook, held_versions, hold_older
from oddsmith.web.limits.fair_queue import ClientGone, FairQueue, QueueLimits

#: A function at the top of a module, and its arguments: what a worker is sent.
Job = tuple[Callable[..., bytes], tuple[Any, ...]]

#: The problem document of an error, or None, and what was computed.
_Answer = tuple[dict[str, Any] | None, bytes]

_LOOK = 0.1  # seconds between two looks at whether anybody still waits


class JobFailed(OddsmithError):
    """The computation ended with one of our own errors in another process; `document` is its problem document."""

    code = "failed"

    def __init__(self, document: dict[str, Any]) -> None:
        super().__init__(document["detail"], remedy=document.get("remedy", ""))
        self.document = document


@dataclass
class _Worker:
    process: ForkServerProcess
    pipe: Connection
    rulebooks: tuple[Rulebook, ...]

    def exchange(self, job: Job) -> _Answer:
        """Send a job and wait for its answer; EOFError or OSError where the process ends before."""
        self.pipe.send(job)
        answer: _Answer = self.pipe.recv()
        return answer

    def stop(self) -> None:
        self.process.kill()
        self.process.join()
        self.pipe.close()


class WorkerPool:
    """A few processes, started when they are first needed (or one by `prepare`).

    limits: how many, and who has them when there are more askers than processes. describe: makes a problem document of
    an error. rulebooks: files whose games the processes must know too, as they were when they were loaded. memory:
    bytes that a computation may take (on Linux; without it as much as there is).
    """

    def __init__(
        self,
        limits: QueueLimits,
        describe: Callable[[OddsmithError], dict[str, Any]],
        rulebooks: Sequence[Rulebook] = (),
        memory: int | None = None,
    ) -> None:
        self._context = multiprocessing.get_context("forkserver")
        self._context.set_forkserver_preload(["oddsmith.web.compute.jobs", *built_in_modules()])
        self._describe = describe
        self._rulebooks = tuple(rulebooks)
        self._memory = memory
        self._idle: list[_Worker] = []
        self._queue = FairQueue(limits)
        self._all: list[_Worker] = []
        # Jobs and answers may be larger than what a pipe holds: threads of their own wait for them, not the event loop.
        self._threads = ThreadPoolExecutor(limits.places, "oddsmith-workers")
        self.ended: Counter[str] = Counter()  # jobs, by how: done, refused, busy, too-large, gone, died

    @property
    def running(self) -> int:
        """How many jobs are under way."""
        return self._queue.held

    @property
    def waiting(self) -> int:
        """How many jobs wait for a process."""
        return self._queue.waiting

    async def prepare(self) -> None:
        """Start a process now, so that whoever asks first need not wait for that."""
        async with self._queue.place(""):
            await self._give_back(await asyncio.to_thread(self._start))

    async def run(
        self, job: Job, seconds: float, who: str = "", gone: Callable[[], Awaitable[bool]] | None = None
    ) -> bytes:
        """Have a job done and return what it comes to.

        who: asks; a process that falls free goes to whoever has fewest. gone: asked from time to time whether nobody
        waits for the answer any more.
        Raises JobFailed for an error of the computation, TooLarge when it takes more than `seconds` (it is then
        stopped) or more memory than it may, ClientGone when `gone` says so, Busy when too many wait, RuntimeError when
        the process died.
        """
        try:
            body = await self._run(job, seconds, who, gone)
        except OddsmithError as error:
            self.ended["refused" if isinstance(error, JobFailed) else error.code] += 1
            raise
        except ClientGone:
            self.ended["gone"] += 1
            raise
        except RuntimeError:
            self.ended["died"] += 1
            raise
        self.ended["done"] += 1
        return body

    async def _run(self, job: Job, seconds: float, who: str, gone: Callable[[], Awaitable[bool]] | None) -> bytes:
        async with self._queue.place(who, gone):
            worker = self._idle.pop() if self._idle else await asyncio.to_thread(self._start)
            try:
                document, body = await self._answer(worker, job, seconds, gone)
            except BaseException:
                self._all.remove(worker)
                await asyncio.to_thread(worker.stop)
                raise
            await self._give_back(worker)
        if document is not None:
            raise JobFailed(document)
        return body

    async def _answer(
        self, worker: _Worker, job: Job, seconds: float, gone: Callable[[], Awaitable[bool]] | None
    ) -> _Answer:
        loop = asyncio.get_running_loop()
        end = loop.time() + seconds
        answer = loop.run_in_executor(self._threads, worker.exchange, job)
        answer.add_done_callback(lambda done: done.cancelled() or done.exception())  # of one that was given up, too
        while not answer.done():
            left = end - loop.time()
            if left <= 0:
                raise TooLarge(
                    "seconds",
                    int(seconds) + 1,
                    int(seconds),
                    remedy="Ask for less, or on the command line, where there is no limit of time.",
                )
            await asyncio.wait([answer], timeout=min(left, _LOOK))
            if gone is not None and not answer.done() and await gone():
                raise ClientGone
        try:
            return answer.result()
        except (EOFError, OSError):
            await asyncio.to_thread(worker.process.join)
            # Libraries in C do not raise MemoryError: they abort.
            if self._memory is not None and worker.process.exitcode == -signal.SIGABRT:
                raise _too_much(self._memory) from None
            raise RuntimeError("a computing process died") from None

    def _start(self) -> _Worker:
        rulebooks = self._rulebooks
        ours, theirs = self._context.Pipe()
        process = self._context.Process(
            target=_serve,
            args=(theirs, self._describe, rulebooks, held_versions(), self._memory),
            daemon=True,
            name="oddsmith-odds",
        )
        # Ctrl+C is for the server, which then stops these. They are born deaf to it: it may come while they start.
        resource_tracker.ensure_running()  # it would have this thread hear again when it is started
        heard = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
        try:
            process.start()
        finally:
            signal.pthread_sigmask(signal.SIG_SETMASK, heard)
        theirs.close()
        worker = _Worker(process, ours, rulebooks)
        self._all.append(worker)
        return worker

    async def renew(self, rulebooks: Sequence[Rulebook]) -> None:
        """Answer by these rulebooks from now on; processes that know others end when they are idle."""
        self._rulebooks = tuple(rulebooks)
        idle, self._idle = self._idle, []
        for worker in idle:
            await self._give_back(worker)

    async def _give_back(self, worker: _Worker) -> None:
        if worker.rulebooks is self._rulebooks:
            self._idle.append(worker)
        else:
            self._all.remove(worker)
            await asyncio.to_thread(worker.stop)

    def close(self) -> None:
        """Stop all processes."""
        for worker in self._all:
            worker.stop()
        self._all.clear()
        self._idle.clear()
        self._threads.shutdown(wait=False)


def _too_much(memory: int) -> TooLarge:
    """Return the refusal of a computation that took more memory than it may."""
    megabytes = memory // 2**20
    return TooLarge(
        "MB of memory", megabytes + 1, megabytes, remedy="Ask for less, or on the command line, which may take more."
    )


def _limit_memory(memory: int) -> None:
    """Let this process take so many bytes more than it has now, where the system can say how much that is."""
    try:
        pages = int(Path("/proc/self/statm").read_text().split()[0])
    except OSError:
        return
    import resource  # there is none on Windows, where there is no /proc either

    _, most = resource.getrlimit(resource.RLIMIT_AS)
    wanted = pages * resource.getpagesize() + memory
    resource.setrlimit(resource.RLIMIT_AS, (wanted if most == resource.RLIM_INFINITY else min(wanted, most), most))


def _serve(
    pipe: Connection,
    describe: Callable[[OddsmithError], dict[str, Any]],
    rulebooks: Sequence[Rulebook],
    versions: Sequence[Rulebook],
    memory: int | None,
) -> None:
    """Do one job after another, until nobody is there to ask. versions: of rulebooks, by which rolls may be open."""
    threading.Thread(target=_end_with_server, daemon=True).start()
    os.nice(5)  # those who play come before those who compute
    for book in rulebooks:
        load_rulebook(book.path, book.source)
    hold_older(versions)
    load_packages()
    if memory is not None:
        _limit_memory(memory)
    while True:
        try:
            function, arguments = pipe.recv()
        except (EOFError, OSError):
            return
        try:
            with watched(code_files()):
                answer: _Answer = (None, function(*arguments))
        except MemoryError:
            answer = (describe(_too_much(memory or 0)), b"")
        except BaseException as error:
            told = at_fault(error) or error
            if not isinstance(told, OddsmithError):
                raise
            answer = (describe(told), b"")
        try:
            pipe.send(answer)
        except OSError:
            return


def _end_with_server() -> None:
    """End when the server does: one that was killed has stopped nobody."""
    server = multiprocessing.parent_process()
    assert server is not None
    server.join()
    os._exit(1)
