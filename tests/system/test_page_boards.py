"""Real boards on the page: mirrored, unplugged, several of them, and looked at by spectators.

The real board is a simulated one that another program than `treppe play` runs: behind its port nobody can tell.
"""

import re
import subprocess

import pytest
from page_driver import COMMAND, OPEN_SCRIPTS, Player, Program
from treppe import games
from treppe_host.errors import PortBusy
from treppe_host.link.usb_boards import UsbBoard
from treppe_host.web.connections.connections import BoardConnections
from treppe_host.web.connections.real_board import UNKNOWN, seen_pieces
from treppe_sim.board import SimulatedBoard
from treppe_sim.material import start_stacks, start_supply

pytestmark = [pytest.mark.long, pytest.mark.first]


@pytest.fixture(scope="module")
def board(tmp_path_factory):
    with SimulatedBoard("square7", tmp_path_factory.mktemp("board")) as board:
        yield board


@pytest.fixture(scope="module")
def program(tmp_path_factory, board):
    program = Program(tmp_path_factory.mktemp("program"), 8360, "--port", board.port, "--port", "sim:reed12")
    yield program
    program.end()


def real_page(chromium, program, prefix="boards/"):
    """Return somebody who looks at the real board."""
    page = chromium.new_page(viewport={"width": 1280, "height": 800})
    page.goto(program.address)
    page.wait_for_selector(".miniature >> nth=1")
    key = page.get_attribute(".miniature >> nth=0", "href").rsplit("/", 1)[1]
    return Player(page, f"{program.address}{prefix}{key}")


def place(board, name):
    return board.surface.NAMES.index(name)


def change_settings(player, board):
    """Change hints and brightness on the page; both reach the lamps."""
    page = player.page
    page.click("#open-settings")
    assert page.inner_text("#settings label >> nth=0 >> span >> nth=1") == "Hints for Ada (Blue)"
    page.select_option("#hint0", "off")
    player.await_role("a1", ".")
    page.select_option("#hint0", "legal")
    player.await_role("a1", "0")
    shining = board.world.lamp(place(board, "a1"))
    page.fill("#brightness", "60")
    page.wait_for_selector("#settings:has-text('60 %')")
    assert board.run_until(lambda: max(board.world.lamp(place(board, "a1"))) > 2 * max(shining), 60_000)


def test_a_real_board_is_mirrored_unplugged_and_back(chromium, program, board):
    state = games.start("step")
    board.world.arrange(start_stacks(state), start_supply(state))
    player = real_page(chromium, program)
    page = player.page
    page.wait_for_selector("#new-game[open]")
    assert page.locator(".card input:enabled").evaluate_all("all => all.map(card => card.value)") == ["step"]
    page.click("label:has([name=versus][value=people])")
    assert page.locator(".seat:visible").count() == 2
    page.fill("[name=seat0]", "Ada")
    player.choose("step")
    player.await_headline("Ada (Blue) to move")
    assert not page.locator("#supply").is_visible() and not page.locator("#upset").is_visible()

    board.world.lift(place(board, "a1"))
    player.await_role("d1", "g")
    page.wait_for_selector("#hand-text:has-text('blue ball')")
    player.touch("d1")  # nothing happens: the pieces are elsewhere
    board.world.put(place(board, "d1"))
    player.await_words("a1-d1")
    page.wait_for_selector("[data-name=d1][aria-label*='blue ball']")
    page.click("#key-UNDO")
    player.await_words()
    board.world.lift(place(board, "d1"))
    board.world.put(place(board, "a1"))
    player.await_role("a1", "0")

    change_settings(player, board)

    board.unplug()
    page.wait_for_selector("#status > .away", state="attached")
    assert "unplugged" in page.inner_text("#notice")
    others = chromium.new_page()
    others.goto(program.address + "boards")
    others.wait_for_selector("#gone-boards .miniature", state="attached")
    assert others.locator("#boards .miniature").count() == 1
    others.close()
    board.world.lift(place(board, "a1"))
    board.run_ms(300)
    board.world.put(place(board, "b1"))
    board.run_ms(1000)
    board.plug()
    player.await_words("a1-b1")
    assert page.inner_text("#notice") == ""
    page.close()


