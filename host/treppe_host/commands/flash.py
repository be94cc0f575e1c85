"""`treppe flash`."""

from typing import Annotated

import typer

from treppe_host import terminal
from treppe_host.commands.settings import parse_setting
from treppe_host.link.told import said_of_part


def flash(
    port: Annotated[str | None, typer.Option(help="Serial port of the board, as /dev/ttyACM0.")] = None,
    set_: Annotated[
        list[str] | None,
        typer.Option("--set", metavar="NAME=VALUE", help="A setting to write, such as brightness_percent=30."),
    ] = None,
    wipe: Annotated[
        bool, typer.Option("--wipe", help="Remove games and settings from the Pico, after a backup.")
    ] = False,
    yes: Annotated[bool, typer.Option("--yes", help="Do not ask.")] = False,
) -> None:
    """Install or update the firmware on a Pico. If the cable is pulled, the Pico still has a complete firmware."""
    from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn
    from treppe import VERSION
    from treppe_sim.folders import data_folder

    from treppe_host.deploy.flash import flash as deploy
    from treppe_host.deploy.pico_port import check_prompt, find_pico

    changes = dict(parse_setting(text) for text in set_ or [])
    where = port or find_pico()
    check_prompt(where)
    if wipe and not yes:
        typer.confirm(f"Remove all games and settings from the board at {where}? A backup is made first.", abort=True)
    columns = (TextColumn("{task.description}"), BarColumn(), TaskProgressColumn())
    with Progress(*columns, transient=True) as bar:
        tasks = {what: bar.add_task(what, visible=False, total=1) for what in ("backup", "firmware")}

        def show(what: str, done: int, total: int) -> None:
            bar.update(tasks[what], completed=done, total=total, visible=True)

        result = deploy(where, data_folder() / "backups", changes, wipe=wipe, progress=show)
    terminal.say(f"{result.facts.machine}, MicroPython {result.facts.release}, board {result.facts.board}")
    if result.backup:
        terminal.say(f"backup: {result.backup}")
    for name in result.strangers:
        terminal.say(f"not removed from /journal, for no journal has a file of this name: {name!a}")
    terminal.say(f"firmware {VERSION}: {result.copied} files sent, {result.kept} were there already")
    if result.hello:
        terminal.say(f"The board runs firmware {result.hello['firmware']} on the surface {result.hello['surface']}.")
        for complaint in result.hello.get("complaints", ()):
            terminal.say(f"It says: {said_of_part(complaint)}")
    else:
        terminal.say("The board does not say hello: without a surface it waits for one (treppe doctor tells more).")
