"""What boards and files say is text on every page, never HTML: looked for in Chromium in all that they can say.

The marks are searched for in the page itself, for the browser would not run them either: see web/security/headers.py.
"""

import json
from urllib.error import HTTPError
from urllib.request import Request, urlopen

import pytest
from fakes_board import PortBoard
from game_files import import_text
from page_driver import OPEN_SCRIPTS, PATIENCE_MS, Program
from treppe_host.store.store import Store

pytestmark = pytest.mark.long

EVIL = "<img src=x onerror=alert(1)>\"'--><x-evil onclick=alert(2)>"
FOUND = "document.querySelectorAll('img[src=x], x-evil, [onerror], [onclick]').length"
GAME = {"k": "start", "game": "step", "options": {"players": 2, "size": 7}, "seats": [EVIL, EVIL], "firmware": EVIL}
LINES = [EVIL, f"a1: {EVIL}", EVIL]
PLAIN = {"game": "step", "player": 0, "players": 2, "choice": [], "instead": [], "doubt": "", "menu": False}
PLAIN |= {"no_more": False, "lines": LINES}
PLAIN["steps"] = [{"field": EVIL, "do": "put", "piece": EVIL}, {"field": EVIL, "do": "take"}]
DISPLAYS = [
    PLAIN | {"phase": "play", "choice": [EVIL, "a1-b1"], "instead": [EVIL], "no_more": True, "last": EVIL},
    PLAIN | {"phase": "wrong", "doubt": EVIL, "events": [EVIL], "question": {"code": "there", "field": EVIL}},
    PLAIN | {"phase": "setup", "says": {"code": "setup"}},
    PLAIN | {"phase": "wrong", "says": {"code": "unsure", "fields": [EVIL]}},
    PLAIN
    | {"phase": "play", "choice": [EVIL], "question": {"code": "confirm"}, "says": {"code": "put", "piece": EVIL}},
    PLAIN | {"phase": "calibrate", "game": EVIL, "progress": [1, 2]},
    PLAIN | {"phase": "idle", "game": EVIL, "menu": True, "thinking": True},
]
TOLD = (
    {"code": "surface_unsure", "name": "square7", "found": EVIL, "percent": 12},
    {"code": "hall_open", "field": EVIL},
    {"code": "of_a_newer_board", EVIL: EVIL, "more": [EVIL]},
)
TESTS = [
    {"state": state, "told": diagnostic} for state, diagnostic in zip(("good", "look", "broken"), TOLD, strict=True)
]

FIGURES = {"bad_lines": 0, "resends": 0, "python": EVIL, "heap": 1, "flash": 1, "supply_mv": 5000, "external": True}
FIGURES |= {"slowest_ms": 1, "i2c": [], EVIL: EVIL}


class EvilBoard(PortBoard):
    """A board that speaks the protocol well, and puts tags into each text."""

    def __init__(self, port):
        super().__init__(port, "b1", surface="square7", firmware=EVIL, complaints=[*TOLD])
        self.shown = 0
        self.link.stream("display", lambda: self.shown, lambda: DISPLAYS[self.shown % len(DISPLAYS)])
        self.link.stream("lamps", lambda: self.shown, lambda: {"roles": "." * 49})
        self.journal.append(GAME)
        self.journal.append({"k": "action", "player": 0, "word": "a1-b1"})

    def _command(self, name, fields):
        settings = {"brightness_percent": 40, "reed_masked": [EVIL], EVIL: EVIL}
        status = {"phase": "play", "notice": TOLD[0], "faults": [*TOLD], "game": "step", "seats": [EVIL, EVIL]}
        status |= {"text": EVIL, "settings": settings, "hints": [EVIL, "legal"]}
        answers = {
            "ping": {},
            "status": status,
            "settings": {"now": {EVIL: 1, "cell_touch_cg": 200}, "saved": {EVIL: EVIL}},
            "self_test": {"running": False, "tests": TESTS},
            "frame": {"hex": "00" * 128},
            "figures": FIGURES,
        }
        if name not in answers:
            raise ValueError(EVIL)
        return answers[name]


def evil_file() -> str:
    """Return a file of a game in which every text that may be anything has tags."""
    texts = dict.fromkeys(("event", "site", "round", "firmware", "board", "origin"), EVIL)
    move = {"word": "a1-b1", "comments": [EVIL, EVIL]}
    game = {"treppe": 1, "game": "step", "options": {"players": 2}, "seats": [EVIL, EVIL], "moves": [move]}
    return json.dumps(game | texts | {"comments": [EVIL]})