def test_a_spectator_looks_and_does_not_touch(chromium, program, board):
    spectator = real_page(chromium, program, "watch/")
    page = spectator.page
    assert (
        page.locator(".keys, #open-new-game, .folded, .acts, #choices button, #new-game")
        .locator("visible=true")
        .count()
        == 0
    )
    assert not re.search("[Cc]lick|drag|[Pp]ress|[Cc]hoose", page.inner_text(".treppe")), "only players can"
    before = spectator.notations(), spectator.headline()
    page.evaluate(OPEN_SCRIPTS)
    page.evaluate("['press', 'choose', 'start', 'cable'].forEach((name) => scripts.outlet.act(name, 'UNDO'))")
    page.wait_for_timeout(300)
    assert (spectator.notations(), spectator.headline()) == before
    page.goto(program.address + "watch")
    page.wait_for_selector(".miniature >> nth=1")
    assert page.get_attribute(".miniature >> nth=0", "href").startswith("/watch/")
    page.close()


def test_who_has_a_board_is_said(program):
    second = subprocess.run(
        [*COMMAND, "--port", "sim:reed12"], capture_output=True, text=True, env=program.environment, cwd=program.folder
    )
    assert second.returncode == 1
    assert second.stderr.count("\n") == 1 and f"process {program.process.pid})" in second.stderr


def test_boards_that_are_plugged_in_later_are_found(tmp_path, monkeypatch):
    def open_port(name):
        if "busy" in name:
            raise PortBusy(f"port {name} is in use by treppe log (process 7)")
        return open(name, "rb")

    monkeypatch.setattr("treppe_host.web.connections.real_board.open_port", open_port)
    (tmp_path / "one").touch()
    plugged = [UsbBoard("busy", "b1")]
    with pytest.raises(PortBusy, match="treppe log"):
        BoardConnections(tmp_path, None, look=lambda: plugged).open()
    plugged.append(UsbBoard(str(tmp_path / "one"), "a1"))
    connections = BoardConnections(tmp_path, None, look=lambda: plugged)
    connections.open()
    assert list(connections.all) == ["a1"] and "in use" in connections.diagnostics[0]
    plugged[0] = UsbBoard(str(tmp_path / "one"), "c1")
    assert [connection.key for connection in connections.add_plugged()] == ["c1"]
    assert connections.add_plugged() == [] and connections.diagnostics == []


def test_what_sensors_and_game_know_together():
    state = games.start("step")
    image = state.image()
    a1, d4, g7 = (state.field(cell) for cell in (0, 24, 48))
    stacks, hand = seen_pieces(state, image, "B")
    assert (stacks[a1], stacks[d4], hand) == (("O0",), ("B",) * 5, [])
    image[a1], image[1] = 0, 17
    stacks, hand = seen_pieces(state, image, "B")
    assert (stacks[a1], stacks[1], hand) == ((), ("B", "O0"), []), "a ball on a new brick"
    image[g7], image[2], image[d4] = 0, 16, 3
    stacks, hand = seen_pieces(state, image, "B")
    assert stacks[2] == (UNKNOWN,), "one ball or the other"
    assert stacks[d4] == ("B",) * 3 and hand[:1] == ["B"]
    reeds = games.start("weltreich")
    image = reeds.image()
    start = next(field for field, seen in enumerate(image) if seen)
    image[start] = 0
    assert seen_pieces(reeds, image, UNKNOWN)[1] == reeds.pieces(start)
    assert seen_pieces(None, b"\0\1", UNKNOWN) == ([(), (UNKNOWN,)], [])
