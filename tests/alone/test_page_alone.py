"""The page without a server: plays on a board simulated in the browser, and on one behind a simulated Web Serial."""

import json
import subprocess
from pathlib import Path

import pytest
from treppe import games
from treppe.games import catalogue
from treppe.games.host import facts
from treppe_alone import build
from treppe_host.link.ports import open_port
from treppe_host.records.exchange import import_file
from treppe_host.store.store import Store
from treppe_sim.board import SimulatedBoard
from treppe_sim.hands import Hands
from treppe_sim.material import start_supply
from treppe_sim.versions import IN_BROWSER
from waiting import wait_until

pytestmark = [pytest.mark.needs("npm"), pytest.mark.long]  # npm brings MicroPython's WebAssembly build
CACHE = Path("build/webassembly")
MOST_BYTES = 2_000_000

# A port as Chromium has it, whose bytes go through the test to a simulated board.
PORT = """
() => {
  let controller;
  const port = {
    open: async () => {},
    close: async () => {},
    readable: new ReadableStream({ start: (own) => (controller = own) }),
    writable: new WritableStream({ write: (bytes) => window.toBoard(String.fromCharCode(...bytes)) }),
  };
  window.fromBoard = (text) => controller.enqueue(Uint8Array.from(text, (char) => char.charCodeAt(0)));
  Object.defineProperty(navigator, "serial", { value: { requestPort: async () => port } });
}
"""

# A learner who does what is lit: takes what may be lifted or brought, puts it where it may go, chooses what is offered.
LEARN = """() => {
  const lit = (roles) => [...document.querySelectorAll(".field")].find(({ dataset }) => roles.includes(dataset.role));
  let chosen = -1, looks = 0;  // how many actions there were: who chooses twice at once is refused
  const learner = setInterval(() => {
    if (document.querySelector("#learn-again")) return clearInterval(learner);
    const part = document.body.dataset.hand ? lit("gx") : lit("0123l") ?? lit("gbx");
    const choice = document.querySelector("#choices .word"), actions = document.querySelectorAll("#moves code").length;
    if (choice && chosen === actions && ++looks % 60) return;
    if (choice) chosen = actions;
    (choice ?? part)?.dispatchEvent(new MouseEvent("click", { bubbles: true }));
  }, 150);
}"""


@pytest.fixture(scope="module")
def address(tmp_path_factory):
    file = tmp_path_factory.mktemp("alone") / "index.html"
    file.write_text(build.page(CACHE), "utf-8")
    return file.as_uri()


@pytest.fixture
def page(chromium, address):
    context = chromium.new_context(viewport={"width": 1280, "height": 800}, accept_downloads=True, locale="en-GB")
    page = context.new_page()
    complaints = []
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.on("console", lambda said: complaints.append(said.text) if said.type == "error" else None)
    requests = []
    page.on("request", lambda request: requests.append(request.url))
    yield page
    context.close()
    assert complaints == []
    assert all(url.startswith(("file:", "blob:", "data:")) for url in requests)


def load(page, address):
    page.goto(address)
    page.wait_for_selector("#display:not(:empty)")


def begin(page, game, players="2", level="0"):
    page.select_option("#game", game)
    page.select_option("#players", players)
    if page.locator("#against").is_visible():
        page.select_option("#against", level)
    page.click("#begin button")
    title = page.locator(f"#game option[value={game}]").inner_text()
    page.wait_for_selector(f"#title:text-is('{title}')")
    page.wait_for_selector(".field:not([data-role='.'])", state="attached")


def play(page, word, *fields):
    for left, field in enumerate(fields, 1 - len(fields)):
        page.locator(f".field[data-name={field}]").dispatch_event("click")
        if left:
            page.wait_for_selector("body[data-hand=full]")
    page.wait_for_selector(f"#moves li:not(.undone) code:text-is('{word}')", state="attached")


