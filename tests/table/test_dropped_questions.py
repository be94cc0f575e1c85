"""Whatever drops a question, the board looks again at how it differs: nobody is left before one that says nothing."""

from fakes_sensing import Noise
from fakes_table import begin
from treppe import games
from treppe.alphabet.buttons import END, LONG, MENU, OK, UNDO

GAMES = ("tor", "weltreich", "sprung", "blockade", "aufstellen")
PRESSES = {"END": END, "MENU": MENU, "UNDO": UNDO, "UNDO long": UNDO | LONG, "OK": OK}
ANSWERS = ["END", "MENU, END", "END, END", "MENU, MENU, MENU", "UNDO", "UNDO long, END", "OK", "MENU, OK"]
ANSWERS += ["want, END", "want", "want nothing, END", "advise, END", "hints, END", "language", "wrong word, END"]
_TRIES = 150


def questionable(name, seed):
    """Return a random game's words, and changes of the board that may mean several actions, or a correction.

    One picture of the board for several actions, if there is one; else an action, and a piece lifted besides.
    """
    random, state, words, found = Noise(seed), games.start(name), [], ()
    for _ in range(_TRIES):
        actions = state.legal_actions()
        if not actions:
            break
        seen = {}
        for action in actions:
            fields = tuple(sorted([each for each in state.hand_moves(action) if each[0] != 255]))
            seen.setdefault(fields, []).append(action)
        alike = [fields for fields in sorted(seen) if fields and len(seen[fields]) > 1]
        if alike and random.below(3) == 0:
            return words, alike[random.below(len(alike))]
        action = actions[random.below(len(actions))]
        image = state.image()
        lifted = random.below(len(image))
        if seed & 1 and image[lifted] and len(words) > seed:
            found = words[:], [(lifted, -16 if image[lifted] > 15 else -1)] + state.hand_moves(action)
        words.append(state.word(action))
        state.apply_action(action)
    return found or ([], [])


def asked(name, words, fields):
    """Return a table that asks which of several actions its board shows."""
    table = begin(name)
    table.command("play", {"words": words})
    table.set_up()
    table.wait(500)
    for field, change in fields:
        if field != 255 and 0 <= table.sensing.image[field] + change < 32:
            table.sensing.image[field] += change
            table.wait(60)
    table.wait(3000)
    table.think()
    return table


def answer(table, how, random):
    words = table.legal_words()
    word = words[random.below(len(words))] if words else ""
    commands = {
        "want": ("want", {"words": [word]}),
        "want nothing": ("want", {"words": []}),
        "advise": ("advise", {"word": word, "kind": "action"}),
        "hints": ("hints", {"level": "off"}),
        "language": ("set", {"name": "language", "value": "de"}),
        "wrong word": ("choose", {"word": "zz"}),
    }
    if how in PRESSES:
        table.press(PRESSES[how])
        return
    try:
        table.command(*commands[how])
    except ValueError:
        pass  # the board refuses it


def is_reported(table):
    """Tell whether the board is as it should be, or lamps and display say what to do."""
    if table.phase() in ("over", "idle") or not table.session.observed.changes():
        return True
    display, lit = table.display, [chr(role) for role in table.roles]
    says = display["choice"] or display["doubt"] or table.phase() in ("setup", "wrong") or table.session.pending.away
    return bool(says) and any([role in "orp4567!?tgy" for role in lit])


def test_no_question_leaves_a_dead_board_behind():
    num_asked = dict.fromkeys(GAMES, 0)
    for name in GAMES:
        for seed in range(1, 7):
            words, fields = questionable(name, seed)
            for at in range(len(ANSWERS) if fields and num_asked[name] < len(ANSWERS) else 0):
                table = asked(name, words, fields)
                question = table.display["choice"]
                if not question:
                    break
                num_asked[name] += 1
                for how in ANSWERS[at].split(", "):
                    answer(table, how, Noise(seed))
                    table.wait(300)
                for _ in range(4):
                    if is_reported(table):
                        break
                    table.wait(5000)
                assert is_reported(table), (name, words, fields, question, ANSWERS[at], table.lines())
    assert all(num_asked.values()), num_asked
