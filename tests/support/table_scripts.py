"""Hands, buttons and commands in text, and what a table makes of them; on both runtimes.

A script has its title, a line with a position, and lines of what people do:

    The same hand moves its piece on
        weltreich b3=1 e3=5 b6=2 l12=7
        -b3 +b6 400 => b3-b6
        -b6 +b9 400 => b3-b9

A position is a game with its options and one of these: its pieces by field (all other fields are free); after `:` the
actions that have led there; after ` : ` what `layouts.py` puts there; or it is the text of a whole one, as
`positions.read` takes it. `surface hex49` is a board without a game. Behind `|` stand settings: `step | language=de`.

What people do: `-b3` is a piece that goes, `+b3*2` two that come, `~b3` a field that is felt, `.b3` one that no longer
is, `^b3` one that is just touched, `?b3` an unsure one and `%b3` one whose sensor is dead; `[b3-b9]` is
a whole action by clean hands, `setup` all that the lamps ask for. OK, MENU, END and UNDO are buttons, `MENU-LONG` one
that is held, and a line that begins with `>` goes through the menu: `> Players: 2 > Start`. A number is how many
milliseconds pass, 60 where there is none; `ask` is so many that the table has asked what it has to ask. `wait 500` only
lets time pass, and `think` as much as the board needs to know what to show, as it may after a button without a number.
`/undo(count=1)` is a command of a host, `host` one that begins to listen, `day:2026-11-23` the day that it has said;
`power` is a cut of the power, `blind` a board without a display, `lot:6` what it draws from now on.

Behind `=>` of a script of hands stands what was recorded since, behind `?` what is proposed, behind `!` the phase of a
game that does not go on, or a doubtful field. Of a script of tables these are facts, with ` ; ` between them:

- `play`, `setup`, `wrong`, `over`, `idle`: the phase;
- `recorded: WORDS`: the actions that stand, `recorded ...: WORDS` the last of them; `choice: WORDS`: what is
  proposed, or `choice: WORDS | WORDS` where either is as good;
- `lit g: FIELDS`: the fields with a role; `lit g: *46` how many they are; `lit y: >b9 b12` which are among them;
- `at d4: p5`: the role of a field, one of these letters;
- `says: TEXT`: a line of the display, or several one below the other with ` / ` between them; `lines: TEXT`: all lines;
  `hides: TEXT`: no line has it in it;
- `kinds: NAMES`: the kinds of all events, `kinds ...: NAMES` of the last ones; `last: k=end reason=resign`: of the last
  event;
- `start seats: A / B`: how the game began; `clock: 290 / 300`: the seconds that are left;
- `/undo(count=1): code=nothing_played`: so the board refuses a command;
- `never: a1-b1`: that was not recorded, even for a moment;
- `coded: code=leave`: what the display says in a code;
- `value c3: 2`: what sensing takes a field for; `saved: 2`: the number of the calibration in the surface's memory;
- `player: 1`, `status hints: off / legal`: whatever else the display or the status tells.
"""

from fakes_table import ASKED_MS, Table, begin
from layouts import lay_out as lay_out_state
from menu_presses import choose, start_event
from scripts import read
from treppe import games, surfaces
from treppe.alphabet.buttons import END, LONG, MENU, OK, UNDO
from treppe.games import positions
from treppe.games.options import complete, parse_option
from treppe.sensing import FAULTY, QUIET, SETTLING, TOUCHED, UNSURE

_BUTTONS = {"OK": OK, "MENU": MENU, "END": END, "UNDO": UNDO}
_BUTTONS.update([(name + "-LONG", button | LONG) for name, button in _BUTTONS.items()])
_ACTIVITIES = {"~": SETTLING, ".": QUIET, "^": TOUCHED, "?": UNSURE, "%": FAULTY}
_LISTS = ("words", "seats", "fields")  # fields of commands
_SELDOM = ("asks", "redo", "refused", "says", "wrong")  # what a display has only now and then
_PHASES = ("play", "setup", "wrong", "over", "idle")
_PAUSE_MS = 60
_ASK_MS = ASKED_MS + 400


