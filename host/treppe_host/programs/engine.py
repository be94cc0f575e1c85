"""The text protocol with two commands more: `genmove` plays an action of the program's, `advise` names one."""

from dataclasses import replace
from random import Random, SystemRandom

from treppe.games.engine import Engine, UnknownCommand
from treppe_host.errors import TreppeError
from treppe_host.programs import levels
from treppe_host.programs.process import Limits, Thinker


class PlayingEngine(Engine):
    """The engine of the rules, with a program to play against."""

    def __init__(self) -> None:
        """Begin without a game, and without a search."""
        super().__init__()
        self.thinker = Thinker()
        self.random: Random = SystemRandom()

    def do_list_commands(self, arguments: list[str]) -> str:
        """Answer the names of all commands, a line each, as GTP has it."""
        return "\n".join(sorted([*(name[3:] for name in dir(self) if name.startswith("do_")), "quit"]))

    def do_genmove(self, arguments: list[str]) -> str:
        """Play an action as a level would, 6 unless another is named, and answer its word."""
        options = _options(arguments, ("level", "seconds"))
        number = options.get("level", levels.LAST)
        if number not in range(1, levels.LAST + 1):
            raise UnknownCommand(f"levels are 1 to {levels.LAST}, not {number:g}")
        level = levels.level(self.state.NAME, int(number))
        seconds = options.get("seconds")
        error = levels.error_at(level, self.state)
        limits = Limits(level.simulations, levels.LONGEST_S, error, level.regard, self._seed(), is_varied=True)
        if seconds is not None:
            # Whoever names a time wants it used; a lower level errs as it always does.
            limits = replace(limits, simulations=Limits.simulations, seconds=seconds)
        word = self._think(limits)
        self.state.apply_action(self.state.action(word))
        return word

    def do_advise(self, arguments: list[str]) -> str:
        """Answer the best action that is found in `seconds`, without playing it."""
        seconds = _options(arguments, ("seconds",)).get("seconds", levels.ADVICE_S)
        return self._think(Limits(seconds=seconds, seed=self._seed()))

    def _think(self, limits: Limits) -> str:
        if self.state.is_terminal():
            raise UnknownCommand("the game is over")
        try:
            return self.thinker.think(self.state, limits).word
        except TreppeError as error:
            raise UnknownCommand(str(error)) from None

    def _seed(self) -> int:
        return self.random.randrange(1, 2**32)


def _options(arguments: list[str], names: tuple[str, ...]) -> dict[str, float]:
    options = {}
    for word in arguments:
        name, _, text = word.partition("=")
        try:
            value = float(text)
        except ValueError:
            value = -1.0
        if name not in names or not 0 < value < 1e6:
            raise UnknownCommand(f"{word!r} is not one of: " + " ".join(f"{each}=NUMBER" for each in names))
        options[name] = value
    return options
