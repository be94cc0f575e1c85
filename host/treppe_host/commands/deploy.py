"""`treppe flash`, `treppe doctor`, `treppe repl`."""

import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from rich.console import Console

_REED_STAGE = 6
_HELLO_S = 3.0
PortOption = Annotated[str | None, typer.Option("--port", help="Serial port of the board, as /dev/ttyACM0.")]


def register(app: typer.Typer) -> None:
    """Add the commands."""
    for command in (flash, doctor, repl):
        app.command()(command)


def flash(
    port: PortOption = None,
    set_: Annotated[
        list[str] | None,
        typer.Option("--set", metavar="NAME=VALUE", help="A setting to write, as brightness_percent=30."),
    ] = None,
    wipe: Annotated[
        bool, typer.Option("--wipe", help="Remove games and settings from the Pico, after a backup.")
    ] = False,
    yes: Annotated[bool, typer.Option("--yes", help="Do not ask.")] = False,
) -> None:
    """Bring the firmware onto a Pico: only what changed, and so that it always has a whole one."""
    from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn
    from treppe import VERSION
    from treppe_sim.folders import data_folder

    from treppe_host.deploy import flash as deploy

    changes = dict(deploy.parse_setting(text) for text in set_ or [])
    where = port or find_pico()
    _check_prompt(where)
    if wipe and not yes:
        typer.confirm(f"Remove all games and settings from the board at {where}? A backup is made first.", abort=True)
    columns = (TextColumn("{task.description}"), BarColumn(), TaskProgressColumn())
    with Progress(*columns, transient=True) as bar:
        tasks = {what: bar.add_task(what, visible=False, total=1) for what in ("backup", "firmware")}

        def show(what: str, done: int, total: int) -> None:
            bar.update(tasks[what], completed=done, total=total, visible=True)

        result = deploy.flash(where, data_folder() / "backups", changes, wipe=wipe, progress=show)
    print(f"{result.facts.machine}, MicroPython {result.facts.release}, board {result.facts.board}")
    if result.backup:
        print(f"backup: {result.backup}")
    for name in result.strangers:
        print(f"left alone in /journal, for no journal calls a file so: {name!a}")
    print(f"firmware {VERSION}: {result.copied} files sent, {result.kept} were there already")
    if result.hello:
        print(f"The board runs firmware {result.hello['firmware']} on the surface {result.hello['surface']}.")
        for complaint in result.hello["complaints"]:
            print(f"It says: {complaint}")
    else:
        print("The board does not say hello: without a surface it waits for one (treppe doctor tells more).")


def doctor(
    port: Annotated[
        str | None, typer.Option(help="Serial port of the board; or socket://HOST:NUMBER, sim:SURFACE.")
    ] = None,
    stage: Annotated[
        int | None, typer.Option(min=1, max=11, help="Only what this stage of the build guide needs.")
    ] = None,
    empty: Annotated[
        bool, typer.Option("--empty", help="Nothing stands on it: also tell reeds that are stuck, platforms that jam.")
    ] = False,
) -> None:
    """Look at a board: each line good, look at this, or broken, with what to do. Exit status 1 if any is broken."""
    from rich.console import Console
    from rich.markup import escape
    from rich.table import Table

    from treppe_host.deploy import doctor as examination

    where = port or find_pico()
    lines = examination.examine(where, stage, empty)
    colours = {examination.GOOD: "green", examination.LOOK: "yellow", examination.BROKEN: "red"}
    table = Table(box=None, pad_edge=False, show_header=False)
    for line in lines:
        found = escape(line.found)
        table.add_row(
            line.name,
            f"[{colours[line.verdict]}]{line.verdict}[/]",
            f"{found}\n[dim]{escape(line.advice)}[/]" if line.advice else found,
        )
    console = Console(highlight=False)
    console.print(table if lines else "This stage is for the other kind of surface.")
    is_broken = any(line.verdict == examination.BROKEN for line in lines)
    if stage == _REED_STAGE and lines and not is_broken:
        is_broken = not _walk(where, console)
    if is_broken:
        raise typer.Exit(1)


def _walk(port: str, console: "Console") -> bool:
    """Let one piece go over all fields, led by the board's lamps; tell whether every reed was seen."""
    from rich.live import Live
    from treppe import surfaces

    from treppe_host.deploy.reed_walk import ReedWalk
    from treppe_host.link.enquiry import Enquiry

    with Enquiry(port) as board, Live(console=console, auto_refresh=False) as shown:
        hello = board.hello(_HELLO_S)
        if hello is None or hello["surface"] != "reed12":
            return True
        walk = ReedWalk(surfaces.load(hello["surface"]))
        board.command("check")
        try:
            while walk.missing:
                walk.see(bytes.fromhex(board.command("frame")["hex"]))
                left = f"{len(walk.missing)} fields left: put one piece on each and lift it again. Ctrl-C ends it."
                shown.update(f"{walk.picture()}\n{left}", refresh=True)
        except KeyboardInterrupt:
            pass
        if board.command("status")["phase"] == "calibrate":
            board.command("button", name="END")
    if walk.missing:
        console.print(f"[red]broken[/] not seen: {', '.join(walk.missing)}")
    return not walk.missing


def repl(port: PortOption = None) -> None:
    """Talk to the board's interpreter, by mpremote (Ctrl-] ends it); afterwards the board starts anew."""
    from treppe_host.deploy.prompt import Prompt

    where = port or find_pico()
    _check_prompt(where)
    with Prompt(where):
        pass  # says in one line what is wrong, and stops the firmware and its watchdog
    subprocess.run([sys.executable, "-m", "mpremote", "connect", where, "resume", "repl"], check=False)
    with Prompt(where) as pico:
        pico.restart()


def _check_prompt(port: str) -> None:
    """Raise PortError for a board that has no prompt which other programs could reach."""
    from treppe_host.errors import PortError
    from treppe_host.link.ports import SIMULATED

    if port.startswith(SIMULATED):
        raise PortError(f"{port} is simulated: it has this program's firmware already, and no prompt for others")


def find_pico() -> str:
    """Return the port of the only Pico; raise PortNotFound with what to do."""
    from treppe_host.deploy.prompt import TESTED
    from treppe_host.errors import PortNotFound
    from treppe_host.link.ports import find_boards

    boards = find_boards()
    if len(boards) == 1:
        return boards[0].port
    if boards:
        known = ", ".join(f"{each.board} at {each.port}" for each in boards)
        raise PortNotFound(f"which board? There are: {known} (choose with --port)")
    version = ".".join(map(str, TESTED))
    for drive, is_plain in _boot_drives():
        if not is_plain:
            raise PortNotFound(f"what waits at {drive} is no plain Raspberry Pi Pico, which Treppe is made for")
        raise PortNotFound(
            f"a Pico waits at {drive} for MicroPython: copy the .uf2 of version {version} from "
            "micropython.org/download/RPI_PICO onto it, then try again"
        )
    raise PortNotFound(
        "no Pico at USB. Is the cable one for data? A new Pico needs MicroPython: hold BOOTSEL while plugging it in, "
        f"copy the .uf2 of version {version} from micropython.org/download/RPI_PICO onto the drive RPI-RP2"
    )


def _boot_drives(roots: tuple[str, ...] = ("/media", "/run/media", "/Volumes")) -> list[tuple[Path, bool]]:
    """Return the drives that Picos show while they wait for a program, and whether each is a plain one."""
    found = [path for root in roots for depth in ("*", "*/*") for path in Path(root).glob(f"{depth}/INFO_UF2.TXT")]
    return [(path.parent, "RPI-RP2" in path.read_text("ascii", "replace")) for path in found]
