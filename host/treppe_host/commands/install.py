"""`treppe install ...`: an entry in the desktop's menu, and the right to use boards at USB."""

import os
import shutil
import sys
from pathlib import Path
from typing import Annotated

import typer

from treppe_host import terminal
from treppe_host.commands.command import command, group
from treppe_host.errors import TreppeError

app = group("Add Treppe to the desktop's menu; let users open boards at USB.")

_HOST = Path(__file__).parents[1]
_RULE = "70-treppe.rules"


class NotOnThisSystem(TreppeError):
    """The system does not support this, or does it without Treppe; the text says which."""


@command(app, "menu")
def install_menu(remove: Annotated[bool, typer.Option("--remove", help="Take the entry away.")] = False) -> None:
    """Add an entry that starts `treppe play` to the desktop's menu (Linux and other free desktops)."""
    if sys.platform in ("win32", "darwin"):
        raise NotOnThisSystem("this system has no desktop entries: make a shortcut to `treppe play --open`")
    shared = Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local/share")
    entry = shared / "applications/treppe.desktop"
    icon = shared / "icons/hicolor/scalable/apps/treppe.svg"
    if remove:
        entry.unlink(missing_ok=True)
        icon.unlink(missing_ok=True)
        terminal.say(f"{entry} is gone")
        return
    content = _HOST / "desktop/treppe.desktop"
    for each in (entry, icon):
        each.parent.mkdir(parents=True, exist_ok=True)
    icon.write_bytes((_HOST / "web/static/favicon.svg").read_bytes())
    text = content.read_text("utf-8").format(command=_quoted(_own_command()), icon=icon)
    entry.write_text(text, "utf-8")
    terminal.say(f"Treppe is in the menu: {entry}")


@command(app, "usb")
def print_usb_rule() -> None:
    """Print the udev rule that lets users open boards at USB (Linux); on stderr, where to put it."""
    if sys.platform != "linux":
        raise NotOnThisSystem("this system lets every user open serial ports: nothing to install")
    typer.echo((_HOST / "desktop" / _RULE).read_text("utf-8"), nl=False)
    if sys.stdout.isatty():
        terminal.complain("Install it with:")
        terminal.complain(f"  treppe install usb | sudo tee /etc/udev/rules.d/{_RULE}")
        terminal.complain("  sudo udevadm control --reload && sudo udevadm trigger --subsystem-match=tty")


def _own_command() -> str:
    """Return the path of the command that runs now; a desktop does not know the shell's PATH."""
    own = Path(sys.argv[0])
    found = str(own) if own.is_file() else shutil.which("treppe")
    return str(Path(found or "treppe").absolute())


def _quoted(command: str) -> str:
    """Return a command for the key Exec, with quotes and field codes escaped."""
    for special in ("\\", '"', "`", "$"):
        command = command.replace(special, "\\" + special)
    # Desktops unescape each value once before they apply the rules of Exec.
    return '"' + command.replace("\\", "\\\\").replace("%", "%%") + '"'
