"""`treppe hardware`: builds the generated files, checks a description."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, NoReturn

import typer
from treppe_host.errors import TreppeError

if TYPE_CHECKING:
    from hardware.tools.checks import Finding

# Each command imports the modules that it needs, so that others do not wait for them.

app = typer.Typer(
    help="Boards, parts and wiring, generated from hardware/*.toml.", no_args_is_help=True, add_completion=False
)


def find_root() -> Path:
    """Return the top folder of the checkout: around the working folder, or around this file."""
    from hardware.tools import InvalidDescription

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
    from hardware.tools import build, build_variant

    try:
        root = find_root()
        changed = build(root) if file is None else build_variant(root, file, out / file.stem)
    except TreppeError as error:
        _refuse(error)
    for path in changed:
        typer.echo(f"wrote {path}")
    if not changed:
        typer.echo("nothing has changed")


@app.command("check")
def check_command(
    file: Annotated[Path | None, typer.Argument(help="A surface or controller; all of ours without it.")] = None,
) -> None:
    """Check a description; exit 1 if it has errors."""
    from hardware.tools import read_hardware, read_variant
    from hardware.tools.checks import check as find_faults

    try:
        root = find_root()
        hardware = read_hardware(root) if file is None else read_variant(root, file)
    except TreppeError as error:
        _refuse(error)
    findings = find_faults(hardware)
    for alike in _group(findings):
        typer.echo(f"{alike[0]}" + (f" ({len(alike) - 1} more like this one)" if len(alike) > 1 else ""))
    errors = sum(finding.is_error for finding in findings)
    typer.echo(f"{errors} error{'s' * (errors != 1)}, {len(findings) - errors} doubtful")
    raise typer.Exit(1 if errors else 0)


def _group(findings: "list[Finding]") -> "list[list[Finding]]":
    """Join equal findings of one line about many fields."""
    groups: dict[object, list[Finding]] = {}
    for finding in findings:
        groups.setdefault((finding.path, finding.line, finding.why, finding.advice), []).append(finding)
    return list(groups.values())


def _refuse(error: TreppeError) -> NoReturn:
    typer.echo(str(error), err=True)
    raise typer.Exit(1)