def saved(page, folder):
    with page.expect_download() as download:
        page.click("#save")
    download.value.save_as(folder / "games.jsonl")
    return folder / "games.jsonl"


def test_it_is_small(address):
    assert Path(address.removeprefix("file://")).stat().st_size <= MOST_BYTES


def test_a_game_of_towers_is_played_and_imported_once(page, address, tmp_path):
    load(page, address)
    begin(page, "step")
    play(page, "a1-b1", "a1", "b1")
    play(page, "+c1", "c1")
    play(page, "g7-f7", "g7", "f7")
    page.reload()
    page.wait_for_selector("#display:not(:empty)")
    file = saved(page, tmp_path)
    store = Store(f"sqlite:///{tmp_path}/games.db")
    assert import_file(store, file) == (1, 0) and import_file(store, file) == (0, 1)
    assert [action.word for action in store.actions(1)] == ["a1-b1", "+c1", "g7-f7"]
    assert store.game(1).origin.endswith("/1/1")
    store.close()


def test_a_program_answers_and_people_are_told_what_to_do(page, address):
    load(page, address)
    begin(page, "aufstellen", level="2")
    assert page.inner_text("#turn span") == "Put a square on a lit field."
    page.locator(".field[data-name=a1]").dispatch_event("click")
    page.wait_for_selector("#hand-text:not(:empty)")
    assert page.inner_text("#hand-text").endswith(".") and page.locator("#moves li").count() == 0
    page.click("#take-S0")
    page.wait_for_selector("body[data-hand=full]")
    assert page.inner_text("#hand-text").startswith("In the hand: blue square.")
    play(page, "+b2", "b2")
    page.wait_for_selector("#moves li:nth-child(2).player1")
    page.wait_for_selector("body[data-whose='0']")
    page.click("#key-UNDO")
    page.wait_for_selector("#moves li:nth-child(2).undone", state="attached")
    assert page.locator("#moves li.undone").count() == 2
    page.click("#open-rules")
    page.wait_for_function("[...document.querySelectorAll('#rules-text img')].some((each) => each.naturalWidth)")
    page.click("#rules [data-close]")


@pytest.mark.parametrize("game", catalogue.names())
def test_a_lesson_is_led_to_its_end_and_played_on(page, address, game):
    load(page, address)
    page.select_option("#game", game)
    page.click("#learn")
    page.wait_for_function("document.querySelector('#turn strong')?.textContent.startsWith('Step 1 of ')")
    page.wait_for_selector("#skip-lesson")
    page.evaluate(LEARN)
    page.wait_for_selector("#learn-again")
    lesson = facts.of(game).LESSON
    played = [word.text_content() for word in page.locator("#moves li:not(.undone) code").all()]
    assert played == f"{lesson.before} {lesson.notations}".split() and page.inner_text("#notice") == ""
    page.click("#play-learned")
    page.wait_for_selector("#moves:empty", state="attached")


def test_who_leaves_a_lesson_plays_on_by_the_rules(page, address):
    load(page, address)
    page.click("#learn")
    page.wait_for_selector("#skip-lesson")
    page.wait_for_selector(".field[data-name=a1][data-role=l]", state="attached")
    page.locator(".field[data-name=g7]").dispatch_event("click")
    page.wait_for_selector("#hand-text:text-is('That is allowed, too, but follow the lights now.')")
    page.click("#skip-lesson")
    page.wait_for_selector("#skip-lesson", state="detached")
    play(page, "a1-b1", "a1", "b1")


def test_hidden_hands_are_their_players_own(page, address):
    load(page, address)
    page.select_option("#game", "seven")
    assert page.locator("#against").is_hidden()
    page.select_option("#game", "tor")
    assert page.locator("#against").is_visible()


