"""The text protocol for engines and scripts: one command a line; the answer `= ...` or `? ...`, then an empty line.

list_games, new GAME [name=value ...], legal, play WORD [WORD ...], undo, player, events, result, perft D, divide D,
board, text, read TEXT, quit.
"""

from treppe import games
from treppe.alphabet.codes import diagnostic_of
from treppe.games import catalogue, options, positions


class UnknownCommand(ValueError):
    """A line that is no command, or a command with the wrong number of arguments."""


class Engine:
    """One game at a time, played by lines of text."""

    def __init__(self) -> None:
        """No game yet: `new` starts one."""
        self._state: games.State | None = None

    @property
    def state(self) -> games.State:
        """The game in progress."""
        if self._state is None:
            raise UnknownCommand("no game yet: new GAME [name=value ...]")
        return self._state

    def answer(self, line: str) -> str:
        """Return the answer to one command, without the empty line after it; what cannot be done is an answer with `?`.

        >>> engine = Engine()
        >>> engine.answer("new step size=5"), engine.answer("play a1-b1 +a1"), engine.answer("player")
        ('=', '=', '= 1')
        >>> engine.answer("jump")
        "? unknown command 'jump': help lists all"
        """
        arguments = line.split()
        if not arguments:
            return "? no command"
        command = getattr(self, "do_" + arguments[0], None)
        try:
            if command is None:
                raise UnknownCommand(f"unknown command {arguments[0]!r}: help lists all")
            answer = command(arguments[1:])
        except ValueError as error:
            return "? " + _line(error)
        return "= " + answer if answer else "="

    def do_help(self, arguments):
        """List the commands."""
        return "\n".join(sorted([name[3:] for name in dir(self) if name.startswith("do_")] + ["quit"]))

    def do_list_games(self, arguments):
        """List games with their options: allowed values, and the default in brackets."""
        lines = []
        for name in catalogue.names():
            parts = [name]
            for option, allowed, default in games.load(name).OPTIONS:
                shown = options.allowed_text(allowed)
                default = "none" if default is None else options.option_text(default)
                parts.append(f"{option}={shown}[{default}]")
            lines.append(" ".join(parts))
        return "\n".join(lines)

    def do_new(self, arguments):
        """Start a game."""
        if not arguments:
            raise UnknownCommand("new needs a game: new GAME [name=value ...]")
        game = games.load(arguments[0])
        self._state = games.start(arguments[0], dict([options.parse_option(game, word) for word in arguments[1:]]))
        return ""

    def do_legal(self, arguments):
        """Answer the notations of legal actions in ASCII order."""
        state = self.state
        return " ".join(sorted([state.word(action) for action in state.legal_actions()]))

    def do_play(self, arguments):
        """Play actions by their notations, all or none."""
        if not arguments:
            raise UnknownCommand("play needs a word: play WORD [WORD ...]")
        played = 0
        try:
            for word in arguments:
                self.state.apply_action(self.state.action(word))
                played += 1
        except ValueError:
            for _ in range(played):
                self.state.undo_action()
            raise
        return ""

    def do_undo(self, arguments):
        """Take the last action back."""
        self.state.undo_action()
        return ""

    def do_player(self, arguments):
        """Answer the player to move, `-` when the game is over."""
        player = self.state.current_player()
        return "-" if player < 0 else str(player)

    def do_events(self, arguments):
        """Answer the events of the last action, one a line."""
        return "\n".join([self.state.event_line(event) for event in self.state.events])

    def do_result(self, arguments):
        """Answer `*`, or how the game ended."""
        return self.state.result()

    def do_perft(self, arguments):
        """Count the sequences of so many actions."""
        return str(perft(self.state, _depth(arguments)))

    def do_divide(self, arguments):
        """Answer the perft count behind each legal action, in ASCII order of their notations."""
        depth = _depth(arguments)
        lines = []
        for action in self.state.legal_actions():
            word = self.state.word(action)
            after = self.state.clone()
            after.apply_action(action)
            lines.append(f"{word} {perft(after, depth - 1)}")
        return "\n".join(sorted(lines))

    def do_board(self, arguments):
        """Draw the board."""
        return "\n" + self.state.board()

    def do_text(self, arguments):
        """Answer the position as one line of text."""
        return self.state.text()

    def do_read(self, arguments):
        """Go on from the position that `text` has answered."""
        self._state = positions.read(" ".join(arguments))
        return ""


def _line(error):
    """Return what an error tells in one line: `no_word game=step word='x9' ...`."""
    what = dict(diagnostic_of(error))
    code = what.pop("code")
    if code == "failed":
        return what["text"]
    return " ".join([code] + [name + "=" + repr(what[name]) for name in sorted(what)])


def perft(state: games.State, depth: int) -> int:
    """Count the sequences of `depth` actions from a state; one that ends the game earlier counts once.

    Two programs with the same rules count the same, so the number tells whether another one has them right.

    >>> state = games.start("step", size=5)
    >>> len(state.legal_actions()), perft(state, 2)
    (22, 66)
    """
    events = state.events
    count = _count(state, depth)
    state.events = events
    return count


def _count(state, depth):
    if depth == 0 or state.is_terminal():
        return 1
    actions = state.legal_actions()
    if depth == 1:
        return len(actions)
    saved = bytes(state.position)
    count = 0
    for action in actions:
        state.events = []
        state.perform(action)
        count += _count(state, depth - 1)
        state.position[:] = saved
    return count


def _depth(arguments):
    if len(arguments) != 1 or not arguments[0].isdigit() or arguments[0] == "0":
        raise UnknownCommand("a depth is a number, 1 or more")
    return int(arguments[0])


def run(read_line, write, engine=None) -> None:
    """Answer commands until `quit` or the end of the input; `read_line()` gives bytes, `b""` at the end."""
    engine = engine or Engine()
    while True:
        encoded = read_line()
        if not encoded:
            return
        try:
            line = str(encoded, "utf-8").replace("\ufeff", "")  # the mark at the begin of some files
        except UnicodeError:
            write("? the line is not UTF-8\n\n")
            continue
        if line.strip() == "quit":
            write("=\n\n")
            return
        write(engine.answer(line) + "\n\n")
