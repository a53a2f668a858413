"""Lines of the server's log, as text or as JSON, each with the request that it is about."""

from __future__ import annotations

import logging
import logging.config
from contextvars import ContextVar
from typing import Any, Final, Literal

from pythonjsonlogger.json import JsonFormatter

Form = Literal["text", "json"]

#: The id of the request that is being answered.
REQUEST: ContextVar[str | None] = ContextVar("request", default=None)
#: Where every request is told, if that is wanted.
requests: Final = logging.getLogger("oddsmith.request")

_TEXT: Final = "{asctime} {levelname} {name}: {message}"
_FIELDS: Final = "{asctime} {levelname} {name} {message} {request}"
_NAMES: Final = {"asctime": "time", "levelname": "level", "name": "logger", "exc_info": "exception"}
_TIME: Final = "%Y-%m-%dT%H:%M:%S%z"


class _Expected(logging.Filter):
    """Leaves out what uvicorn says of those who ask for a WebSocket: there is none, and anybody could fill a log so."""

    def filter(self, record: logging.LogRecord) -> bool:
        """Tell whether it is something else."""
        return not str(record.msg).startswith(("Unsupported upgrade request", "No supported WebSocket library"))


class _AboutRequest(logging.Filter):
    """Adds the request to what is logged."""

    def filter(self, record: logging.LogRecord) -> bool:
        record.request = REQUEST.get()
        return True


class _Json(JsonFormatter):
    """One line of JSON for each thing that is said: time, level, logger, message, and what else is known."""

    def process_log_record(self, log_data: dict[str, Any]) -> dict[str, Any]:
        """Leave out what is not known."""
        return {name: value for name, value in super().process_log_record(log_data).items() if value is not None}


def configure(form: Form, every_request: bool) -> None:
    """Write the log of this process to standard error, and of requests, if wanted, also those that went well."""
    formatters = {
        "text": {"format": _TEXT, "style": "{", "datefmt": _TIME},
        "json": {"()": _Json, "fmt": _FIELDS, "style": "{", "datefmt": _TIME, "rename_fields": _NAMES},
    }
    logging.config.dictConfig(
        {
            "version": 1,
            "disable_existing_loggers": False,
            "filters": {"request": {"()": _AboutRequest}, "expected": {"()": _Expected}},
            "formatters": formatters,
            "handlers": {"stderr": {"class": "logging.StreamHandler", "formatter": form, "filters": ["request"]}},
            "root": {"level": "WARNING", "handlers": ["stderr"]},
            "loggers": {
                requests.name: {"level": "INFO" if every_request else "WARNING"},
                "uvicorn.error": {"filters": ["expected"]},
            },
        }
    )