def test_each_game_begins_in_german(page, address):
    load(page, address)
    page.click("#change-language")
    for game in page.evaluate("[...document.querySelectorAll('#game option')].map(({ value }) => value)"):
        players = "1" if game == "wetteifern" else "2"
        begin(page, game, players)
        page.wait_for_selector("body[data-whose='0']")
        assert page.inner_text("#notice") == ""
    assert "Partien speichern" in page.inner_text("#save")


def test_a_capture_an_undo_the_menu_and_the_doctor(page, address):
    load(page, address)
    begin(page, "tor")
    lit = page.locator(".field:not([data-role='.'])").first.get_attribute("data-name")
    page.locator(f".field[data-name={lit}]").dispatch_event("click")
    page.wait_for_selector(".field[data-role=g]", state="attached")
    goal = page.locator(".field[data-role=g]").first.get_attribute("data-name")
    page.locator(f".field[data-name={goal}]").dispatch_event("click")
    page.wait_for_selector("#moves li")
    page.click("#key-UNDO")
    page.wait_for_selector("#moves li.undone", state="attached")
    page.click("#doctor summary")
    page.click("#examine")
    page.wait_for_selector("#findings li")
    page.wait_for_selector("#findings li:nth-child(4)")
    assert page.locator("#findings .broken").count() == 0
    page.click("#doctor summary")
    page.click("#tune summary")
    page.wait_for_selector("#felt span")
    assert page.locator("#felt span").count() == 144
    page.locator("[data-tuned=reed_lift_scans]").fill("7")
    page.click("#tune summary")
    page.click("#tune summary")
    page.wait_for_selector("[data-tuned=reed_lift_scans][value='7']")


def test_a_real_board_at_web_serial_keeps_its_events_for_a_pc(page, address, tmp_path):
    with SimulatedBoard("reed12", tmp_path / "board", speed=3) as board:
        port = open_port(board.port)
        try:
            page.expose_function("toBoard", lambda text: port.send(text.encode()))
            page.add_init_script(f"({PORT})()")
            load(page, address)
            page.click("#connect")

            def carry():
                said = port.receive().decode("latin-1")
                if said:
                    page.evaluate("text => window.fromBoard(text)", said)

            wait_until(lambda: "cable" in page.inner_text("#status"), carry)
            state = games.start("aufstellen")
            board.world.arrange([state.pieces(field) for field in range(144)], start_supply(state))
            page.select_option("#game", "aufstellen")
            page.click("#begin button")
            wait_until(lambda: page.evaluate("document.body.dataset.whose") == "0", carry)
            action = state.legal_actions()[0]
            Hands(board).play(state, action)
            wait_until(lambda: page.locator("#moves li").count() == 1, carry)
            assert page.text_content("#moves code") == state.word(action)
        finally:
            port.close()
        file = saved(page, tmp_path)
        sheet = json.loads(file.read_text())
        assert [move["word"] for move in sheet["moves"]] == [state.word(action)] and len(sheet["board"]) == 16


def test_another_file_from_npm_is_refused(tmp_path, monkeypatch):
    def pack(*_, cwd, **__):
        (cwd / f"micropython-micropython-webassembly-pyscript-{IN_BROWSER}-6.tgz").write_bytes(b"other")

    monkeypatch.setattr(subprocess, "run", pack)
    with pytest.raises(build.NoMicroPython, match="not the file that was tested"):
        build.micropython(tmp_path)


