"""The program `treppe`: Ctrl-C ends it without a traceback, also while it is still being loaded."""

import _signal  # type: ignore[import-not-found]  # `signal` is loaded slowly enough for somebody to interrupt that
import sys


def main() -> None:
    """Load the command line and run it."""
    on_ctrl_c = _signal.getsignal(_signal.SIGINT)
    if on_ctrl_c is _signal.default_int_handler:
        _signal.signal(_signal.SIGINT, _signal.SIG_DFL)
    from treppe_host import cli

    try:
        _signal.signal(_signal.SIGINT, on_ctrl_c)
        cli.main()
    except KeyboardInterrupt:  # the library of commands handles it only while one of them runs
        sys.exit(128 + _signal.SIGINT)
    finally:  # Python waits for its threads yet, and would print where another Ctrl-C has met it
        _signal.signal(_signal.SIGINT, _signal.SIG_IGN)


if __name__ == "__main__":
    main()
