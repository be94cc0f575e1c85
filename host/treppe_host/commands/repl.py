"""`treppe repl`."""

import subprocess
import sys

from treppe_host.commands.command import command, group
from treppe_host.commands.options import Port

app = group()


@command(app)
def repl(port: Port = None) -> None:
    """Open the board's Python prompt with mpremote (Ctrl-] ends it); afterwards the board restarts."""
    from treppe_host.deploy.pico_port import check_prompt, find_pico
    from treppe_host.deploy.prompt import Prompt

    where = port or find_pico()
    check_prompt(where)
    with Prompt(where):
        pass  # stops the firmware and its watchdog, or prints in one line why it cannot
    subprocess.run([sys.executable, "-P", "-m", "mpremote", "connect", where, "resume", "repl"], check=False)
    with Prompt(where) as pico:
        pico.restart()
