"""`python -m hardware.tools`: the command line of these tools."""

from hardware.tools.cli import app

app(prog_name="treppe hardware")
