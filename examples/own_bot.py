"""A program that plays: `treppe engine` knows the rules, the bot chooses. Any language that has pipes can do the same.

A command is a line; the answer begins with `=`, or with `?` and the reason, and ends with an empty line.
"""

import subprocess
import sys


class Engine:
    """The engine as a process, a command at a time."""

    def __init__(self) -> None:
        command = [sys.executable, "-m", "treppe_host", "engine"]
        self._process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def ask(self, command: str) -> str:
        """Return the answer to a command; raise ValueError with the engine's reason."""
        assert self._process.stdin and self._process.stdout
        self._process.stdin.write(command + "\n")
        self._process.stdin.flush()
        answer = "".join(iter(self._process.stdout.readline, "\n"))
        if answer.startswith("?"):
            raise ValueError(answer)
        return answer.removeprefix("=").strip()


engine = Engine()
engine.ask("new step players=2 size=5")
while engine.ask("result") == "*":
    notations = engine.ask("legal").split()
    builds = [word for word in notations if word.startswith("+")]
    engine.ask("play " + (builds or notations)[-1])  # this bot is not clever
print(engine.ask("board"), engine.ask("result"), sep="\n")
engine.ask("quit")
