"""`treppe flash`."""

from pathlib import Path
from typing import Annotated

import typer

from treppe_host import terminal
from treppe_host.commands.command import command, group
from treppe_host.commands.options import complete_ports
from treppe_host.commands.settings import parse_setting

app = group()


@command(app)
def flash(
    port: Annotated[
        str | None,
        typer.Option(
            metavar="PORT",
            autocompletion=complete_ports,
            help="Serial port of the board, such as /dev/ttyACM0, also of one in BOOTSEL.",
        ),
    ] = None,
    image: Annotated[
        Path | None, typer.Option(metavar="FILE", help="The image, by default this checkout's or version's own.")
    ] = None,
    set_: Annotated[
        list[str] | None,
        typer.Option("--set", metavar="NAME=VALUE", help="A setting to write, such as brightness_percent=30."),
    ] = None,
    wipe: Annotated[
        bool, typer.Option("--wipe", help="Remove games and settings from the Pico, after a backup.")
    ] = False,
    erase: Annotated[
        bool, typer.Option("--erase", help="Empty a flash that cannot be read as files, after a copy of all its bytes.")
    ] = False,
    yes: Annotated[bool, typer.Option("--yes", "-y", help="Do not ask.")] = False,
) -> None:
    """Install or update the firmware: on a running board, or on a new Pico that was plugged in with BOOTSEL held.

    Games and settings stay. If the cable is pulled, run it again.
    """
    from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn
    from treppe_sim.folders import data_folder

    from treppe_host.deploy.boot_drive import BootDrive
    from treppe_host.deploy.flash import Wishes, flash_board, flash_drive
    from treppe_host.deploy.pico_port import check_prompt, find_target
    from treppe_host.link.diagnostics import render_part

    changes = dict(parse_setting(text) for text in set_ or [])
    check_prompt(port or "")
    target = find_target(port)
    where = str(target.folder) if isinstance(target, BootDrive) else target
    if wipe and not yes:
        typer.confirm(f"Remove all games and settings from the board at {where}? A backup is made first.", abort=True)
    if erase and not yes:
        typer.confirm(f"Empty the flash of the Pico at {where}? All its bytes are saved here first.", abort=True)
    wishes = Wishes(data_folder() / "backups", changes, wipe, image, erase)
    columns = (TextColumn("{task.description}"), BarColumn(), TaskProgressColumn())
    with Progress(*columns, transient=True) as bar:
        tasks = {what: bar.add_task(what, visible=False, total=1) for what in ("backup", "image", "overlay")}

        def show(what: str, done: int, total: int) -> None:
            bar.update(tasks[what], completed=done, total=total, visible=True)

        if isinstance(target, BootDrive):
            result = flash_drive(target, wishes, show, port or "")
        else:
            result = flash_board(target, wishes, show)
    terminal.remark(f"{result.facts.machine}, MicroPython {result.facts.release}, board {result.facts.board}")
    if result.backup:
        terminal.remark(f"backup: {result.backup}")
    for name in result.strangers:
        terminal.remark(f"not removed from /journal, for no journal has a file of this name: {name!a}")
    for path in result.programs:
        terminal.remark(f"removed, for a board runs its image alone; the backup has it: {path}")
    copied = "copied" if result.was_copied else "was there already"
    terminal.remark(f"image {result.image.contents.digest} of {result.image.path}: {copied}")
    over, early = result.overlay.modules, result.overlay.early
    if over:
        terminal.remark(f"over it {len(over)} modules of this checkout: {', '.join(over)}")
    if early:
        names = ", ".join(early)
        terminal.remark(f"only an image of its own (make image) can hold its {names}: they run before all else")
    if result.hello:
        hello = result.hello
        terminal.remark(f"The board runs firmware {hello['firmware']} on the surface {hello['surface']}.")
        for diagnostic in result.hello.get("complaints", ()):
            terminal.remark(f"It says: {render_part(diagnostic)}")
    else:
        terminal.remark("The board does not say hello: without a surface it waits for one (treppe doctor shows more).")