LYING = r"""
() => {
  const table = Uint32Array.from({ length: 256 }, (_, byte) => {
    for (let bit = 0; bit < 8; bit++) byte = byte & 1 ? (byte >>> 1) ^ 0xedb88320 : byte >>> 1;
    return byte;
  });
  const checksum = (text) => {
    let rest = 0xffffffff;
    for (const char of text) rest = table[(rest ^ char.charCodeAt(0)) & 255] ^ (rest >>> 8);
    return ((rest ^ 0xffffffff) >>> 0).toString(16).padStart(8, "0");
  };
  const evil = "<h1 class=evil>x</h1><img src=x onerror='document.title=1'>";
  const text = (message) => {
    const ascii = JSON.stringify(message).replace(/[^ -~]/g, "?");
    return new TextEncoder().encode(`${ascii} ${checksum(ascii)}\n`);
  };
  let controller, session;
  const say = (message) => controller.enqueue(text(message));
  const event = (number, kind, fields) => ({ e: number, boot: 1, ms: number, k: kind, ...fields });
  const start = { game: "step", options: { players: 2 }, seats: [evil, evil], firmware: evil };
  const lies = [
    event(1, "start", start),
    event(2, "action", { player: `0">${evil}`, word: "a1-b1" }),
    event(3, "action", { player: 0, word: evil }),
    event(4, "start", { ...start, game: "constructor" }),
    event(5, "start", start),
    event(6, "end", { reason: evil, winners: [evil], scores: null }),
    { m: "display", phase: evil, lines: [evil, evil], game: evil, menu: false },
    { m: "lamps", roles: evil },
    { m: evil },
    { e: evil },
    { re: evil, ok: {} },
    [evil],
    "",
  ];
  const answers = {
    lease: { shown: 0, next: 1, stored: 0, bad_lines: 0, resends: 0 },
    settings: { now: { reed_lift_scans: `"><b class=evil>x</b>`, reed_place_scans: 3 }, saved: {} },
    figures: { python: evil, slowest_ms: 1, bad_lines: 0, resends: 0 },
    self_test: { running: false, tests: [{ state: "look", told: { code: evil } }] },
    frame: { hex: evil },
  };
  let hasLied = false;
  function hear(line) {
    const message = JSON.parse(line.slice(0, -9));
    session = message.hello ?? session;
    const known = { board: "b0a2", surface: "square7", firmware: evil, journal: "0a" };
    Object.assign(known, { boot: 1, ms: 1, next: 9, oldest: 1 });
    if (message.hello !== undefined) say({ m: "hello", protocol: 3, session, complaints: [], ...known });
    if (message.do) say({ re: message.c, s: session, ok: answers[message.do] ?? {} });
    if (message.do === "lease" && !hasLied) {
      hasLied = true;
      lies.forEach(say);
    }
  }
  const port = {
    open: async () => {},
    close: async () => {},
    readable: new ReadableStream({ start: (own) => (controller = own) }),
    writable: new WritableStream({
      write: (bytes) => new TextDecoder().decode(bytes).split("\n").filter((line) => line.trim()).forEach(hear),
    }),
  };
  Object.defineProperty(navigator, "serial", { value: { requestPort: async () => port } });
}
"""
"""A board at Web Serial that speaks the protocol, and lies in each message, with tags in all that may be text."""


def test_the_chosen_game_is_shown_by_its_picture_and_what_it_is_about(page, address) -> None:
    page.goto(address)
    page.wait_for_selector("body[data-ready]")
    for name, goal in (("step", "stairs"), ("blockade", "king")):
        page.select_option("#game", name)
        assert goal in page.inner_text("#about p")
        assert page.locator("#about img").evaluate("image => image.decode().then(() => image.naturalWidth)") > 0
    page.click("#begin button")
    page.wait_for_selector("#about", state="hidden")


def test_what_a_lying_board_says_is_text_and_does_not_stop_the_page(page, address) -> None:
    page.goto(address)
    page.wait_for_selector("body[data-ready]")
    page.evaluate(LYING)
    page.click("#connect")
    page.wait_for_selector("body[data-board=real]")
    page.wait_for_function("document.querySelector('#notice').textContent")
    page.evaluate("document.querySelectorAll('.folded details').forEach((part) => (part.open = true))")
    page.click("#examine")
    page.wait_for_timeout(2000)
    assert page.locator(".evil, img:not(#rules-text img, #about img)").count() == 0 and page.title() != "1"
    page.click("#connect")
    page.wait_for_selector("body[data-board=simulated]")
