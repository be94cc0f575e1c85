"""`treppe hardware`: builds the generated files, checks a description."""

from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from treppe_hardware.checks import Finding

# Each command imports the modules that it needs, so that others do not wait for them.

app = typer.Typer(
    help="Boards, parts and wiring, generated from hardware/*.toml. Needs a checkout of Treppe.",
    no_args_is_help=True,
    add_completion=False,
)


class Material(StrEnum):
    """The materials of springs, as the firmware names them."""

    STEEL = "steel"
    FR4 = "fr4"
    PETG = "petg"


def find_root() -> Path:
    """Return the top folder of the checkout: around the working folder, or around this file."""
    from treppe_hardware import InvalidDescription

    here = Path.cwd().resolve()
    for folder in (here, *here.parents, *Path(__file__).resolve().parents):
        if (folder / "hardware" / "components.toml").exists():
            return folder
    raise InvalidDescription("there is no folder `hardware` here: run this in a checkout of Treppe")


@app.command("build")
def build_command(
    file: Annotated[Path | None, typer.Argument(help="A surface or controller of your own.")] = None,
    out: Annotated[Path, typer.Option(help="Folder for the files generated from a description of your own.")] = Path(
        "build"
    ),
) -> None:
    """Write tables, wiring, drawings and bills of materials; name what changed."""
    from treppe_hardware import build, build_variant

    root = find_root()
    changed = build(root) if file is None else build_variant(root, file, out / file.stem)
    for path in changed:
        typer.echo(f"wrote {path}")
    if not changed:
        typer.echo("nothing has changed")


@app.command("check")
def check_command(
    file: Annotated[Path | None, typer.Argument(help="A surface or controller; all of ours without it.")] = None,
) -> None:
    """Check a description; exit 1 if it has errors."""
    from treppe_hardware import read_hardware, read_variant
    from treppe_hardware.checks import check_hardware as find_faults

    root = find_root()
    hardware = read_hardware(root) if file is None else read_variant(root, file)
    findings = find_faults(hardware)
    for alike in _group(findings):
        typer.echo(f"{alike[0]}" + (f" ({len(alike) - 1} more like this one)" if len(alike) > 1 else ""))
    errors = sum(finding.is_error for finding in findings)
    typer.echo(f"{errors} error{'s' * (errors != 1)}, {len(findings) - errors} doubtful")
    raise typer.Exit(1 if errors else 0)


@app.command("cell")
def cell_command(
    context: typer.Context,
    port: Annotated[str | None, typer.Option(help="Serial port of the board; or socket://HOST:NUMBER.")] = None,
    field: Annotated[str, typer.Option(help="The field of the cell.")] = "d4",
    material: Annotated[Material, typer.Option(help="Material of its springs.")] = Material.STEEL,
    creep_minutes: Annotated[float, typer.Option(min=0, help="How long to wait for creep.")] = 10,
    output: Annotated[Path, typer.Option(help="File for the results, which the simulation takes.")] = Path("cell.json"),
) -> None:
    """Measure one cell of a board with weights, for the simulation."""
    from treppe_host.commands.database import open_store
    from treppe_host.deploy.pico_port import find_pico

    from treppe_hardware.cell.run import measure_cell

    measure_cell(open_store(context), port or find_pico(), field, material.value, output, 60 * creep_minutes)


def _group(findings: "list[Finding]") -> "list[list[Finding]]":
    """Join equal findings of one line about many fields."""
    groups: dict[object, list[Finding]] = {}
    for finding in findings:
        groups.setdefault((finding.path, finding.line, finding.why, finding.advice), []).append(finding)
    return list(groups.values())
