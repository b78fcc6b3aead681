"""What uvicorn would say about its clients' faults stays unsaid; what it says about ours does not."""

import logging

import pytest

from config.logs import is_our_fault


def line(message: str, error: Exception | None = None) -> logging.LogRecord:
    """A line of uvicorn's."""
    told = (type(error), error, None) if error else None
    return logging.LogRecord("uvicorn.error", logging.ERROR, "", 0, message, None, told)


@pytest.mark.parametrize(
    "message",
    ["Invalid HTTP request received.", "Unsupported upgrade request.", "Invalid UTF-8 sequence received from client"],
)
def test_faults_of_clients_are_not_logged(message: str) -> None:
    assert not is_our_fault(line(message))


def test_exceptions_are_logged_but_for_an_answer_to_nobody() -> None:
    said = "Exception in ASGI application\n"
    assert is_our_fault(line(said, RuntimeError("unable to find anything")))
    assert is_our_fault(line(said))
    gone = "unable to perform operation on <TCPTransport closed=True reading=False 0x5>; the handler is closed"
    assert not is_our_fault(line(said, RuntimeError(gone)))
    assert not is_our_fault(line("Fatal error on transport TCPTransport", RuntimeError("connection is closing")))