def lay_out(position):
    """Return a table on which a game goes on from a position."""
    position, _, more = position.partition(" | ")
    settings = {key: value_of(value) for key, _, value in [word.partition("=") for word in more.split()]}
    if position.startswith("surface "):
        return Table(surfaces.load(position.split()[1]), **settings)
    state, is_start = state_of(position)
    table = begin(state.NAME, settings, **state.options)
    if not is_start:
        table.state().position[:] = state.position
        table.session.lead("setup")
        table.set_up()
    return table


def state_of(position):
    """Return the state that a position means, and whether that is the start of a game."""
    if "/" in position:
        return positions.read(position), False
    about, _, played = position.partition(":")
    name, *more = about.split()
    game = games.load(name)
    names = [spec[0] for spec in game.OPTIONS]
    pairs = [word.partition("=") for word in more]
    options = dict([parse_option(game, "=".join((key, value))) for key, _, value in pairs if key in names])
    state = games.start(name, **complete(game, options))
    if len(options) < len(more):
        values = {key: int(value) for key, _, value in pairs if key not in names}
        for field, key in enumerate(surfaces.load(state.surface).NAMES):
            state.position[field] = values.get(key, 0)
    elif about.endswith(" ") and played:
        lay_out_state(state, [group.split() for group in played.split(",")])
    else:
        for word in played.split():
            state.apply_action(state.action(word))
    return state, len(options) == len(more) and not played.strip()


def do(table, words, do_one=None):
    """Let people do what words say; return the table, another one after a cut of the power.

    `do_one(table, word, ms)` does what a word says, in place of hands that only change an image.
    """
    if words[:1] == [">"]:
        for line in " ".join(words[1:]).split(" > "):
            choose(table, line)
        return table
    for number, word in enumerate(words):
        if word.isdigit() or word == "ask":
            continue
        after = words[number + 1] if number + 1 < len(words) else ""
        ms = _ASK_MS if after == "ask" else int(after) if after.isdigit() else None
        if word == "power":
            table = table.power_up()
            table.wait(20 if ms is None else ms)
        else:
            (do_one or act)(table, word, ms)
    return table


def act(table, word, ms):
    """Let people do one thing, and let time pass; None: as much as there is mostly after such a thing."""
    act, (name, _, count) = word[0], word[1:].partition("*")
    pause_ms = _PAUSE_MS if ms is None else ms
    if word in _BUTTONS and ms is None:
        table.press(_BUTTONS[word])
    elif word in _BUTTONS:
        table.wait(ms, _BUTTONS[word])
    elif word == "think":
        table.think()
    elif word == "host":
        table.session.note_host(True)
    elif word == "blind":
        table.table.view.has_display = False
    elif word.startswith("lot:"):
        drawn = int(word[4:])
        table.table.random_below = lambda count: drawn
    elif word.startswith("day:"):
        table.journal.day = word[4:]
    elif word == "setup":
        table.set_up()
    elif word == "wait":
        table.wait(pause_ms)
    elif act == "[":
        table.play(word[1:-1], 400 if ms is None else ms)
    elif act == "/":
        command(table, word)
        table.wait(ms or 0)
    elif act in "+-":
        table.change(name, (1 if act == "+" else -1) * int(count or 1), pause_ms)
    else:
        table.touch(name, _ACTIVITIES[act])
        table.wait(pause_ms - 10)


def command(table, text):
    """Let a host command what a word says."""
    return table.command(*_command(text))


def _command(text):
    """Return a command's name and fields, written as in `/new(game=step,options.players=3,seats=Ann&Ben)`."""
    name, _, given = text[1:].rstrip(")").partition("(")
    fields = {}
    for pair in given.split(",") if given else ():
        keys, _, value = pair.partition("=")
        inner = fields
        *outer, last = keys.split(".")
        for key in outer:
            inner = inner.setdefault(key, {})
        value = value.replace("_", " ") if last == "seats" else value
        inner[last] = value.split("&") if "&" in value else [] if not value else value_of(value)
        if last in _LISTS and not isinstance(inner[last], list):
            inner[last] = [value]
    return name, fields


def value_of(text):
    number = text[1:] if text.startswith("-") else text
    return int(text) if number.isdigit() else {"true": True, "false": False, "none": None}.get(text, text)