@pytest.fixture(scope="module")
def board(tmp_path_factory):
    board = EvilBoard(tmp_path_factory.mktemp("board") / "port")
    yield board
    board.stop()


@pytest.fixture(scope="module")
def program(tmp_path_factory, board):
    folder = tmp_path_factory.mktemp("program")
    store = Store(f"sqlite:///{folder}/games.db")
    import_text(store, evil_file(), EVIL)
    store.close()
    program = Program(folder, 8600, "--port", board.port, "--port", "sim:reed12")
    yield program
    program.end()


@pytest.fixture
def page(chromium, program):
    page = chromium.new_page()
    page.set_default_timeout(PATIENCE_MS)
    yield page
    page.close()


def await_text(page, selector: str) -> None:
    """Wait until a part of the page says what is evil, as text."""
    page.wait_for_function(
        "([selector, evil]) => [...document.querySelectorAll(selector)].some(part => part.textContent.includes(evil))",
        arg=[selector, EVIL],
    )


def key_of(page, program) -> str:
    page.goto(f"{program.address}boards")
    return page.get_attribute(".miniature >> nth=0", "href").rsplit("/", 1)[1]


def test_what_a_board_says_is_text_on_its_page(page, program, board) -> None:
    key = key_of(page, program)
    page.goto(f"{program.address}boards/{key}")
    for part in ("#notice", "#turn", "#settings"):
        await_text(page, part)
    for shown in range(len(DISPLAYS)):
        board.shown = shown
        await_text(page, "#display")
        page.wait_for_timeout(300)
        assert page.evaluate(FOUND) == 0, DISPLAYS[shown]
    page.evaluate(OPEN_SCRIPTS)
    page.evaluate("scripts.outlet.act('press', 'OK')")
    board.shown = len(DISPLAYS)
    page.goto(f"{program.address}watch/{key}")
    await_text(page, "#turn")
    assert page.evaluate(FOUND) == 0


def test_what_a_board_says_is_text_to_the_doctor_and_on_the_page_of_sensors(page, program, board) -> None:
    key = key_of(page, program)
    page.goto(f"{program.address}doctor/{key}")
    page.wait_for_selector("#findings tr")
    await_text(page, "#findings")
    assert page.evaluate(FOUND) == 0
    board.shown = 2
    page.goto(f"{program.address}tune/{key}")
    page.wait_for_selector("#notice", state="attached")
    page.wait_for_timeout(1000)
    assert page.evaluate(FOUND) == 0


def test_what_boards_and_files_have_brought_into_the_store_is_text(page, program) -> None:
    for path, part in (("games", "table.list"), ("games/1", "#moves"), ("games/2", "#turn"), ("games/statistics", "")):
        page.goto(program.address + path)
        if part:
            await_text(page, part)
        assert page.evaluate(FOUND) == 0, path
    page.goto(f"{program.address}games?player={EVIL}&since={EVIL}&event={EVIL}")
    page.wait_for_selector(".filters")
    assert page.evaluate(FOUND) == 0
    page.goto(f"{program.address}games/{EVIL}")
    assert page.evaluate(FOUND) == 0


@pytest.mark.parametrize(
    ("path", "status"),
    [
        ("games?since=0001-01-01", 200),
        ("games?until=9999-12-31&since=9999-12-31", 200),
        ("games?since=x&until=2026-02-30", 200),
        ("games?player=%00&event=%FF&result=%F0%9F%98%80", 200),
        ("games?game=%22%3E&deleted=99999999999999999999999", 200),
        ("games?deleted=x", 200),
        ("games/statistics?until=9999-12-31", 200),
        ("games/99999999999999999999999", 404),
        ("games/99999999999999999999999/text", 404),
        ("games/99999999999/csv", 404),
        ("games/-1/jsonl", 404),
        ("games/1/exe", 404),
        ("games/1/text", 200),
        ("boards/%00", 200),
        ("tune/x/calibration.json", 404),
        ("static/%2e%2e/server.py", 404),
        ("static/..%2fserver.py", 404),
        ("boards/x/stream", 404),
        ("games/1/do", 404),
    ],
)
def test_no_address_breaks_the_page(program, path, status) -> None:
    request = Request(program.address + path, headers={"Accept": "text/html"})
    try:
        found = urlopen(request).status
    except HTTPError as error:
        found = error.code
    assert found == status
