"""Which sounds a game makes."""

from fakes_table import Table
from treppe import surfaces
from treppe.alphabet.buttons import MENU, OK
from treppe.panel.sounds import Sounds

SQUARE7 = surfaces.load("square7")


class Listener(Table):
    """A table that is listened to with every frame."""

    def __init__(self):
        self.heard = []
        super().__init__(SQUARE7)
        self.sounds = Sounds(self.session)

    def wait(self, ms, presses=0):
        for _ in range(ms // 10):
            super().wait(10, presses)
            presses = 0
            sound = self.sounds.due()
            if sound:
                self.heard.append(sound)

    def take_heard(self):
        heard, self.heard = self.heard, []
        return heard


def test_each_moment_has_its_sound():
    table = Listener()
    table.new("step")
    assert table.take_heard() == ["turn"], "the board is set up, the first player may begin"
    table.play("a1-b2")
    assert table.take_heard() == ["put"]
    player = table.state().current_player()
    while table.state().current_player() == player:
        table.play(table.state().word(table.state().legal_actions()[0]))
    assert table.take_heard()[-1] == "turn"
    table.change("d4", -1, 3000)
    assert table.take_heard() == ["wrong"]
    table.change("d4", 1, 2000)
    assert table.take_heard() == []
    table.command("resign", {})
    table.wait(10)
    assert table.take_heard() == ["win"]
    table.wait(1000)
    assert table.take_heard() == []


def test_a_question_is_heard():
    table = Listener()
    table.new("step")
    table.take_heard()
    first, second = table.state().legal_actions()[:2]
    table.session.propose([(0, [first]), (0, [second])])
    table.table.refresh()
    table.wait(20)
    assert table.take_heard() == ["ask"]
    table.wait(20, MENU)
    assert table.take_heard() == [], "the same question"
    table.wait(20, OK)
    assert table.take_heard() == ["put"]


def test_a_board_that_begins_with_a_finished_game_makes_no_sound_of_it():
    listener = Listener()
    listener.new("step")
    listener.command("resign", {"player": 0})
    listener.wait(50)
    assert "win" in listener.take_heard()
    assert Sounds(listener.session).due() == ""
