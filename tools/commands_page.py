"""Write docs/commands.md: all commands with their options, and all environment variables: `make commands`."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from treppe_host import annexes
from treppe_host.cli import app
from typer.main import get_command

PAGE = Path("docs/commands.md")
_HEAD = """# Commands, options and variables

All that `treppe` understands, made from the commands by `make commands`. `treppe COMMAND --help` prints the same.
Exit status: 0 done, 1 failed (one line says why), 2 a line that cannot be understood, 130 ended by Ctrl-C;
`treppe doctor` has 10 (look at this), 11 (broken) and 12 (no board). Each command also takes `-q` and `-v`.
"""

_READ_ELSEWHERE = {
    "TREPPE_BOOT_DRIVES": "folders in which `treppe flash` looks for the drive of a Pico in BOOTSEL",
    "TREPPE_BROKER_PASSWORD": "the password at the broker of `--publish` and `--with`",
    "TREPPE_COMPILE": "`no`: programs that play run as they are, not compiled (extra `fast`)",
    "TREPPE_DATA": "the folder of games, simulated boards and backups",
    "TREPPE_GAMES": "folders of games that do not come with Treppe",
    "TREPPE_IMAGE_SOURCES": "`make image`: a folder that has the sources of MicroPython already",
    "TREPPE_MICROPYTHON": "a MicroPython of your own for simulated boards",
    "TREPPE_PARAMETERS": "a file with measured parameters for simulated boards",
    "TREPPE_PASSWORD": "the password of the page",
    "TREPPE_RUNTIME": "`cpython` or `micropython`: what runs simulated boards",
}
"""Variables that no option has."""


def render() -> str:
    """Return the page."""
    parts = [_HEAD, *(_section(path, command) for path, command in _commands("treppe", get_command(app)))]
    rows = [f"| `{name}` | {meaning} |\n" for name, meaning in sorted(_variables().items())]
    parts.append("## Variables of the environment\n\n| variable | what it does |\n|---|---|\n" + "".join(rows))
    return "\n".join(parts)


def _commands(path: str, command: Any) -> Iterator[tuple[str, Any]]:
    yield path, command
    if hasattr(command, "list_commands"):
        for name in command.list_commands(None):
            if path != "treppe" or name != "hardware":  # a tool of the checkout has its own help
                yield from _commands(f"{path} {name}", command.get_command(None, name))


def _section(path: str, command: Any) -> str:
    arguments = [each for each in command.params if each.param_type_name == "argument"]
    options = [each for each in command.params if each.param_type_name == "option" and not each.hidden]
    more = " COMMAND" if hasattr(command, "list_commands") else ""
    typed = " ".join([path, *(_argument(each) for each in arguments)]) + " [OPTIONS]" * bool(options) + more
    text = f"## {path}\n\n    {typed}\n\n{' '.join((command.help or '').split())}\n"
    rows = [(_argument(each), each) for each in arguments] + [(_typed(each), each) for each in options]
    if rows:
        text += "\n| | |\n|---|---|\n" + "".join(f"| `{name}` | {_meaning(each)} |\n" for name, each in rows)
    rules = [
        f"`{_spelled(command, first)}` {kind} {', '.join(f'`{_spelled(command, name)}`' for name in others)}."
        for kind in ("excludes", "needs")
        for first, *others in getattr(command, kind, [])
    ]
    return text + ("\n" + " ".join(rules) + "\n" if rules else "")


def _spelled(command: Any, name: str) -> str:
    found = next(each for each in command.params if each.name == name)
    return _argument(found) if found.param_type_name == "argument" else max(found.opts, key=len)


def _argument(parameter: Any) -> str:
    name = parameter.metavar or parameter.name.upper()
    return name if parameter.required or name.startswith("[") else f"[{name}]"


def _typed(option: Any) -> str:
    names = ", ".join(sorted(option.opts, key=len) + list(option.secondary_opts))
    return names if option.is_flag else f"{names} {option.metavar or _kind(option)}"


def _kind(option: Any) -> str:
    if choices := getattr(option.type, "choices", None):
        return "\\|".join(getattr(each, "value", str(each)) for each in choices)
    kind = str(option.type.name).split()[0]
    return {"integer": "NUMBER", "float": "NUMBER", "path": "FILE"}.get(kind, "TEXT")


def _meaning(parameter: Any) -> str:
    text = " ".join((parameter.help or "").split()).replace("|", "\\|")
    default = parameter.default
    shown = parameter.show_default if isinstance(getattr(parameter, "show_default", None), str) else ""
    if not shown and not isinstance(default, bool) and default not in (None, "") and not callable(default):
        shown = str(getattr(default, "value", default))
    notes = [f"by default {shown}"] * bool(shown) + [f"variable `{parameter.envvar}`"] * bool(parameter.envvar)
    return f"{text} ({'; '.join(notes)})" if notes else text


def _variables() -> dict[str, str]:
    """Return what each variable does: those of options, and those that are read elsewhere."""
    found = dict(_READ_ELSEWHERE)
    for path, command in _commands("treppe", get_command(app)):
        for each in command.params:
            if each.envvar:
                found[each.envvar] = f"the option `{max(each.opts, key=len)}` of `{path}`"
    return found


if __name__ == "__main__":
    assert set(annexes.OURS) <= set(annexes.list_entries(annexes.COMMANDS)), "make setup installs all annexes"
    PAGE.write_text(render(), "utf-8")
