"""The page in a real browser: games are played by clicking, on the unchanged firmware, whose time passes quickly."""

import subprocess
from pathlib import Path
from urllib.error import HTTPError
from urllib.parse import urlsplit
from urllib.request import urlopen

import pytest
from page_driver import COMMAND, Player, Program
from treppe_host.notation import write_sheet
from treppe_host.sheet import Move, Sheet
from treppe_host.store import Store

CENTRES = {column + row for column in "behk" for row in ("2", "5", "8", "11")}


@pytest.fixture(scope="module")
def program(tmp_path_factory):
    """One program for all tests that do not end it: each begins a game of its own."""
    program = Program(tmp_path_factory.mktemp("program"), 8300, "--speed", "5")
    yield program
    program.stop()


@pytest.fixture
def player(chromium, program):
    page = chromium.new_page(viewport={"width": 1280, "height": 800}, reduced_motion="reduce")
    complaints = []
    page.on("pageerror", lambda error: complaints.append(str(error)))
    yield Player(page, program.address)
    page.close()
    assert complaints == []


def test_step_by_step_by_mouse(player):
    player.choose("step", bricks=3)
    assert player.headline() == "Blue to move"
    player.await_role("a1", "0")
    assert player.lit("0") == {"a1"}
    player.touch("a1")
    player.await_role("d1", "g")
    assert len(player.lit("g")) == 46
    assert player.page.inner_text("#hand-text").startswith("In the hand: blue ball")
    player.touch("d1")
    player.await_role("d2", "b")
    assert player.lit("b") == {"c1", "e1", "d2"}
    player.bring("B", "d2")
    player.await_words("a1-d1", "+d2")
    player.await_role("g7", "1")
    assert player.headline() == "Red to move"
    player.move("g7", "g4")
    player.await_role("g3", "b")
    player.bring("B", "g3")
    player.await_words("a1-d1", "+d2", "g7-g4", "+g3")
    player.await_role("d1", "0")
    player.move("d1", "d2")
    player.await_role("d3", "b")
    assert player.page.text_content("#stack10 .height") == "1"
    player.bring("B", "d3")
    player.await_words("a1-d1", "+d2", "g7-g4", "+g3", "d1-d2", "+d3")
    player.page.wait_for_selector("body[data-over=yes]")
    assert player.headline() == "A draw"
    assert player.page.inner_text("#turn span") == "the last brick is laid"


def test_aufstellen_to_the_winner(player, program):
    player.choose("aufstellen")
    assert (program.folder / "boards" / "surface.txt").read_text() == "reed12\n"
    player.await_role("b2", "g")
    assert player.lit("g") == CENTRES
    for code, field in (("S0", "b2"), ("T1", "b8"), ("C0", "e2"), ("S1", "e8"), ("T0", "h2"), ("C1", "k11")):
        player.bring(code, field)
        player.page.wait_for_function(
            "word => document.querySelector('#moves').innerText.includes(word)", arg=f"+{field}"
        )
    player.bring("S0", "k2")
    player.page.wait_for_selector("body[data-over=yes]")
    assert player.headline() == "Blue wins"
    assert player.page.inner_text("#turn span") == "four in a line"
    player.await_role("b2", "w")
    assert player.lit("w") == {"b2", "e2", "h2", "k2"}
    words = ["+b2", "+b8", "+e2", "+e8", "+h2", "+k11", "+k2"]
    assert player.words() == words
    store = Store(f"sqlite:///{program.folder / 'games.db'}")
    record = store.games()[0]
    assert (record.game, record.reason, record.winners) == ("aufstellen", "line", [0])
    assert store.record_words(record.number) == words
    store.close()


def test_discs_and_what_no_piece_shows(player):
    player.choose("seven")
    player.await_role("a0", "b")
    player.bring("D0", "a0")
    player.await_words("+a0")
    player.page.click("#key-END")
    player.page.wait_for_selector("#choices [data-choose='?V']")
    assert player.words() == ["+a0", "."]
    assert player.page.inner_text("#choice-ok").startswith("OK: ")
    player.page.click("#choices .word[data-choose='?V']")
    player.await_words("+a0", ".", "?V")
    assert player.headline() == "Red to move"


