"""The options of `treppe tune`, as one object."""

import os
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Annotated

import typer

Port = Annotated[str | None, typer.Option(help="Serial port of the board; or socket://HOST:NUMBER, sim:SURFACE.")]
Board = Annotated[str | None, typer.Option(help="Name of the board, or the beginning of its id.")]
Page = Annotated[bool, typer.Option("--page", help="In the browser instead of the terminal.")]
Fields = Annotated[list[str] | None, typer.Option(help="Show details of this field: trace, histogram, crosstalk.")]
Record = Annotated[Path | None, typer.Option(help="Write the raw frames into this file.")]
Replay = Annotated[Path | None, typer.Option(help="Run a recording through sensing instead of a board.")]
Settings = Annotated[list[str] | None, typer.Option("--set", help="Try another setting, NAME=NUMBER.")]
Apply = Annotated[bool, typer.Option("--apply", help="Change the settings on the board, until it restarts.")]
Keep = Annotated[bool, typer.Option("--keep", help="Change the settings on the board for good.")]
Kind = Annotated[str, typer.Option(help="Kind of pieces on a tower surface: bricks or discs.")]
Calibrate = Annotated[bool, typer.Option("--calibrate", help="Calibrate a tower surface: follow its lights.")]
Quick = Annotated[bool, typer.Option("--quick", help="Start a tower surface with seven puts: games teach it the rest.")]
Check = Annotated[bool, typer.Option("--check", help="Check the calibration with a tower of seven.")]
Export = Annotated[Path | None, typer.Option(help="Write the calibration, or the results of --cell, into this file.")]
Compare = Annotated[Path | None, typer.Option(help="Compare the calibration with that in a JSON file.")]
Load = Annotated[Path | None, typer.Option(help="Store the calibration in a JSON file on the surface.")]
Restore = Annotated[bool, typer.Option("--restore", help="Store the last calibration that people have made again.")]
Cell = Annotated[
    bool, typer.Option("--cell", help="Measure one cell (of --field, by default d4) with weights, for the simulation.")
]
CreepMinutes = Annotated[float, typer.Option(min=0, help="How long --cell waits for creep.")]
Material = Annotated[str, typer.Option(help="Material of the springs: steel, fr4, petg.")]
Report = Annotated[Path | None, typer.Option(help="Write noise and drift into this HTML file.")]
Suggest = Annotated[
    bool,
    typer.Option("--suggest", help="Run again what was played, with other settings; --apply takes the best."),
]
TakeBack = Annotated[bool, typer.Option("--take-back", help="Bring back the settings before the last suggestion.")]
Seconds = Annotated[float | None, typer.Option(min=0, help="End after this many seconds; by default Ctrl-C ends it.")]


@dataclass(frozen=True, slots=True)
class Wish:
    """The options of `treppe tune` by their names."""

    port: str | None
    board: str | None
    page: bool
    field: list[str] | None
    record: Path | None
    replay: Path | None
    setting: list[str] | None
    apply: bool
    keep: bool
    kind: str
    calibrate: bool
    quick: bool
    check: bool
    export: Path | None
    compare: Path | None
    load: Path | None
    restore: bool
    cell: bool
    creep_minutes: float
    material: str
    report: Path | None
    seconds: float | None
    suggest: bool
    take_back: bool

    @property
    def fields(self) -> list[str]:
        """The fields to look at more closely."""
        return self.field or []


_FILES = ("record", "replay", "export", "compare", "load", "report")


def read_wish(context: typer.Context) -> Wish:
    """Return the options of the command line; raise BadSetting or BadFile for those that cannot be followed."""
    from treppe.sensing.calibration import MATERIALS
    from treppe.sensing.masses import KINDS

    from treppe_host.tune.settings import BadSetting, check_choice

    given = {each.name: context.params[each.name] for each in fields(Wish)}
    # The context has what click read; Typer makes paths of it for the command's own arguments alone.
    wish = Wish(**given | {name: Path(given[name]) for name in _FILES if given[name]})
    if (wish.apply or wish.keep) and not (wish.setting or wish.suggest):
        raise BadSetting("--apply and --keep need settings: give them with --set or --suggest")
    with_board = (wish.record, wish.export, wish.compare, wish.load, wish.restore, wish.cell, wish.calibrate)
    if wish.replay and any((*with_board, wish.quick, wish.check, wish.apply, wish.keep, wish.suggest)):
        raise BadSetting("--replay shows a recording: only --field, --set, --kind and --report go with it")
    check_choice("kind", wish.kind, KINDS)
    check_choice("material", wish.material, MATERIALS)
    for path in (wish.record, wish.export, wish.report, Path("cell.json") if wish.cell else None):
        _check_writable(path)
    return wish


def _check_writable(path: Path | None) -> None:
    """Raise BadFile if a file cannot be written: better before a long measurement than after it."""
    from treppe_host.errors import BadFile

    if path is None:
        return
    if not path.parent.is_dir():
        raise BadFile(f"{path}: there is no folder {path.parent}")
    if path.is_dir():
        raise BadFile(f"{path}: this is a folder")
    if not os.access(path if path.exists() else path.parent, os.W_OK):
        raise BadFile(f"{path}: cannot be written")
