"""Hands in text, and what a table makes of them: reads `tests/data/hands.txt`, on both runtimes.

A script has its title, a line with a position, and lines of what hands do:

    The same hand moves its piece on
        weltreich b3=1 e3=5 b6=2 l12=7
        -b3 +b6 400 => b3-b6
        -b6 +b9 400 => b3-b9

A position is a game with its options and either its pieces by field (all other fields are free), or after a colon the
actions that have led there; or the text of a whole one, as `positions.read` takes it. `-b3` is a piece that goes,
`+b3*2` two that come, `~b3` a field that is felt and `.b3` one that no longer is; OK, MENU, END and UNDO are buttons. A
number is how many milliseconds pass, 60 where there is none; `ask` is so many that the table has asked what it has to
ask. Behind `=>` stands what was recorded since, behind `?` what is proposed, behind `!` the phase of a game that does
not go on, or a doubtful field.
"""

from fakes_table import ASKED_MS, begin
from treppe import games
from treppe.alphabet.buttons import END, MENU, OK, UNDO
from treppe.games import positions
from treppe.games.options import complete, parse_option
from treppe.sensing import QUIET, SETTLING

_BUTTONS = {"OK": OK, "MENU": MENU, "END": END, "UNDO": UNDO}
_PAUSE_MS = 60
_ASK_MS = ASKED_MS + 400


def read(path):
    """Return the scripts of a file: title, position, and lines of movements with what they come to."""
    scripts = []
    with open(path) as file:
        for line in file:
            if not line.strip() or line.startswith("#"):
                continue
            if not line.startswith(" "):
                scripts.append([line.strip(), "", []])
            elif not scripts[-1][1]:
                scripts[-1][1] = line.strip()
            else:
                done, _, expected = line.partition("=>")
                scripts[-1][2].append((done.split(), expected.strip()))
    return scripts


def lay_out(position):
    """Return a table on which a game goes on from a position."""
    if "/" in position:
        state = positions.read(position)
        table = begin(state.NAME, **state.options)
    else:
        about, _, played = position.partition(":")
        name, *more = about.split()
        game = games.load(name)
        names = [spec[0] for spec in game.OPTIONS]
        pairs = [word.partition("=") for word in more]
        options = dict([parse_option(game, "=".join((key, value))) for key, _, value in pairs if key in names])
        table = begin(name, **complete(game, options))
        if len(options) < len(more):
            table.arrange({key: int(value) for key, _, value in pairs if key not in names})
            return table
        state = table.state().clone()
        for word in played.split():
            state.apply_action(state.action(word))
    table.state().position[:] = state.position
    table.session.lead("setup")
    table.set_up()
    return table


def do(table, words):
    """Let hands do what words say."""
    for number, word in enumerate(words):
        if word.isdigit() or word == "ask":
            continue
        after = words[number + 1] if number + 1 < len(words) else ""
        ms = _ASK_MS if after == "ask" else int(after) if after.isdigit() else _PAUSE_MS
        act, (name, _, count) = word[0], word[1:].partition("*")
        if word in _BUTTONS:
            table.wait(ms, _BUTTONS[word])
        elif act in "+-":
            table.change(name, (1 if act == "+" else -1) * int(count or 1), ms)
        else:
            table.touch(name, SETTLING if act == "~" else QUIET)
            table.wait(ms - 10)


def outcome(table):
    """Return what a table has made of it, in words."""
    found = " ".join(table.journal.words())
    display = table.display
    if display["choice"]:
        found += " ? " + " ".join(display["choice"])
    elif display["phase"] != "play" or display["doubt"]:
        found += " ! " + (display["doubt"] or display["phase"])
    return found.strip()


def test_hands_come_to_what_the_scripts_say():
    scripts = read("tests/data/hands.txt")
    assert len(scripts) > 30
    for title, position, lines in scripts:
        table = lay_out(position)
        for words, expected in lines:
            do(table, words)
            assert outcome(table) == expected, (title, words)