def test_stones_beside_the_board(player):
    player.choose("cubes")
    assert player.page.get_attribute("[data-name=B4]", "aria-label").startswith("B4, blue stone 4, active")
    player.bring("W", "e5")
    player.await_words("+e5")
    assert player.headline() == "Red to move"
    player.touch("B4")
    player.page.click("#turn-over")
    player.touch("B4")
    player.page.wait_for_selector("[data-name=B4][aria-label*=inactive]")


def middle(page, selector):
    """Return the middle of a part of the page, whatever lies over it."""
    box = page.locator(selector).first.bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def test_a_piece_is_dragged_and_back(player):
    player.choose("step")
    mouse = player.page.mouse

    def go(selector, act):
        mouse.move(*middle(player.page, selector), steps=4)
        act()

    go("[data-name=a1] .touch", mouse.down)
    go("[data-name=c1] .touch", lambda: player.await_role("b1", "g"))
    mouse.up()
    player.await_words("a1-c1")
    go("#take-B", mouse.down)
    go("[data-name=c2] .touch", mouse.up)
    player.await_words("a1-c1", "+c2")


def test_german_and_back_and_the_rules(chromium, program):
    page = chromium.new_page(locale="de-DE")
    player = Player(page, program.address)
    player.choose("step")
    assert player.headline() == "Blau ist am Zug"
    assert page.inner_text("#turn span") == "zieht Kugel"
    assert page.get_attribute("html", "lang") == "de"
    page.click("#open-rules")
    assert "STEP BY STEP" in page.inner_text("#rules-text h1")
    page.click("#rules [data-close]")
    page.click("#language")
    page.wait_for_function("document.querySelector('#turn strong')?.innerText === 'Blue to move'")
    page.close()


def look_up(page, program, wanted):
    """Open the list of the games that are wanted; return how many there are."""
    page.goto(program.address + "games" + wanted)
    page.wait_for_selector("#import")  # below the list
    return page.locator(".list tbody tr").count()


def test_a_stored_game_is_found_and_replayed(player, program):
    player.choose("step", bricks=2)
    for start, end, brick in (("a1", "d1", "d2"), ("g7", "g4", "g3")):
        player.move(start, end)
        player.await_role(brick, "b")
        player.bring("B", brick)
        player.page.wait_for_function(
            "word => document.querySelector('#moves').innerText.includes(word)", arg=f"+{brick}"
        )
    page = player.page
    page.wait_for_selector("body[data-over=yes]")
    look_up(page, program, "?game=step&result=bricks")
    page.locator(".list a").first.click()
    page.wait_for_selector("#move4.here")
    assert page.locator("#moves code").all_text_contents() == ["a1-d1", "+d2", "g7-g4", "+g3"]
    assert page.locator(".plot rect").count() == 4
    page.focus("#place")
    page.keyboard.press("Home")
    page.wait_for_selector("[data-name=a1].occupied")
    page.click("#step-on")
    page.wait_for_selector("#move1.here")
    page.wait_for_selector("[data-name=d1].occupied.last")
    with page.expect_download() as download:
        page.click(".files a")
    assert "a1-d1" in Path(download.value.path()).read_text()
    page.click("summary")
    page.fill("[name=seat0]", "Ada")
    page.fill("[name=event]", "Club evening")
    with page.expect_navigation():
        page.click("#rename-form button")
    page.wait_for_function("document.querySelector('[name=seat0]')?.value === 'Ada'")
    assert look_up(page, program, "?player=ada") == 1
    page.select_option("[name=event]", "Club evening")
    page.fill("[name=since]", "2020-01-01")
    page.click(".filters .primary")
    page.wait_for_url("**since=2020-01-01*")
    page.wait_for_selector(".list small:has-text('Club evening')")
    assert look_up(page, program, "?event=Club+evening&until=2020-01-01") == 0
    assert look_up(page, program, "?event=Club+evening") == 1
    page.locator(".list a").first.click()
    page.click("#open-delete")
    page.click("#do-delete")
    page.wait_for_url("**/games?deleted=*")
    number = page.get_attribute("#undo-delete", "data-unhide")
    assert look_up(page, program, f"?event=Club+evening&deleted={number}") == 0
    page.click("#undo-delete")
    page.wait_for_url(f"**/games/{number}")
    assert look_up(page, program, "?event=Club+evening") == 1
    page.click("[formaction]")
    page.wait_for_selector(".statistics h2:has-text('STEP BY STEP')")
    page.wait_for_selector(".statistics h3:has-text('Won, by seat')")
    page.goto(program.address + "games?game=chess")
    assert "no game 'chess'" in page.inner_text("[role=alert]")


