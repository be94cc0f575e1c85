"""Tasks and threads that last as long as the program.

Where one fails, a line in the log tells it and the program ends, as by Ctrl-C but with status 1, for whatever restarts
it: a server that goes on without one of its tasks looks well, and shows old news for ever.
"""

import _thread
import logging
import os
import signal
import threading
from collections.abc import Callable, Coroutine
from concurrent.futures import Future, ThreadPoolExecutor
from typing import TYPE_CHECKING, Any, TypeVar

from treppe_host.errors import Defect, TreppeError, in_words

if TYPE_CHECKING:
    import asyncio

# The command line needs neither asyncio nor multiprocessing to begin; each takes a tenth of its start.

T = TypeVar("T")

_LOG = logging.getLogger(__name__)
_failed = threading.Event()


def watch_threads() -> None:
    """End the program where any of its threads fails, also one of a library."""

    def end_if_failed(failure: threading.ExceptHookArgs) -> None:
        if failure.exc_value:
            _end_program(failure.thread.name if failure.thread else "a thread", failure.exc_value)

    threading.excepthook = end_if_failed


class AnsweringPool(ThreadPoolExecutor):
    """Threads whose work always has an answer: a StopIteration, as where a search finds nothing, is a RuntimeError.

    A future of asyncio does not hand it on, and who awaits it would wait for ever.
    """

    def submit(self, work: Callable[..., T], /, *given: Any, **named: Any) -> "Future[T]":
        """Let a thread do the work; see ThreadPoolExecutor."""
        return super().submit(_finished, work, *given, **named)


def _finished(work: Callable[..., T], *given: Any, **named: Any) -> T:
    try:
        return work(*given, **named)
    except StopIteration as error:
        raise RuntimeError("a search found nothing") from error


def start_task(run: Coroutine[Any, Any, None], name: str) -> "asyncio.Task[None]":
    """Return a new task of the running event loop; where it fails, the program ends."""
    import asyncio

    task = asyncio.get_running_loop().create_task(run, name=name)
    task.add_done_callback(lambda ended: _pass_failure(ended, _end_program))
    return task


def start_job(run: Coroutine[Any, Any, None], name: str) -> "asyncio.Task[None]":
    """Return a new task that does one thing; where it fails, a line tells it, and the next event begins another one."""
    import asyncio

    task = asyncio.get_running_loop().create_task(run, name=name)
    task.add_done_callback(lambda ended: _pass_failure(ended, _log_failure))
    return task


def has_failed() -> bool:
    """Return whether the program ends because a task or thread has failed."""
    return _failed.is_set()


def _pass_failure(task: "asyncio.Task[None]", act: Callable[[str, BaseException], None]) -> None:
    error = None if task.cancelled() else task.exception()
    if error:
        act(task.get_name(), error)


def _log_failure(name: str, error: BaseException) -> None:
    _LOG.error("%s has failed%s", name, _why(error), exc_info=_trace(error))


def _why(error: BaseException) -> str:
    """Return what is wrong outside the program, as a full disk; nothing of a defect, whose trace tells it."""
    return f": {in_words(error)}" if isinstance(error, OSError) else f": {error}" if not _trace(error) else ""


def _trace(error: BaseException) -> BaseException | None:
    return None if isinstance(error, OSError | TreppeError) and not isinstance(error, Defect) else error


def _end_program(name: str, error: BaseException) -> None:
    _failed.set()
    _LOG.critical("%s has failed, and the program ends%s", name, _why(error), exc_info=_trace(error))
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:  # as in the background of a shell
        os._exit(1)
    elif hasattr(signal, "pthread_kill"):
        signal.pthread_kill(threading.main_thread().ident or 0, signal.SIGINT)  # wakes a main thread that waits
    else:
        _thread.interrupt_main()


def end_with_parent() -> None:
    """Leave Ctrl-C to the parent process, and end when it is gone, however it ends."""
    from multiprocessing import parent_process

    signal.signal(signal.SIGINT, signal.SIG_IGN)
    parent = parent_process()
    assert parent

    def end_with_parent() -> None:
        parent.join()
        os._exit(1)

    threading.Thread(target=end_with_parent, daemon=True).start()
