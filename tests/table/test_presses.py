"""How many presses people need who look at nothing but the display: counted for every game on every surface."""

from fakes_link import MemoryStorage
from fakes_table import Table
from treppe import surfaces
from treppe.alphabet.buttons import LONG, MENU, OK
from treppe.games import catalogue

MOST = 14  # from power on to a game for three with a clock; the last of seven games takes that many
MOST_LATER = 11  # once players and clock are as in the last game


class Person:
    """Reads the display and presses buttons."""

    def __init__(self, table):
        self.table = table
        self.presses = 0

    def press(self, button):
        self.table.wait(20, button)
        self.presses += 1

    def choose(self, line):
        """Go to the entry that begins so, and take it."""
        for _ in range(12):
            if any([shown.startswith(">" + line) for shown in self.table.lines()]):
                self.press(OK)
                return
            self.press(MENU)
        raise AssertionError(line + ": " + str(self.table.lines()))

    def alternatives(self, line):
        return any([shown[1:].startswith(line) for shown in self.table.lines()])

    def begin(self, title):
        """Choose a game for three with a clock, as far as there is one for three."""
        self.press(MENU)
        self.choose("New game")
        self.choose(title)
        if self.alternatives("Players: 2"):
            self.choose("Players: 2")
        if self.alternatives("Clock: off"):
            self.choose("Clock: off")
        self.press(OK | LONG)
        assert self.table.phase() in ("setup", "play"), self.table.lines()


def board(surface, storage):
    return Table(surface, storage=storage)


def facts(table):
    game_record = table.session.game_record
    return game_record.name, game_record.state.options, game_record.clock.limits


def test_a_game_for_three_with_a_clock_takes_few_presses_and_a_rematch_two():
    for surface in [surfaces.load(name) for name in surfaces.NAMES]:
        for name in catalogue.names_on(surface.NAME):
            storage = MemoryStorage()
            table = board(surface, storage)
            person = Person(table)
            person.begin(catalogue.title(name))
            begun = facts(table)
            assert person.presses <= MOST and begun[2]["minutes"] == 3, (name, person.presses)
            table.command("draw", {})
            for again in (table, board(surface, storage)):
                person = Person(again)
                person.press(MENU)
                assert again.lines()[:2] == [catalogue.title(name), ">Again"], name
                person.press(OK)
                assert facts(again) == begun and person.presses == 2
                again.command("draw", {})


def test_the_next_game_is_offered_as_the_last_one_was_played():
    surface = surfaces.load("reed12")
    for name in catalogue.names_on(surface.NAME):
        table = board(surface, MemoryStorage())
        table.command("new", {"game": "tor", "options": {"players": 3}, "clock": {"minutes": 3}})
        table.command("draw", {})
        person = Person(table)
        person.begin(catalogue.title(name))
        assert person.presses <= MOST_LATER, (name, person.presses)
        assert table.session.game_record.clock.limits["minutes"] == 3


def test_presses_while_the_board_thinks_wait_for_their_turn():
    table = board(surfaces.load("square7"), MemoryStorage())
    table.new("step")

    def thought():
        for _ in range(6):
            yield

    table.session.job = [thought()]
    for presses in (MENU | LONG, MENU, MENU):  # the menu opens, then the mark goes down twice
        table.wait(10, presses)
    assert table.session.job and not table.table.menu
    table.wait(200)
    marked = [place for place, line in enumerate(table.lines()[1:]) if line.startswith(">")]
    assert marked == [2], table.lines()