def test_games_come_from_a_file_as_a_whole_or_not_at_all(player, program, tmp_path):
    page = player.page
    look_up(page, program, "")
    sheet = Sheet("step", {"players": 2, "bricks": 2}, ["Ida", "Max"], [Move("a1-d1"), Move("+d2")])
    good, bad = tmp_path / "good.txt", tmp_path / "bad.txt"
    good.write_text(write_sheet(sheet))
    bad.write_text(write_sheet(sheet).replace("Ida", "Eve") + write_sheet(sheet).replace("+d2", "+a7"))
    line = 1 + next(place for place, text in enumerate(bad.read_text().splitlines()) if "+a7" in text)
    page.set_input_files("#import", bad)
    page.wait_for_selector("#import-answer.wrong")
    assert page.inner_text("#import-answer").startswith(f"bad.txt:{line}: ")
    page.set_input_files("#import", good)
    page.wait_for_selector("#import-answer:not(.wrong):has-text('1 games added')")
    assert look_up(page, program, "?player=ida") == 1
    assert look_up(page, program, "?player=eve") == 0


def test_power_cable_and_an_upset_board(player):
    player.choose("aufstellen")
    player.bring("S0", "b2")
    player.await_words("+b2")
    page = player.page
    page.click(".simulation.world summary")
    page.click("#cable")
    page.wait_for_selector("#status > .away", state="attached")
    assert "plays on" in page.inner_text("#notice")
    player.bring("T1", "b8")
    page.wait_for_timeout(300)  # for the board 1.5 s, in which nobody hears of it
    page.click("#cable")
    player.await_words("+b2", "+b8")
    page.click("#power")
    page.wait_for_function("document.querySelector('#power').innerText === 'Switch on'")
    page.click("#power")
    page.wait_for_selector("#status > span:not(.away)", state="attached")
    player.await_phase()
    page.click("#upset")
    page.wait_for_selector("body[data-whose=wrong]")
    page.wait_for_selector(".field:is([data-role=p], [data-role='4'], [data-role='5'])")
    assert player.words() == ["+b2", "+b8"]


def test_an_illegal_put_is_wrong_and_shows_the_way_back(player):
    player.choose("step")
    player.touch("a1")
    player.await_role("d1", "g")
    player.touch("d4")
    player.page.wait_for_selector("body[data-whose=wrong]")
    assert player.headline() == "That does not fit"
    player.await_role("d4", "r")
    player.page.wait_for_selector("[data-name=a1]:is([data-role=p], [data-role='4'])")
    player.page.wait_for_selector("#display:has-text('d4')")
    player.touch("d4")
    player.touch("a1")
    player.await_phase()
    assert player.words() == []
    player.move("a1", "b1")
    player.await_words("a1-b1")


def test_undo_leads_the_hands_back(player):
    player.choose("step")
    player.move("a1", "b1")
    player.await_words("a1-b1")
    player.page.click("#key-UNDO")
    player.await_words()
    player.page.wait_for_selector("[data-name=b1][data-role=r]")
    player.touch("b1")
    player.touch("a1")
    player.await_role("a1", "0")


