"""The program `treppe`: Ctrl-C ends it without a traceback, also while it is still being loaded."""

import signal
import sys


def main() -> None:
    """Load the command line and run it."""
    on_ctrl_c = signal.getsignal(signal.SIGINT)
    if on_ctrl_c is signal.default_int_handler:
        signal.signal(signal.SIGINT, signal.SIG_DFL)
    from treppe_host import cli

    try:
        signal.signal(signal.SIGINT, on_ctrl_c)
        cli.main()
    except KeyboardInterrupt:  # the library of commands handles it only while one of them runs
        sys.exit(128 + signal.SIGINT)


if __name__ == "__main__":
    main()
