"""What people change at the board itself: the page shows it, too, without being loaded anew."""

import own_loop
import pytest
from fakes_board import PortBoard
from treppe_host.store.store import Store
from treppe_host.web.connections.real_board import RealConnection
from waiting import until

DISPLAY = {"phase": "idle", "game": "", "player": -1, "players": 0, "doubt": "", "no_more": False}
DISPLAY |= {"events": [], "winners": [], "choice": [], "instead": [], "lines": []}


class Board(PortBoard):
    """It tells its settings, and shows a display whose menu is open or not."""

    def __init__(self, port):
        super().__init__(port)
        self.settings = {"brightness_percent": 20}
        self.hints = ["legal", "legal"]
        self.version = 0
        self.is_open = False
        self.link.stream("display", lambda: self.version, lambda: DISPLAY | {"menu": self.is_open})

    def _command(self, name, fields):
        super()._command(name, fields)
        if name == "status":
            return {"phase": "idle", "faults": [], "settings": dict(self.settings), "hints": list(self.hints)}
        return {}

    def open_menu(self, is_open):
        self.is_open = is_open
        self.version += 1


def change_a_setting(board):
    board.open_menu(True)
    yield lambda connection: connection.display["menu"]
    board.settings["brightness_percent"] = 60
    board.open_menu(False)
    yield lambda connection: connection.settings["brightness_percent"] == 60


def choose_hints(board):
    board.hints[1] = "off"
    board.journal.append({"k": "hints", "player": 1, "level": "off"})
    yield lambda connection: connection.hints == ["legal", "off"]


@pytest.mark.parametrize("change", [change_a_setting, choose_hints])
def test_what_is_changed_at_the_board_is_shown_on_the_page(tmp_path, change):
    board = Board(tmp_path / "port")
    board.journal.append(
        {"k": "start", "game": "step", "options": {"players": 2}, "seats": [], "firmware": "0.1.0", "laid": []}
    )

    async def watch():
        connection = RealConnection("b1", Store(f"sqlite:///{tmp_path}/games.db"), lambda: board.port)
        await connection.listen()
        await until(lambda: connection.settings and connection.display)
        for is_shown in change(board):
            await until(lambda is_shown=is_shown: is_shown(connection))
        await connection.close()

    try:
        own_loop.run(watch())
    finally:
        board.stop()