def test_the_game_goes_on_after_a_restart(chromium, tmp_path):
    program = Program(tmp_path, 8330)
    page = chromium.new_page()
    player = Player(page, program.address)
    player.choose("aufstellen")
    player.bring("S0", "e5")
    player.await_words("+e5")
    assert program.stop() == 0
    assert program.left_over() == []
    program.start()
    player = Player(page, program.address)
    player.await_words("+e5")
    player.await_phase()
    assert player.headline() == "Red to move"
    assert page.get_attribute("[data-name=e5]", "aria-label").startswith("e5, blue square")
    player.bring("T1", "h8")
    player.await_words("+e5", "+h8")
    page.close()
    assert program.stop() == 0


def test_by_keyboard_alone(player):
    player.choose("step")
    keyboard = player.page.keyboard
    player.await_role("a1", "0")
    player.page.focus("[data-name=a1]")
    assert player.page.get_attribute("[data-name=a1]", "aria-label") == "a1, blue ball, blue may lift"
    keyboard.press("Enter")
    player.await_role("c1", "g")
    keyboard.press("ArrowRight")
    keyboard.press("ArrowUp")
    assert player.page.evaluate("document.activeElement.dataset.name") == "b2"
    keyboard.press("Enter")
    player.await_words("a1-b2")


def test_towers_from_the_side_by_mouse_keyboard_and_touch(chromium, program):
    context = chromium.new_context(viewport={"width": 1280, "height": 800}, has_touch=True)
    page = context.new_page()
    player = Player(page, program.address)
    player.choose("step")
    page.click(".views label:has-text('From the side')")
    page.wait_for_selector("#board.isometric")
    assert page.text_content("[data-name=d4] .height") == "5"
    page.click("[data-name=a1] .ball .top")
    player.await_role("e5", "g")
    e5 = page.get_attribute("[data-name=e5]", "data-field")
    page.click(f"#above{e5} .mark")  # the tower in the middle hides the field, not its mark
    player.await_words("a1-e5")
    player.await_role("e4", "b")
    page.click("#take-B")
    page.focus("[data-name=e5]")
    page.keyboard.press("ArrowDown")
    assert page.evaluate("document.activeElement.dataset.name") == "e4"
    page.keyboard.press("Enter")
    player.await_words("a1-e5", "+e4")
    player = Player(page, program.address)
    page.wait_for_selector("#board.isometric [data-name=e4].occupied")
    player.await_role("g7", "1")
    page.tap("[data-name=g7] .ball .top")
    player.await_role("g6", "g")
    page.touchscreen.tap(*middle(page, "[data-name=g6] .touch"))
    player.await_words("a1-e5", "+e4", "g7-g6")
    page.click(".views label:has-text('From above')")
    page.wait_for_selector("#board.plan [data-name=g6].occupied")
    context.close()


def test_ten_browsers_show_the_same_and_a_sleeper_catches_up(chromium, player, program):
    player.choose("step")
    context = chromium.new_context(viewport={"width": 800, "height": 600}, reduced_motion="reduce")
    pages = [context.new_page() for _ in range(9)]
    for page in pages:
        page.goto(program.address, wait_until="commit")
    others = [Player(page) for page in pages]
    sleeper = others[0]
    tab = context.new_cdp_session(sleeper.page)
    tab.send("Page.setWebLifecycleState", {"state": "frozen"})
    player.touch("a1")
    for other in others[1:]:
        other.await_role("d1", "g")
        assert other.page.inner_text("#hand-text").startswith("In the hand")
    player.touch("d1")
    player.await_words("a1-d1")
    tab.send("Page.setWebLifecycleState", {"state": "active"})
    for other in others:
        other.await_words("a1-d1")
    context.close()


