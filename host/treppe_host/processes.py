"""Child processes that end with their parent."""

import os
import signal
import threading
from multiprocessing import parent_process


def end_with_parent() -> None:
    """Leave Ctrl-C to the parent process, and end when it is gone, however it ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    parent = parent_process()
    assert parent

    def follow() -> None:
        parent.join()
        os._exit(1)

    threading.Thread(target=follow, daemon=True).start()
