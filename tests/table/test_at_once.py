"""Contacts that close in one scan, or in two, were closed by no hand: a phone's magnet, or a wire that has broken."""

from fakes_sensing import Noise
from fakes_table import begin
from treppe import games, surfaces
from treppe.alphabet.buttons import OK
from treppe.games import catalogue
from treppe.sensing.kinds import kind_of

REEDS = [
    name for name in catalogue.names() if not kind_of(surfaces.load(games.start(name).surface)).HAS_WEIGHTS
]  # on towers so many fields that move together are a knock, see tests/sensing


def _put_phone(table, random, count, apart_ms):
    """Let so many free fields that lie side by side close; return them."""
    image, names = table.sensing.image, table.surface.NAMES
    free = [field for field in range(len(image)) if not image[field]]
    first = free[random.below(len(free))]
    free.sort(key=lambda field: abs(field % 12 - first % 12) + abs(field // 12 - first // 12))
    for field in free[:count]:
        table.change(names[field], 1, apart_ms)
    return [names[field] for field in free[:count]]


def _disturb(table, random, count, apart_ms):
    """Lay a phone on the board for twenty seconds, press OK meanwhile, and take it away: nothing may be recorded."""
    words, what = table.journal.notations(), (table.state().NAME, table.journal.notations(), count, apart_ms)
    phone = _put_phone(table, random, count, apart_ms)
    table.wait(1000)
    assert table.display.get("refused") == {"code": "filled_at_once"}, (what, phone, table.display)
    assert "magnet" in " ".join(table.lines()), table.lines()
    table.press(OK)
    for _ in range(4):
        table.wait(5000)
        assert table.journal.notations() == words, (what, phone)
    for name in phone:
        table.change(name, -1, 0)
    table.wait(1500)
    assert table.journal.notations() == words, (what, phone)
    assert table.phase() == "play", (what, phone, table.display)


def test_contacts_that_close_together_are_never_recorded_in_any_game():
    assert len(REEDS) == 7
    for name in REEDS:
        random, table = Noise(3), begin(name)
        table.wait(3000)
        assert table.phase() == "play", name
        for turn in range(24):
            if table.phase() != "play":
                break
            if turn % 3 == 0:
                for count, apart_ms in ((4, 0), (2, 10)):
                    _disturb(table, random, count, apart_ms)
            words = [word for word in table.legal_words() if len(word) > 1]
            table.play(words[random.below(len(words))], 6000)
            if table.display["choice"]:
                table.press(OK)