def test_on_a_phone_by_touch(chromium, program):
    context = chromium.new_context(viewport={"width": 360, "height": 740}, has_touch=True, is_mobile=True)
    page = context.new_page()
    player = Player(page, program.address)
    player.choose("step")
    page.touchscreen.tap(*middle(page, "[data-name=a1] .touch"))
    player.await_role("b1", "g")
    page.touchscreen.tap(*middle(page, "[data-name=b1] .touch"))
    player.await_words("a1-b1")
    page.wait_for_selector("#announcement:has-text('Blue: a1-b1')", state="attached")
    assert page.get_attribute("#announcement", "aria-live") == "polite"
    page.click("#language")
    page.wait_for_selector("#open-new-game:has-text('Neues Spiel')")
    # A page that is too wide becomes small on a phone, and its dialogs lie beside what one sees.
    widths = {"": page.evaluate("innerWidth")}
    for address in ("games", "games/statistics", "boards", "doctor"):
        page.goto(program.address + address)
        page.wait_for_selector(".bar")
        widths[address] = page.evaluate("innerWidth")
    assert set(widths.values()) == {360}, widths
    context.close()


def test_nothing_leaves_the_machine(chromium, program):
    page = chromium.new_page()
    hosts = set()
    page.on("request", lambda request: hosts.add(urlsplit(request.url).hostname))
    page.on("websocket", lambda web_socket: hosts.add(urlsplit(web_socket.url).hostname))
    Player(page, program.address)
    page.close()
    assert hosts - {None} == {"127.0.0.1"}
    assert program.listens_on() == {"0100007F"}
    assert not (program.folder / ".nicegui").exists()


def test_fits_narrow_and_wide_in_light_and_dark(player, tmp_path):
    page = player.page
    player.choose("step", players=4)
    player.touch("a1")
    player.await_role("d1", "g")
    for view in ("plan", "isometric"):
        page.locator(f"[name=board-view][value={view}]").dispatch_event("click")
        page.wait_for_selector(f"#board.{view} [data-name=g7].occupied")
        for width, height in ((360, 740), (820, 1180), (1280, 800), (2560, 1440)):
            page.set_viewport_size({"width": width, "height": height})
            for scheme in ("light", "dark") if width in (360, 1280) else ("dark",):
                page.emulate_media(color_scheme=scheme)
                page.screenshot(path=tmp_path / f"{view}-{width}-{scheme}.png")
                assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0, (width, scheme)
                seen = page.locator("#board").bounding_box()
                assert seen["width"] > min(width * 0.8, height * 0.7)
                beside = page.locator("#turn").bounding_box()
                assert beside["x"] >= seen["x"] + seen["width"] or beside["y"] + beside["height"] <= seen["y"]
                ground = page.evaluate("getComputedStyle(document.body).backgroundColor")
                assert (max(int(part) for part in ground[4:-1].split(",")) < 64) == (scheme == "dark")


def test_careless_hands_play_on(player):
    player.choose("step")
    player.page.click(".simulation.world summary")
    player.page.check("#careless")
    player.page.wait_for_selector("body[data-careless=yes]", state="attached")
    player.move("a1", "d1")
    player.await_role("d2", "b")
    player.bring("B", "d2")
    player.await_words("a1-d1", "+d2")
    player.page.uncheck("#careless")
    player.page.wait_for_selector("body[data-careless='']", state="attached")


def test_a_second_program_takes_the_next_port_and_a_password(chromium, program, tmp_path, monkeypatch):
    monkeypatch.setenv("TREPPE_PASSWORD", "sesame")
    port = urlsplit(program.address).port
    second = Program(tmp_path, port)
    try:
        assert urlsplit(second.address).port > port
        assert any(str(port) in line and "in use" in line for line in second.lines)
        with pytest.raises(HTTPError, match="401"):
            urlopen(second.address)
        context = chromium.new_context(http_credentials={"username": "anna", "password": "sesame"})
        Player(context.new_page(), second.address).choose("aufstellen")
        context.close()
    finally:
        assert second.stop() == 0


def test_a_board_in_use_is_said_in_one_line(program):
    second = subprocess.run([*COMMAND, "--port", "8350"], capture_output=True, text=True, env=program.environment)
    assert second.returncode == 1
    assert second.stderr.count("\n") == 1 and "running in another program" in second.stderr
