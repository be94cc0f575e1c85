"""`treppe doctor`."""

from collections.abc import Sequence
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from treppe_host import terminal
from treppe_host.commands.command import command, group
from treppe_host.commands.options import Json, Port, print_json

if TYPE_CHECKING:
    from rich.console import Console

    from treppe_host.finding import Finding
    from treppe_host.narrow_table import NarrowTable

app = group()

_REED_STAGE = 6
_HELLO_S = 3.0
_NO_BOARD = 12  # exit status; the others are those of Finding


@command(app, excludes=["json_ report"])
def doctor(
    context: typer.Context,
    port: Port = None,
    stage: Annotated[
        int | None, typer.Option(min=1, max=11, help="Examine only what this stage of the build guide needs.")
    ] = None,
    empty: Annotated[
        bool, typer.Option("--empty", help="The board is empty: also find stuck reeds and jammed platforms.")
    ] = False,
    report: Annotated[
        Path | None, typer.Option(help="Add what is found to this log of a build, and ask for readings by hand.")
    ] = None,
    json_: Json = False,
) -> None:
    """Look at a board: each line good, look at this, or broken, with what to do.

    Exit status 10 if there is something to look at, such as reeds that no game has tried of late, 11 if something is
    broken, 12 if there is no board at the port.
    """
    from treppe_host.deploy.doctor import examine
    from treppe_host.deploy.pico_port import find_pico
    from treppe_host.errors import PortError
    from treppe_host.finding import BROKEN_STATUS

    where, lines = port or "", list["Finding"]()
    try:
        where = where or find_pico()
        lines = examine(where, stage, empty, lambda hello: _remembered(context, hello))
    except PortError as error:
        if not report:
            terminal.complain(f"treppe: {error}")
            raise typer.Exit(_NO_BOARD) from error
        terminal.complain(error)  # the first stages are measured before there is a Pico
    console = terminal.console()
    if json_:
        print_json([each.as_json() for each in lines])
    else:
        console.print(_table(lines) if lines else "This stage is for the other kind of surface.")
    if report:
        _report(report, stage, lines)
    is_walked = stage == _REED_STAGE and bool(lines)  # the walk tries each reed
    statuses = [line.exit_status for line in lines if not (is_walked and line.part == "reeds")]
    status = max(statuses, default=0)
    if is_walked and not json_ and status != BROKEN_STATUS and not _walk(where, console):
        status = BROKEN_STATUS
    if status:
        raise typer.Exit(status)


def _table(findings: "Sequence[Finding]") -> "NarrowTable":
    """Return a row for each finding: its name, the verdict, what was found and what to do."""
    from rich.text import Text

    from treppe_host.finding import BROKEN, GOOD, LOOK, SENSORS
    from treppe_host.narrow_table import NarrowTable

    colours = {GOOD: "green", LOOK: "yellow", BROKEN: "red"}
    table = NarrowTable(show_header=False)
    gap = "\n" if terminal.is_folded() else ". "
    for each in findings:
        advised = each.advised().format(do=SENSORS)
        advice = Text(f"{gap}{advised}" if advised else "", "dim")
        table.add_row(Text(each.name()), Text(each.verdict, colours[each.verdict]), Text(each.found()) + advice)
    return table


def _remembered(context: typer.Context, hello: "dict[str, Any]") -> "list[Finding]":
    """Return what stored games show about the fields of a board."""
    from treppe import surfaces

    from treppe_host.commands.database import open_store
    from treppe_host.tune.kinds import sensor_kind

    surface = surfaces.load(hello["surface"])
    return sensor_kind(surface).findings(open_store(context), hello["board"], surface)


def _report(path: Path, stage: int | None, findings: "Sequence[Finding]") -> None:
    """Ask for the measurements by hand of this stage, and add them and the findings to the log of the build."""
    from treppe_host.deploy.build_report import append, measurements_of, section

    begun = datetime.now()
    read = []
    surface = next((str(each.diagnostic.get("name", "")) for each in findings if each.part == "surface"), "")
    for each in measurements_of(stage or 0, surface):
        of = "" if surface or not each.surfaces else f"{', '.join(each.surfaces)}: "
        terminal.say(f"{of}{each.what} ({each.tool}) should read {each.reads}: {each.why}.")
        read.append((each, _reading()))
    append(path, section(stage, begun, findings, read))
    terminal.remark(f"Written to {path}")


def _reading() -> str:
    """Return the value that the builder types; empty if he has not measured, or at the end of the input."""
    try:
        return input("You read (Enter: not measured): ").strip()
    except EOFError:
        return ""


def _walk(port: str, console: "Console") -> bool:
    """Lead the user by lamps to put a piece on each field; return whether all reeds have closed."""
    from rich.live import Live
    from rich.text import Text
    from treppe import surfaces
    from treppe.sensing.kinds import kind_of

    from treppe_host.deploy.reed_walk import ReedWalk
    from treppe_host.link.enquiry import Enquiry

    with Enquiry(port) as board, Live(console=console, auto_refresh=False) as shown:
        hello = board.hello(_HELLO_S)
        if hello is None or kind_of(surfaces.load(hello["surface"])).IS_CALIBRATED:
            return True
        walk = ReedWalk(surfaces.load(hello["surface"]))
        board.ask_board("check")
        try:
            while walk.missing:
                walk.see(bytes.fromhex(board.ask_board("frame")["hex"]))
                left = f"{len(walk.missing)} fields left: put one piece on each and lift it again. Ctrl-C ends it."
                shown.update(f"{walk.picture()}\n{left}", refresh=True)
        except KeyboardInterrupt:
            pass
        if board.ask_board("status")["phase"] == "calibrate":
            board.ask_board("button", name="END")
    if walk.missing:
        console.print(Text("broken", "red"), f"not seen: {', '.join(walk.missing)}")
    return not walk.missing