def outcome(table):
    """Return what a table has made of hands, in words."""
    found = " ".join(table.journal.notations())
    display = table.display
    if display["choice"]:
        found += " ? " + " ".join(display["choice"])
    elif display["phase"] != "play" or display["doubt"]:
        found += " ! " + (display["doubt"] or display["phase"])
    return found.strip()


def check_scripts(path):
    """Hold the table against all scripts of a file."""
    scripts = read(path)
    assert scripts
    for title, position, lines in scripts:
        check(lay_out(position), title, lines)


def check(table, title, lines, do_one=None):
    """Hold a table against the lines of a script."""
    for done, facts in lines:
        table = do(table, done.split(), do_one)
        for fact in facts.split(" ; "):
            if fact.strip():
                found, is_so = _look(table, fact.strip())
                assert is_so, (title, done, fact, found)


def _look(table, fact):
    """Return what is found, and whether it is as a fact says."""
    if fact in _PHASES:
        return table.phase(), table.phase() == fact
    if fact.startswith("/"):
        return _refusal(table, fact)
    if fact == "helped":
        return table.lines(), table.is_helped()
    head, _, expected = fact.partition(":")
    expected = expected.strip()
    name, *more = head.split()
    if name in ("says", "lines", "hides"):
        shown = " / ".join([line.strip() for line in table.lines()])
        if name == "hides":
            return shown, expected not in shown
        return shown, expected == shown if name == "lines" else f" / {expected} / " in f" / {shown} / "
    if name == "lit":
        return _lit(table.lit(more[0]), expected)
    if name == "never":
        found = [event["word"] for event in table.events() if event["k"] == "action"]
        return found, expected not in found
    if name == "among":
        found = [table.journal.notations()] + table.proposals()
        return found, expected.split() in found
    if name == "at":
        return table.role(more[0]), table.role(more[0]) in expected
    if name in ("recorded", "kinds"):
        found = table.journal.notations() if name == "recorded" else [event["k"] for event in table.events()]
        words = expected.split()
        return found, (found[len(found) - len(words) :] if more else found) == words
    if name == "last":
        return _has(table.events()[-1], expected)
    if name == "start":
        value = start_event(table).get(more[0])
        return _has(value, expected) if isinstance(value, dict) else (value, _text(value).strip() == expected)
    if name == "clock":
        found = _text([(left_ms + 500) // 1000 for left_ms in table.session.game_record.clock.left_ms])
        return found, found == expected
    if name == "status":
        found = _text(table.command("status", {})[more[0]])
        return found, found == expected
    if name == "choice":
        return table.display["choice"], " ".join(table.display["choice"]) in expected.split(" | ")
    if name == "value":
        found = _text(table.sensing.image[table.surface.NAMES.index(more[0])])
        return found, found == expected
    if name == "saved":
        return table.saved_serial(), table.saved_serial() == int(expected)
    key = "says" if name == "coded" else name
    assert key in table.display or key in _SELDOM, "there is no fact " + fact
    found = _text(table.display.get(key))
    return found, found == expected


def _lit(names, expected):
    if expected.startswith("*"):
        return len(names), len(names) == int(expected[1:])
    if expected.startswith(">"):
        return names, not [name for name in expected[1:].split() if name not in names]
    return names, sorted(names) == sorted(expected.split())


def _refusal(table, fact):
    end = fact.index("):") + 1 if "):" in fact else fact.index(":")
    try:
        command(table, fact[:end])
    except ValueError as error:
        return _has(error.args[0], fact[end + 1 :])
    return "done", False


def _has(found, expected):
    """Return whether all of `key=value` are so."""
    pairs = [word.partition("=") for word in expected.split()]
    return found, not [key for key, _, value in pairs if _short(found.get(key)) != value]


def _short(value):
    return ",".join(map(str, value)) if isinstance(value, list) else _text(value).replace(" ", "_")


def _text(value):
    """Return a value as scripts write it: a list with ` / `, a code with its values as `code=busy field=a1`."""
    if isinstance(value, dict):
        return " ".join([key + "=" + str(value[key]) for key in sorted(value)])
    if isinstance(value, (list, tuple)):
        return " / ".join([_text(each) for each in value])
    return "" if value is None else str(value)
