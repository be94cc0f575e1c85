"""Games in a journal, for its tests: on CPython and MicroPython."""

from fakes_link import MemoryStorage
from treppe.link.journal import Journal, JournalFull


def new_journal(capacity=1 << 20):
    """Return an empty journal, and the flash that it lies on."""
    storage = MemoryStorage(capacity)
    return Journal(storage), storage


def start(game="step"):
    return {"k": "start", "game": game, "options": {"players": 2}, "seats": ["A", "B"]}


def action(word="a1-b1"):
    return {"k": "action", "player": 0, "word": word}


def kinds(events):
    return [event["k"] for event in events]


def play(journal, num_actions, is_ended=True):
    journal.append(start())
    for i in range(num_actions):
        journal.append(action(f"a{i}"))
    if is_ended:
        journal.append({"k": "end", "reason": "goal", "winners": [0], "scores": None})


def open_game(journal):
    return list(journal.read_game(journal.open_number)) if journal.open_number else []


def refuses(function):
    try:
        function()
    except JournalFull as error:
        return str(error)
    return None


def resume(game):
    return {"k": "resume", "game": game}


def words_of(journal, game):
    return [event["word"] for event in journal.read_game(game) if event["k"] == "action"]


def damage(storage, name, place):
    changed = bytearray(storage.files[name])
    changed[place] ^= 4
    storage.files[name] = bytes(changed)
