"""Tasks on a Dask cluster that runs already. A task whose worker is lost is done again by another."""

from __future__ import annotations

import importlib
from typing import Any

from oddsmith.errors import BadInput, NotInstalled
from oddsmith.workbench.runners.isolated import isolated
from oddsmith.workbench.study import Row, Study
from oddsmith.workbench.tasks import Task

_PATIENCE = 30  # seconds to wait for a scheduler, and for its first worker


class Cluster:
    """Works tasks out on the workers of a scheduler."""

    def __init__(self, study: Study, address: str) -> None:
        """address: of the scheduler, such as `tcp://10.0.0.5:8786`.

        Raises NotInstalled without Dask, and BadInput where no scheduler answers or it has no worker.
        """
        try:
            distributed: Any = importlib.import_module("distributed")
        except ModuleNotFoundError as error:
            raise NotInstalled("A sweep on a cluster", error.name, "sweep") from None
        self._lost = distributed.KilledWorker
        try:
            self._client = distributed.Client(address, timeout=_PATIENCE)
        except (OSError, ValueError) as error:
            raise BadInput("scheduler", address, f"the address of a Dask scheduler that answers ({error})") from None
        try:
            self._client.wait_for_workers(1, timeout=_PATIENCE)
        except TimeoutError:
            self._client.close()
            raise BadInput("scheduler", address, "the address of a Dask scheduler with workers") from None
        threads = sum(self._client.nthreads().values())
        self.slots = threads  # none waits at a worker, where it would be lost together with the one that runs
        # Sent with every task: what is scattered is lost with the workers that have it.
        self._study = importlib.import_module("cloudpickle").dumps(study)
        self._done = distributed.as_completed()
        self._tasks: dict[Any, Task] = {}

    def submit(self, task: Task) -> None:
        future = self._client.submit(isolated, self._study, task, pure=False)
        self._tasks[future] = task
        self._done.add(future)

    def finished(self) -> tuple[Task, list[Row] | None]:
        future = next(self._done)
        task = self._tasks.pop(future)
        try:
            rows: list[Row] | None = future.result()
        except self._lost:
            return task, None
        return task, rows

    def close(self) -> None:
        self._client.cancel(list(self._tasks))
        self._client.close()
