"""Rules in text: reads `tests/data/rules/GAME.txt`, on both runtimes, and holds a game against it.

A script has its title, a line with a position, and lines of actions with what they come to:

    A captured commander decides between two
        : T0 a1, C1 a4, S1 k1, C0 l1
        a1xa4 => commander winners=0 ; quiet

A position is the game's options, each perhaps with several values (`edition=de|fr`: the script holds for all), and
behind a colon what is laid out in place of what stands there at the start (see `layouts.py`). Actions are words; `undo`
takes one back. Behind `=>` stand facts:

- `2`: who is to move; `gates winners=0`, `*`: how the game has ended, or that it goes on;
- `eliminated 1`, `removed f7`: all events of the last action, one after the other; `quiet`: there was none;
- `legal: WORDS`: all legal actions; `legal e4-: WORDS`: those that begin so; `lacks: WORDS`: none of these is legal;
- `starts: FIELDS`: where legal moves begin;
- `illegal: WORDS`, `unread: WORDS`: refused as no legal action, or as no word of the game;
- `at e8: PIECES`: what stands there, from the bottom up; `owner e8: 1`: whose it is;
- `hands WORD: -a4 +out`: what hands do for an action, in this order; a number as in `-a4*3` is a change of more than
  one, and `(f1)` a field of the surface that lies beside the game's board;
- `shines 0: FIELDS`: what shines when a player has won; `way 0: CELLS`: how a king may leave;
- `scores: 4 0`: an attribute or a method of the state.

In place of actions and facts, `options: code players=5 teams=true` refuses these options with this code.
"""

from layouts import lay_out
from rules_checks import check_perft, check_playthrough, check_random_games
from scripts import read
from treppe import games, surfaces
from treppe.alphabet.image import BEYOND
from treppe.games.options import parse_option


def house_tests(name, options, count):
    """Return the tests that every game has: counts of positions, games by chance, recorded ones, its rules.

    `options` are those of the games by chance, of which there are so many of each.
    """
    return (
        lambda: check_perft(name),
        lambda: check_random_games(name, options, count),
        lambda: check_playthrough(name),
        lambda: check_rules(name),
    )


def check_rules(name):
    """Hold a game against its scripts."""
    scripts = read(f"tests/data/rules/{name}.txt")
    assert scripts
    for title, about, lines in scripts:
        options, _, pieces = about.partition(":")
        for choice in _choices(games.load(name), options.split()):
            state = games.start(name, **choice)
            if pieces.strip():
                lay_out(state, [group.split() for group in pieces.split(",")])
            for done, expected in lines:
                try:
                    _check_line(state, done, expected)
                except Exception as error:
                    raise AssertionError(f"{name}: {title} {choice}: {done} => {expected}: {error!r}") from error


def _choices(game, words):
    """Return all options that some words mean, in which `|` stands between values."""
    found = [{}]
    for word in words:
        key, _, values = word.partition("=")
        pairs = [parse_option(game, key + "=" + value) for value in values.split("|")]
        found = [dict(choice, **{key: value}) for choice in found for _, value in pairs]
    return found


def _check_line(state, words, expected):
    if words.startswith("options:"):
        _, code, *refused = words.split()
        assert _refusal_of_options(state.NAME, refused) == code, _refusal_of_options(state.NAME, refused)
        return
    for word in words.split():
        if word == "undo":
            state.undo_action()
        else:
            state.apply_action(state.action(word))
    facts = [fact.strip() for fact in expected.split(";") if fact.strip()]
    events = [fact for fact in facts if not _holds(state, fact)]
    if events:
        happened = [state.event_line(event) for event in state.events]
        assert happened == [event for event in events if event != "quiet"], happened


def _refusal_of_options(name, words):
    try:
        games.start(name, **dict([parse_option(games.load(name), word) for word in words]))
    except games.InvalidOption as error:
        return error.args[0]["code"]
    return "none"


def _holds(state, fact):
    """Check a fact; return whether it is one, and not an event."""
    head, colon, tail = fact.partition(":")
    name, *more = head.split()
    if not colon:
        if fact.isdigit():
            assert state.current_player() == int(fact), state.current_player()
        elif fact == "*" or "winners=" in fact:
            assert state.result() == fact, state.result()
        else:
            return False
        return True
    words = tail.split()
    found = _LOOKS[name](state, words, *more) if name in _LOOKS else _attribute(state, name)
    assert found == words, found
    return True


def _attribute(state, name):
    value = getattr(state, name)
    value = value() if callable(value) else value
    return " ".join([str(each) for each in (value if isinstance(value, (list, tuple)) else (value,))]).split()


def _legal(state, _words, start=""):
    return sorted([word for word in map(state.word, state.legal_actions()) if word.startswith(start)])


def _starts(state, _words):
    return sorted({word.split("-")[0] for word in _legal(state, _words)})


def _lacks(state, words):
    legal = _legal(state, words)
    return [word for word in words if word not in legal]


def _refused(state, words, error):
    before = state.text()
    found = []
    for word in words:
        try:
            state.action(word)
        except (games.InvalidWord, games.IllegalAction) as refusal:
            if type(refusal) is error and repr(word) in str(refusal) and state.text() == before:
                found.append(word)
    return found


def _field(state, name):
    (field,) = [field for field in range(len(state.image())) if state.field_name(field) == name]
    return field


def _hands(state, _words, word):
    found = []
    for field, change in state.hand_moves(state.action(word)):
        name = "out" if field == BEYOND else state.field_name(field) or f"({surfaces.load(state.surface).NAMES[field]})"
        found.append(("+" if change > 0 else "-") + name + (f"*{abs(change)}" if abs(change) > 1 else ""))
    return found


def _shines(state, _words, player):
    return [state.field_name(field) for field in state.winning_fields(int(player))]


_LOOKS = {
    "legal": _legal,
    "starts": _starts,
    "lacks": _lacks,
    "illegal": lambda state, words: _refused(state, words, games.IllegalAction),
    "unread": lambda state, words: _refused(state, words, games.InvalidWord),
    "hands": _hands,
    "shines": _shines,
    "way": lambda state, _words, player: [state.cell_name(cell) for cell in state.way(int(player))],
    "at": lambda state, _words, name: state.pieces(_field(state, name)),
    "owner": lambda state, _words, name: [str(state.owner(_field(state, name)))],
}
